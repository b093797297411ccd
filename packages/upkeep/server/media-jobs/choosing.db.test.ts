import type { Client } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { PRIORITY, queueMediaJobs } from './job-queries.ts';
import { foldMediaJobCounts } from './list-queries.ts';
import { completeMediaJob, endMediaJobWithError, takeMediaJob } from './media-lease.ts';

let site: TestSite;
let db: Db;
let admin: Client;
let sourceId: string;
beforeAll(async () => {
  site = await startTestSite();
  db = site.base.db;
  admin = await site.admin();
  sourceId = await makeSource(db, { name: 'Charts' });
});
beforeEach(async () => {
  await sql`delete from media_jobs`.execute(db);
  await sql`delete from media_reruns`.execute(db);
  await sql`delete from videos`.execute(db);
});
afterAll(() => site.close());

const film = (fields: object = {}) => makeVideo(db, { video_url: 'videos/a/b.mp4', ...fields });
const ask = async (videoId: string, step: 'film' | 'pictures' = 'pictures') =>
  (await queueMediaJobs(db, { step, videoIds: [videoId], priority: PRIORITY.byHand }))[0] ?? '';
const take = async () => {
  const leased = await takeMediaJob(db, 60_000);
  if (!leased) throw new Error('Nothing is waiting.');
  return leased;
};
const failNext = async () =>
  endMediaJobWithError(db, await take(), new SourceError('not_video', 'It has no moving picture.'), {
    log: silentLog,
  });
const idsOf = async (filter: object) =>
  (await admin.mediaJobs.list({ limit: 100, ...filter })).jobs.map(({ id }) => id);

describe('the list shows those', () => {
  test('of a source, of a video, of an address, of a class of errors', async () => {
    const mine = await film({ source_id: sourceId, source_url: 'https://charts.test/a' });
    const pictures = await ask(mine);
    await failNext();
    const ofFilm = await ask(mine, 'film');
    const other = await ask(await film());
    expect(await idsOf({ sourceId })).toEqual([ofFilm, pictures]);
    expect(await idsOf({ sourceId, step: 'film' })).toEqual([ofFilm]);
    expect(await idsOf({ videoId: mine, status: 'failed' })).toEqual([pictures]);
    expect(await idsOf({ search: 'https://charts.test/a' })).toEqual([ofFilm, pictures]);
    expect(await idsOf({ search: 'charts.test/none' })).toEqual([]);
    expect(await idsOf({ errorClass: 'not_video' })).toEqual([pictures]);
    expect(await idsOf({ errorClass: 'network' })).toEqual([]);
    expect(await idsOf({})).toEqual([other, ofFilm, pictures]);
    expect(await admin.mediaJobs.count({ sourceId })).toEqual({ count: 2, isCapped: false });
    expect(await admin.mediaJobs.failures()).toEqual([
      { errorClass: 'not_video', count: 1, isCapped: false },
    ]);
    await expect(admin.mediaJobs.list({ sourceId, videoId: mine })).rejects.toMatchObject({ status: 400 });
  });
});

test('counts by status are exact through every change, folded or not', async () => {
  const ids = await Promise.all([film(), film(), film()]);
  for (const id of ids) await ask(id);
  expect(await admin.mediaJobs.counts()).toEqual({ pending: 3, processing: 0, completed: 0, failed: 0 });
  await failNext();
  await foldMediaJobCounts(db);
  const leased = await take();
  expect(await admin.mediaJobs.counts()).toEqual({ pending: 1, processing: 1, completed: 0, failed: 1 });
  await db.transaction().execute((tx) => completeMediaJob(tx, leased, []));
  await Promise.all([foldMediaJobCounts(db), foldMediaJobCounts(db)]);
  expect(await admin.mediaJobs.counts()).toEqual({ pending: 1, processing: 0, completed: 1, failed: 1 });
  await sql`delete from videos`.execute(db);
  expect(await admin.mediaJobs.counts()).toEqual({ pending: 0, processing: 0, completed: 0, failed: 0 });
});

describe('cancelling', () => {
  test('ends waiting and running jobs; the worker stops, and a request made meanwhile is dropped', async () => {
    const videoId = await film();
    const id = await ask(videoId);
    const leased = await take();
    await ask(videoId);
    expect(await admin.mediaJobs.cancel({ id })).toMatchObject({
      status: 'failed',
      cancelled: true,
      error: 'Cancelled by an administrator.',
      errorClass: null,
    });
    expect(await leased.renew(db, 60_000)).toBe(false);
    expect(await db.transaction().execute((tx) => completeMediaJob(tx, leased, []))).toBe(false);
    expect(await takeMediaJob(db, 60_000)).toBeUndefined();
    await expect(admin.mediaJobs.cancel({ id })).rejects.toMatchObject({
      status: 409,
      sentence: 'This job has already ended.',
    });
    expect(await admin.mediaJobs.retryFailed({})).toMatchObject({ count: 0 });
    expect(await admin.mediaJobs.retry({ id })).toMatchObject({ status: 'pending', cancelled: false });
  });
});

describe('trying again', () => {
  test('takes the jobs of a class, a step or a source; retrying selected ones fails if none is left', async () => {
    const mine = await film({ source_id: sourceId });
    const ids = [await ask(mine), await ask(await film())];
    await failNext();
    await failNext();
    expect(await admin.mediaJobs.retryFailed({ errorClass: 'network' })).toMatchObject({ count: 0 });
    expect(await admin.mediaJobs.retryFailed({ step: 'film', sourceId })).toMatchObject({ count: 0 });
    expect(await admin.mediaJobs.retryFailed({ errorClass: 'not_video', sourceId })).toEqual({
      count: 1,
      message: '1 job was put back into the queue.',
    });
    expect(await admin.mediaJobs.retryChosen({ ids })).toMatchObject({ count: 1 });
    await expect(admin.mediaJobs.retryChosen({ ids })).rejects.toMatchObject({ status: 409 });
  });
});
