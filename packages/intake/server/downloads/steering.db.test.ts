import { DownloadJob, type DownloadJob as Job } from '@vesper/contract';
import { decideTopics } from '@vesper/library/topics';
import { claimVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloadCalls } from '../../../test/download-calls.ts';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { takeDownload } from './download-lease.ts';
import { clearPending } from './steering.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
beforeEach(async () => {
  await sql`delete from download_jobs`.execute(site.base.db);
});
afterAll(() => site.close());

const call = downloadCalls(() => site);
const add = (n: number | string) => call('add', { sourceUrl: `https://source.test/${n}` });
const listed = () => call('list', { limit: 100 });
const inDatabase = (id: string) =>
  site.base.db.selectFrom('download_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A video begun for the job, as the pipeline does it. */
async function beginVideo(job: Job): Promise<string> {
  const row = await inDatabase(job.id);
  const draft = { title: 'Begun', description: '', sourceId: null };
  const video = await claimVideo(site.base.db, {
    ...draft,
    ...(await decideTopics(site.base.db, { category: 'Charts', tags: [] })),
    sourceUrl: row.source_url,
    sourceUrlHash: row.source_url_hash,
  });
  await sql`update download_jobs set video_id = ${video.id} where id = ${job.id}`.execute(site.base.db);
  return video.id;
}

const videoExists = async (id: string) =>
  (await site.base.db.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

describe('the list', () => {
  test('shows ten or as many as requested, latest first, by status, and continues after any', async () => {
    for (let n = 0; n < 15; n += 1) await add(n);
    const all = await listed();
    expect(all.map(({ sourceUrl }) => sourceUrl.split('/').at(-1))).toEqual(
      Array.from({ length: 15 }, (_, n) => String(14 - n)),
    );
    expect(await call('list')).toEqual(all.slice(0, 10));
    const rest = await call('list', { limit: '7', before: all[9]?.id });
    expect(rest).toEqual(all.slice(10));
    await call('cancel', { id: all[3]?.id });
    expect((await call('list', { status: 'failed' })).map(({ id }) => id)).toEqual([all[3]?.id]);
    expect(await call('counts')).toEqual({
      ...{ pending: 14, processing: 0, completed: 0 },
      ...{ failed: 0, leftOut: 0, cancelled: 1 },
    });
    await expect(call('list', { before: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
    for (const bad of [{ limit: 0 }, { limit: 101 }, { limit: 'x' }, { status: 'lost' }])
      await expect(call('list', bad)).rejects.toThrow(/limit|status/);
  });

  test('says when a transfer is expected to end, and when a failed try is repeated', async () => {
    const { id } = await add(1);
    await takeDownload(site.base.db, '', 30_000);
    await sql`update download_jobs set received_bytes = 2000, total_bytes = 12000, bytes_per_second = 1000`.execute(
      site.base.db,
    );
    const [job] = await listed();
    expect(job).toMatchObject({ receivedBytes: 2000, totalBytes: 12000, bytesPerSecond: 1000 });
    const leftMs = Date.parse(job?.expectedEndAt ?? '') - Date.now();
    expect(leftMs).toBeGreaterThan(5_000);
    expect(leftMs).toBeLessThanOrEqual(10_000);
    await sql`update download_jobs set status = 'pending', run_at = '2030-01-01', attempts = 2 where id = ${id}`.execute(
      site.base.db,
    );
    expect((await listed())[0]).toMatchObject({
      nextTryAt: '2030-01-01T00:00:00.000Z',
      attempts: 2,
      expectedEndAt: null,
    });
  });
});

describe('cancelling', () => {
  test('ends a waiting or running download with its unfinished video, and is idempotent', async () => {
    const job = await add(1);
    const video = await beginVideo(job);
    const answers = await Promise.all([call('cancel', { id: job.id }), call('cancel', { id: job.id })]);
    for (const answer of answers)
      expect(DownloadJob.parse(answer)).toMatchObject({
        status: 'failed',
        cancelled: true,
        error: 'Cancelled by an administrator.',
        errorClass: null,
      });
    expect(await videoExists(video)).toBe(false);
    expect(await call('counts')).toMatchObject({ pending: 0, cancelled: 1 });
  });
});

describe('trying again', () => {
  const fail = (id: string, errorClass = 'network') =>
    sql`update download_jobs set status = 'failed', error = 'x', error_class = ${errorClass}, attempts = 5,
      leases = leases + 5 where id = ${id}`.execute(site.base.db);

  test('reopens a failed or cancelled download once; the second caller is told', async () => {
    const { id } = await add(1);
    await fail(id);
    const answers = await Promise.allSettled([call('retry', { id }), call('retry', { id })]);
    expect(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))).toEqual([
      expect.objectContaining({ id, status: 'pending', attempts: 0, error: null, completedAt: null }),
    ]);
    expect(answers.find((answer) => answer.status === 'rejected')).toMatchObject({
      reason: { message: 'This download is already in the queue.', code: 'conflict' },
    });
    await call('cancel', { id });
    expect(await call('retry', { id })).toMatchObject({ status: 'pending', cancelled: false });
    const leased = await takeDownload(site.base.db, '', 30_000);
    expect(leased?.job.id).toBe(id);
  });

  test('rejects a download that is in the library or the queue, completed, or unknown', async () => {
    const { id } = await add(1);
    await fail(id);
    await add(1);
    await expect(call('retry', { id })).rejects.toThrow('This address is already in the queue.');
    await call('clearPending');
    const video = await makeVideo(site.base.db, { source_url: 'https://source.test/1' });
    await expect(call('retry', { id })).rejects.toThrow('This video already exists in the library');
    await sql`delete from videos where id = ${video}`.execute(site.base.db);
    await sql`update download_jobs set status = 'completed'`.execute(site.base.db);
    await expect(call('retry', { id })).rejects.toMatchObject({ code: 'conflict' });
    await expect(call('retry', { id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of many takes those of one class, each address once, and no cancelled ones', async () => {
    const jobs = [];
    for (let n = 0; n < 6; n += 1) jobs.push(await add(n));
    for (const [n, { id }] of jobs.entries()) await fail(id, n < 4 ? 'network' : 'http_5xx');
    const twin = await add(0);
    await fail(twin.id);
    const cancelled = await add('cancelled');
    await call('cancel', { id: cancelled.id });
    await add(1);

    const both = await Promise.all([
      call('retryFailed', { errorClass: 'network' }),
      call('retryFailed', { errorClass: 'network' }),
    ]);
    expect(both.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    const pending = (await call('list', { status: 'pending', limit: 100 })).map(({ id }) => id);
    expect(pending).toContain(twin.id);
    expect(pending).not.toContain(jobs[0]?.id);
    expect(await call('retryFailed')).toEqual({
      count: 2,
      message: '2 downloads were put back into the queue.',
    });
    expect(await call('retryFailed')).toMatchObject({ count: 0 });
    await expect(call('retryFailed', { errorClass: "'; drop" })).rejects.toThrow('does not exist');
  });
});

test('clearing while others claim: each job is either claimed or gone, and its begun video with it', async () => {
  const { db } = site.base;
  const sourceUrls = Array.from({ length: 3_000 }, (_, n) => `https://host-${n}.test/${n}`);
  await call('addBulk', { sourceUrls });
  const [first] = await listed();
  if (!first) throw new Error('Nothing was added.');
  const video = await beginVideo(first);
  const claim = async () => {
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      const leased = await takeDownload(db, '', 30_000);
      if (leased) ids.push(leased.job.id);
    }
    return ids;
  };
  const [one, two, ...clearings] = await Promise.all([claim(), claim(), clearPending(db), clearPending(db)]);
  clearings.push(await clearPending(db));
  const cleared = clearings.reduce((sum, one) => sum + (one?.jobs ?? 0), 0);
  const claimed = [...one, ...two];
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(cleared + claimed.length).toBe(3_000);
  expect(await call('counts')).toMatchObject({
    pending: 0,
    processing: claimed.length,
    completed: 0,
    failed: 0,
  });
  expect(await videoExists(video)).toBe(claimed.includes(first.id));
});
