import type { Client, JobTimeline } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { currentRequestId } from '@vesper/core/lib/request-id.ts';
import { endWithError, giveBack, type LeasedDownload } from '@vesper/intake/downloads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takeDownload } from '../../../intake/server/downloads/download-lease.ts';
import { startDownloadWorker } from '../../../intake/server/downloads/download-worker.ts';
import { returnDownloads } from '../../../intake/server/downloads/lease-queries.ts';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { completeMediaJob, endMediaJobWithError, PRIORITY, queueMediaJobs } from '../media-jobs/index.ts';
import { takeMediaJob } from '../media-jobs/media-lease.ts';
import { forgetOldEvents } from './timeline.ts';

let site: TestSite;
let admin: Client;
let db: Db;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
  db = site.base.db;
});
beforeEach(async () => {
  await sql`delete from download_jobs`.execute(db);
  await sql`delete from media_jobs`.execute(db);
});
afterAll(() => site.close());

const timeline = (id: string) => admin.jobs.timeline({ id });
const kinds = ({ events }: JobTimeline) => events.map(({ kind, step }) => (kind === 'step' ? step : kind));
const add = async () => (await admin.downloads.add({ sourceUrl: `https://a.test/${Math.random()}` })).id;
test('a download names the request that has added it, and its worker logs under that id', async () => {
  const id = await add();
  const { requestId } = await timeline(id);
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  const within = Promise.withResolvers<string | undefined>();
  const worker = startDownloadWorker({
    ...{ db, log: silentLog, concurrency: () => 1, hasRoom: async () => true, timing: { pollMs: 50 } },
    run: async () => within.resolve(currentRequestId()),
  });
  expect(await within.promise).toBe(requestId);
  await worker.stop();
});

const take = async (): Promise<LeasedDownload> => {
  const leased = await takeDownload(db, '', 60_000);
  if (!leased) throw new Error('Nothing is waiting.');
  return leased;
};
const endPauses = async () => {
  await sql`update download_jobs set run_at = now() where run_at is not null`.execute(db);
  await returnDownloads(db, 100);
};
const fail = (leased: LeasedDownload, error: unknown) => endWithError(db, leased, error, { log: silentLog });

describe('the timeline of a download', () => {
  test('has tries with their errors, and says when the next is', async () => {
    const id = await add();
    const first = await take();
    first.enter('fetching');
    await fail(first, new SourceError('connect', 'The host did not answer.'));
    await endPauses();
    const second = await take();
    expect(await second.renew(db, 60_000)).toBe(true);
    second.enter('fetching');
    expect(await second.renew(db, 60_000)).toBe(true);
    await fail(second, new SourceError('not_video', 'The file has no moving picture.'));
    const answer = await timeline(id);
    expect(kinds(answer)).toEqual([
      ...['queued', 'started', 'describing', 'fetching', 'error'],
      ...['started', 'describing', 'fetching', 'failed'],
    ]);
    expect(answer.events[3]?.endedAt).toBe(answer.events[4]?.at);
    expect(answer.events[4]).toMatchObject({
      detail: 'The host did not answer.',
      errorClass: 'network',
      nextTryAt: expect.any(String),
    });
    expect(answer.events.at(-1)).toMatchObject({
      step: 'fetching',
      errorClass: 'not_video',
      detail: expect.stringContaining('The file has no moving picture.'),
    });
    await admin.downloads.retry({ id });
    expect(kinds(await timeline(id)).at(-1)).toBe('requeued');
  });

  test('keeps about the last hundred events, and nothing for more than 90 days', async () => {
    const id = await add();
    for (let n = 0; n < 60; n += 1) await giveBack(db, await take());
    const long = await timeline(id);
    expect(long.isCut).toBe(true);
    expect(long.events.length).toBeGreaterThan(90);
    expect(long.events.length).toBeLessThan(110);
    expect(long.events.at(-1)?.kind).toBe('given_back');
    await sql`update job_events set at = at - interval '91 days' where job_id = ${id} and kind <> 'given_back'`.execute(
      db,
    );
    await forgetOldEvents(db, new Date(), AbortSignal.timeout(60_000));
    expect(new Set(kinds(await timeline(id)))).toEqual(new Set(['queued', 'given_back']));
  });
});

describe('the timeline of a media job', () => {
  const ask = async (videoId: string) =>
    (await queueMediaJobs(db, { step: 'pictures', videoIds: [videoId], priority: PRIORITY.byHand }))[0] ?? '';
  const takeMedia = async () => {
    const leased = await takeMediaJob(db, 60_000);
    if (!leased) throw new Error('Nothing is waiting.');
    return leased;
  };

  test('has its tries, requests made meanwhile, and its end', async () => {
    const videoId = await makeVideo(db, { video_url: 'videos/a/b.mp4', title: 'Slow hexagons' });
    const id = await ask(videoId);
    await endMediaJobWithError(db, await takeMedia(), new Error('The bucket does not answer.'), {
      log: silentLog,
    });
    await admin.mediaJobs.retry({ id });
    const second = await takeMedia();
    await ask(videoId);
    await db.transaction().execute((tx) => completeMediaJob(tx, second, ['No storyboard could be made.']));
    const answer = await timeline(id);
    expect(kinds(answer)).toEqual([
      ...['queued', 'started', 'error', 'started', 'asked_again', 'completed', 'requeued'],
    ]);
    expect(answer.media).toMatchObject({ id, videoTitle: 'Slow hexagons', status: 'pending' });
    expect(answer.events[2]).toMatchObject({
      errorClass: 'unexpected',
      detail: 'Unexpected: The bucket does not answer.',
    });
    expect(answer.events.at(-2)?.detail).toBe('No storyboard could be made.');
  });
});
