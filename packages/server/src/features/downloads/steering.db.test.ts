import { type Call, DownloadJob, type DownloadJob as Job, MAX_BULK_LINES, routes } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDb } from '../../db/pool.ts';
import type { Handler } from '../../http/mount.ts';
import { systemClock } from '../../lib/clock.ts';
import { makeVideo } from '../../test/factories.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { claimVideo } from '../videos/index.ts';
import { takeDownload } from './download-lease.ts';
import { downloadRoutes } from './routes.ts';
import { clearPending } from './steering.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
beforeEach(async () => {
  await sql`delete from download_jobs`.execute(site.base.db);
});
afterAll(() => site.close());

type Calls = typeof routes.downloads;

/** A call as the server makes it, its input and its answer checked against the contract. */
async function call<N extends keyof Calls>(name: N, input: Record<string, unknown> = {}) {
  const definition: Call = routes.downloads[name];
  const parsed: Record<string, unknown> = {};
  for (const schema of [definition.query, definition.body, definition.params]) {
    if (schema) Object.assign(parsed, schema.parse(input));
  }
  const handler = downloadRoutes(site.base)[name] as unknown as Handler<Calls[N]>;
  const answer = await handler(parsed as never, {
    hostname: 'site.test',
    visitor: { address: '127.0.0.1', userAgent: 'test' },
  });
  return definition.output.parse(answer) as typeof answer;
}

const add = (n: number | string) => call('add', { sourceUrl: `https://source.test/${n}` });
const listed = () => call('list', { limit: 100 });
const inDatabase = (id: string) =>
  site.base.db.selectFrom('download_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A video begun for the job, as the pipeline does it. */
async function beginVideo(job: Job): Promise<string> {
  const row = await inDatabase(job.id);
  const draft = { title: 'Begun', description: '', tags: [], category: 'Charts', sourceId: null };
  const video = await claimVideo(site.base.db, {
    ...draft,
    sourceUrl: row.source_url,
    sourceUrlHash: row.source_url_hash,
  });
  await sql`update download_jobs set video_id = ${video.id} where id = ${job.id}`.execute(site.base.db);
  return video.id;
}

const videoExists = async (id: string) =>
  (await site.base.db.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

describe('adding one', () => {
  test('answers the job, and lists it', async () => {
    const job = await call('add', { sourceUrl: '  HTTPS://Source.test:443/a?utm_source=x#f ' });
    expect(job).toMatchObject({
      sourceUrl: 'https://source.test/a',
      status: 'pending',
      progress: 0,
      error: null,
    });
    expect(await listed()).toEqual([job]);
  });

  test('refuses what waits already, what is in the library, and what is no address', async () => {
    await add(1);
    await expect(add('1#again')).rejects.toMatchObject({ code: 'conflict' });
    const sourceUrl = 'https://library.test/known';
    const id = await makeVideo(site.base.db, { source_url: sourceUrl });
    await expect(call('add', { sourceUrl })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This video already exists in the library',
    });
    await sql`delete from videos where id = ${id}`.execute(site.base.db);
    for (const bad of [
      'nonsense',
      'javascript:alert(1)',
      'http://u:p@source.test/',
      `https://x.test/${'a'.repeat(5000)}`,
    ])
      await expect(call('add', { sourceUrl: bad })).rejects.toMatchObject({ code: 'bad_request' });
    for (const bad of ['', '   ', undefined, 7, null, {}, ['x']])
      await expect(call('add', { sourceUrl: bad })).rejects.toThrow('Please enter a URL');
  });
});

describe('adding many', () => {
  test('takes 10,000 lines in one statement', async () => {
    const queries: string[] = [];
    const db = createDb(site.base.pool, (text) => queries.push(text));
    const sourceUrls = Array.from(
      { length: MAX_BULK_LINES },
      (_, n) => `https://host-${n % 99}.test/watch/${n}`,
    );
    const answer = await downloadRoutes({ db, clock: systemClock }).addBulk({ sourceUrls }, {} as never);
    expect(answer).toMatchObject({ count: MAX_BULK_LINES, duplicates: 0, invalidCount: 0, invalid: [] });
    expect(answer.jobs).toHaveLength(100);
    expect(answer.jobs[0]?.sourceUrl).toBe('https://host-0.test/watch/0');
    expect(queries).toHaveLength(1);
    expect(await call('counts')).toMatchObject({ pending: MAX_BULK_LINES });
    expect((await call('addBulk', { sourceUrls: sourceUrls.slice(0, 500) })).duplicates).toBe(500);
    expect(await call('clearPending')).toEqual({
      count: MAX_BULK_LINES,
      message: '10000 downloads were removed from the queue.',
    });
  });

  test('reports bad lines by their number and takes the others once', async () => {
    await add('waiting');
    const known = await makeVideo(site.base.db, { source_url: 'https://library.test/bulk' });
    const answer = await call('addBulk', {
      sourceUrls: [
        ' https://source.test/a ',
        '',
        '   ',
        'nonsense',
        'https://SOURCE.test/a#x',
        'https://source.test/waiting',
        'https://library.test/bulk',
        'https://source.test/b\u0000',
        "https://source.test/'; drop table download_jobs; --",
        '\ud800',
      ],
    });
    expect(answer).toMatchObject({ duplicates: 3, invalidCount: 2 });
    expect(answer.count).toBe(answer.jobs.length);
    expect(answer.jobs[0]?.sourceUrl).toBe('https://source.test/a');
    expect(answer.invalid.map(({ line }) => line)).toEqual([4, 10]);
    await sql`delete from videos where id = ${known}`.execute(site.base.db);
  });

  test('shows a bounded number of bad lines', async () => {
    const sourceUrls = ['https://source.test/good', ...Array.from({ length: 5_000 }, (_, n) => `bad ${n}`)];
    const answer = await call('addBulk', { sourceUrls });
    expect(answer).toMatchObject({ count: 1, invalidCount: 5_000 });
    expect(answer.invalid).toHaveLength(100);
  });

  test('refuses no lines, none that is good, and too many', async () => {
    for (const sourceUrls of [[], ['', '  '], ['bad']])
      await expect(call('addBulk', { sourceUrls })).rejects.toThrow('Please enter at least one valid URL');
    for (const sourceUrls of [undefined, 'https://source.test/', { length: 3 }])
      await expect(call('addBulk', { sourceUrls })).rejects.toThrow('Please enter at least one valid URL');
    await expect(call('addBulk', { sourceUrls: [1, null] })).rejects.toThrow('Each URL must be text.');
    const sourceUrls = Array.from({ length: MAX_BULK_LINES + 1 }, (_, n) => `https://source.test/${n}`);
    await expect(call('addBulk', { sourceUrls })).rejects.toThrow('At most 10000 URLs can be added at once.');
    expect(await call('counts')).toMatchObject({ pending: 0 });
  });

  test('by two at the same moment takes each address once', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => `https://source.test/both/${n}`);
    const answers = await Promise.all([
      call('addBulk', { sourceUrls: lines }),
      call('addBulk', { sourceUrls: [...lines].reverse() }),
    ]);
    expect(answers.map(({ count }) => count).reduce((a, b) => a + b)).toBe(2_000);
    expect(await call('counts')).toMatchObject({ pending: 2_000 });
  });

  test('has a larger body than other calls', async () => {
    const post = async (path: string) => {
      const body = JSON.stringify({
        sourceUrls: Array(3_000).fill(`https://source.test/${'x'.repeat(1_000)}`),
      });
      const answer = await fetch(site.url + path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      return answer.status;
    };
    expect(await post('/api/dmca/submit')).toBe(413);
    // Whoever is not signed in is told so.
    expect(await post('/api/download-jobs/bulk')).toBe(401);
  });
});

describe('the list', () => {
  test('shows ten, or as many as asked for, the latest first, by status, and goes on after any', async () => {
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
    expect(await call('counts')).toEqual({ pending: 14, processing: 0, completed: 0, failed: 1 });
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
  test('ends what waits or runs, with the video that was begun; twice is as good as once', async () => {
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
    expect(await call('counts')).toMatchObject({ pending: 0, failed: 1 });
  });

  test('refuses what has ended by itself, and what does not exist', async () => {
    const { id } = await add(1);
    await sql`update download_jobs set status = 'completed'`.execute(site.base.db);
    await expect(call('cancel', { id })).rejects.toMatchObject({ code: 'conflict' });
    await expect(call('cancel', { id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('trying again', () => {
  const fail = (id: string, errorClass = 'network') =>
    sql`update download_jobs set status = 'failed', error = 'x', error_class = ${errorClass}, attempts = 5,
      leases = leases + 5 where id = ${id}`.execute(site.base.db);

  test('opens a failed or cancelled download afresh, once', async () => {
    const { id } = await add(1);
    await fail(id);
    const answers = await Promise.all([call('retry', { id }), call('retry', { id })]);
    for (const answer of answers)
      expect(answer).toMatchObject({ id, status: 'pending', attempts: 0, error: null, completedAt: null });
    await call('cancel', { id });
    expect(await call('retry', { id })).toMatchObject({ status: 'pending', cancelled: false });
    const leased = await takeDownload(site.base.db, '', 30_000);
    expect(leased?.job.id).toBe(id);
  });

  test('refuses what is in the library or in the queue, completed, or unknown', async () => {
    const { id } = await add(1);
    await fail(id);
    await add(1);
    await expect(call('retry', { id })).rejects.toThrow('This address is in the queue already.');
    await call('clearPending');
    const video = await makeVideo(site.base.db, { source_url: 'https://source.test/1' });
    await expect(call('retry', { id })).rejects.toThrow('This video already exists in the library');
    await sql`delete from videos where id = ${video}`.execute(site.base.db);
    await sql`update download_jobs set status = 'completed'`.execute(site.base.db);
    await expect(call('retry', { id })).rejects.toMatchObject({ code: 'conflict' });
    await expect(call('retry', { id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of many takes those of one class, each address once, none that was cancelled', async () => {
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
    await expect(call('retryFailed', { errorClass: "'; drop" })).rejects.toThrow('no such class');
  });

  test('of thousands goes through all of them', async () => {
    const sourceUrls = Array.from({ length: 2_500 }, (_, n) => `https://source.test/many/${n}`);
    await call('addBulk', { sourceUrls });
    await sql`update download_jobs set status = 'failed', error_class = 'timeout'`.execute(site.base.db);
    expect((await call('retryFailed', { errorClass: 'timeout' })).count).toBe(2_500);
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
  const [one, two, cleared, again] = await Promise.all([
    claim(),
    claim(),
    clearPending(db),
    clearPending(db),
  ]);
  const left = await clearPending(db);
  const claimed = [...one, ...two];
  expect(new Set(claimed).size).toBe(claimed.length);
  expect(cleared + again + left + claimed.length).toBe(3_000);
  expect(await call('counts')).toEqual({ pending: 0, processing: claimed.length, completed: 0, failed: 0 });
  expect(await videoExists(video)).toBe(claimed.includes(first.id));
});

test('resetting puts back what is under way', async () => {
  for (let n = 0; n < 2; n += 1) await add(n);
  await takeDownload(site.base.db, '', 30_000);
  const both = await Promise.all([call('resetStuck'), call('resetStuck')]);
  expect(both.map(({ message }) => message).sort()).toEqual([
    '0 downloads were put back into the queue.',
    '1 download was put back into the queue.',
  ]);
  expect(await call('counts')).toMatchObject({ pending: 2, processing: 0 });
});
