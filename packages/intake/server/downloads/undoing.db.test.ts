import { redownload } from '@vesper/upkeep/health';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { downloadCalls } from '../../../test/download-calls.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { takeDownload } from './download-lease.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
beforeEach(async () => {
  await sql`delete from download_jobs`.execute(site.base.db);
  await sql`delete from download_clearings`.execute(site.base.db);
  await sql`delete from crawler_runs`.execute(site.base.db);
});
afterAll(() => site.close());

const call = downloadCalls(() => site);
const add = (name: string) => call('add', { sourceUrl: `https://source.test/${name}` });
const names = async () =>
  (await call('list', { limit: 100 })).map(({ sourceUrl }) => sourceUrl.split('/').at(-1));
const rows = () => site.base.db.selectFrom('download_jobs').selectAll().orderBy('position').execute();
const totals = () => call('counts');

async function addOfRun(name: string, runId: string, sourceId: string): Promise<void> {
  const { id } = await add(name);
  await sql`update download_jobs set crawler_run_id = ${runId}, source_id = ${sourceId} where id = ${id}`.execute(
    site.base.db,
  );
}

test('cleared downloads come back unchanged, in their places', async () => {
  for (const name of ['a', 'b', 'c']) await add(name);
  await call('moveUp', { id: (await rows())[1]?.id });
  const before = await rows();
  const cleared = await call('clearPending');
  expect(cleared).toMatchObject({ count: 3, message: '3 downloads were removed from the queue.' });
  expect(await names()).toEqual([]);
  expect(await totals()).toMatchObject({ pending: 0 });
  const id = cleared.clearing?.id ?? '';
  expect(await call('clearings')).toEqual([cleared.clearing]);
  await add('d');
  expect(await call('undoClearing', { id })).toEqual({
    message: '3 downloads were put back into the queue.',
    count: 3,
  });
  expect((await rows()).slice(0, 3)).toEqual(before);
  expect(await names()).toEqual(['d', 'c', 'b', 'a']);
  expect(await totals()).toMatchObject({ pending: 4 });
  expect((await takeDownload(site.base.db, '', 30_000))?.job.id).toBe(before[1]?.id);
  expect(await call('clearings')).toEqual([]);
  await expect(call('undoClearing', { id })).rejects.toMatchObject({ code: 'conflict' });
});

test('nothing comes back twice, and nothing that is no longer wanted', async () => {
  const { db } = site.base;
  const source = await makeSource(db);
  await sql`insert into crawler_runs (id) values ('stopped')`.execute(db);
  for (const name of ['queued-again', 'here-by-now', 'blocked', 'fine']) await add(name);
  await addOfRun('of-stopped-run', 'stopped', source);
  const { clearing } = await call('clearPending');
  await add('queued-again');
  await makeVideo(db, { source_url: 'https://source.test/here-by-now' });
  await sql`insert into blocked_addresses (hash, reason)
    values (sha256('https://source.test/blocked'), 'Removed.')`.execute(db);
  await sql`update crawler_runs set status = 'cancelled', completed_at = clock_timestamp()`.execute(db);
  expect(await call('undoClearing', { id: clearing?.id })).toEqual({
    message:
      '1 download was put back into the queue. 4 were not: they are already queued again, already in the library, or no longer wanted.',
    count: 1,
  });
  expect((await names()).sort()).toEqual(['fine', 'queued-again']);
});

test('a missing film that was being downloaded again is downloaded after all', async () => {
  const { db } = site.base;
  const address = 'https://source.test/missing-file';
  const video = await makeVideo(db, { source_url: address, kind: 'hosted', video_url: '' });
  await db.transaction().execute((tx) => redownload(tx, [video]));
  const state = () =>
    db.selectFrom('videos').select(['status', 'hidden_reason']).where('id', '=', video).executeTakeFirst();
  expect(await state()).toMatchObject({ status: 'processing' });
  const { clearing } = await call('clearPending');
  expect(await state()).toMatchObject({ status: 'hidden', hidden_reason: 'gone' });
  await call('undoClearing', { id: clearing?.id });
  expect(await state()).toMatchObject({ status: 'processing', hidden_reason: null });
});

test('an hour later it is too late', async () => {
  await add('a');
  const { clearing } = await call('clearPending');
  await sql`update download_clearings set cleared_at = now() - interval '61 minutes'`.execute(site.base.db);
  expect(await call('clearings')).toEqual([]);
  await expect(call('undoClearing', { id: clearing?.id })).rejects.toMatchObject({ code: 'conflict' });
  await call('clearPending');
  expect(await site.base.db.selectFrom('cleared_downloads').selectAll().execute()).toEqual([]);
});

test('if two people undo it at once, the second is told, and nothing is doubled', async () => {
  for (const name of ['a', 'b']) await add(name);
  const { clearing } = await call('clearPending');
  const both = await Promise.allSettled([1, 2].map(() => call('undoClearing', { id: clearing?.id })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await names()).toEqual(['b', 'a']);
});

test('a run whose downloads were cleared ends and says so, until the clearing is undone', async () => {
  const { db } = site.base;
  const source = await makeSource(db);
  await sql`insert into crawler_runs (id, discovered_at) values ('run', now())`.execute(db);
  for (const name of ['a', 'b']) await addOfRun(name, 'run', source);
  const admin = await site.admin();
  const { clearing } = await call('clearPending');
  expect(await admin.crawler.run({ id: 'run' })).toMatchObject({
    ...{ status: 'completed', videosAdded: 0, videosFailed: 0, videosTakenOut: 2, videosOpen: 0 },
    error: '2 of its downloads were removed from the queue.',
  });
  await call('undoClearing', { id: clearing?.id });
  expect(await admin.crawler.run({ id: 'run' })).toMatchObject({
    videosTakenOut: 0,
    videosOpen: 2,
    error: null,
  });
});

test('resetting counts downloads that still make progress, and can skip them', async () => {
  const { db } = site.base;
  for (const name of ['a', 'b', 'c']) await add(name);
  await sql`update video_sources set concurrency = 8`.execute(db);
  const one = await takeDownload(db, '', 30_000);
  const other = await takeDownload(db, '', 30_000);
  for (const leased of [one, other]) {
    leased?.reportTransfer({ receivedBytes: 10, totalBytes: 100, bytesPerSecond: 1 });
    await leased?.renew(db, 30_000);
  }
  expect(await call('moving')).toEqual({ processing: 2, moving: 2 });
  await sql`update download_jobs set moved_at = now() - interval '6 minutes' where id = ${other?.job.id}`.execute(
    db,
  );
  // A lease that is renewed is no progress.
  await other?.renew(db, 30_000);
  expect(await call('moving')).toEqual({ processing: 2, moving: 1 });
  expect(await call('resetStuck', { keepMoving: true })).toMatchObject({ count: 1 });
  expect(await totals()).toMatchObject({ pending: 2, processing: 1 });
  await sql`update download_jobs set leased_until = now() - interval '1 second' where status = 'processing'`.execute(
    db,
  );
  expect(await call('moving')).toEqual({ processing: 1, moving: 0 });
  expect(await call('resetStuck')).toMatchObject({ count: 1 });
});
