import { DiskError } from '@vesper/core/lib/files/disk-error.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asSuperuser, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { queueDownloads } from './download-jobs.ts';
import { endWithError, takeDownload } from './download-lease.ts';
import { selectLatestDownloads } from './download-list-queries.ts';
import { countByStatus, type NewDownload } from './download-queries.ts';
import { claimDownload, renewLease, returnDownloads, updateLeased } from './lease-queries.ts';
import { returnProcessing } from './steering-queries.ts';

const LEASE_MS = 30_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await sql`delete from download_jobs`.execute(database.db);
  await sql`delete from download_lanes`.execute(database.db);
  await sql`delete from video_sources`.execute(database.db);
});
afterAll(async () => {
  await database.drop();
});

let made = 0;
/** So many downloads of one host; of a source, if one is named, which is made with that concurrency. */
async function queue(n: number, host: string, fields: Partial<NewDownload> = {}): Promise<void> {
  const downloads = Array.from({ length: n }, () => {
    made += 1;
    const sourceUrl = `https://${host}/${made}`;
    const sourceUrlHash = Buffer.alloc(32);
    sourceUrlHash.writeUInt32BE(made, 28);
    return { sourceUrl, sourceUrlHash, sourceId: null, crawlerRunId: null, metadata: null, ...fields };
  });
  expect(await queueDownloads(database.db, downloads)).toBe(n);
}

async function makeSource(id: string, concurrency = 1): Promise<void> {
  await database.db
    .insertInto('video_sources')
    .values({ id, name: id, base_url: `https://${id}.test/`, concurrency, enabled: false })
    .execute();
}

/** Claims until nothing is offered, in fair turns as the worker does. */
async function claimAll(most = Number.POSITIVE_INFINITY) {
  const claimed: NonNullable<Awaited<ReturnType<typeof claimDownload>>>[] = [];
  while (claimed.length < most) {
    const job = await claimDownload(database.db, claimed.at(-1)?.lane ?? '', LEASE_MS);
    if (!job) break;
    claimed.push(job);
  }
  return claimed;
}

const complete = (job: { id: string; leases: number }) =>
  updateLeased(database.db, job, { status: 'completed', completed_at: new Date() });
const lapse = () =>
  sql`update download_jobs set leased_until = leased_until - interval '31 seconds'`.execute(database.db);

describe('whose turn it is', () => {
  test('a source with few downloads is served among the first, whatever another has waiting', async () => {
    await makeSource('large', 8);
    await makeSource('small', 8);
    await queue(50, 'large.test', { sourceId: 'large' });
    await queue(3, 'small.test', { sourceId: 'small' });
    await queue(1, 'by-hand.test');
    const lanes = (await claimAll(8)).map((job) => job.lane);
    expect(lanes.slice(0, 3).sort()).toEqual(['large', 'manual', 'small']);
    expect(lanes.slice(0, 7).filter((lane) => lane === 'small')).toHaveLength(3);
  });

  test('a higher priority goes first, then the older', async () => {
    await makeSource('one', 8);
    await queue(2, 'one.test', { sourceId: 'one' });
    await queue(1, 'one.test', { sourceId: 'one', priority: 10 });
    await queue(1, 'urgent.test', { priority: 5 });
    const claimed = await claimAll();
    expect(claimed.map((job) => job.priority)).toEqual([10, 5, 0, 0]);
    expect(claimed[2]?.position).toBeLessThan(claimed[3]?.position ?? 0);
  });
});

describe('how many at once', () => {
  test('of a source per host as many as its concurrency says, by hand two', async () => {
    await makeSource('two', 2);
    await makeSource('one');
    await queue(5, 'a.test', { sourceId: 'two' });
    await queue(5, 'b.test', { sourceId: 'two' });
    await queue(5, 'a.test', { sourceId: 'one' });
    await queue(5, 'a.test');
    const claimed = await claimAll();
    const tally: Record<string, number> = {};
    for (const { lane, host } of claimed) tally[`${lane} ${host}`] = (tally[`${lane} ${host}`] ?? 0) + 1;
    expect(tally).toEqual({ 'two a.test': 2, 'two b.test': 2, 'one a.test': 1, 'manual a.test': 2 });

    const [first] = claimed.filter(({ lane }) => lane === 'one');
    if (first) await complete(first);
    expect((await claimAll()).map(({ lane }) => lane)).toEqual(['one']);
  });

  test('holds when many claim at the same moment, and nobody gets what another has', async () => {
    await makeSource('busy', 4);
    await queue(20, 'a.test', { sourceId: 'busy' });
    await queue(20, 'b.test', { sourceId: 'busy' });
    const rounds = Array.from({ length: 8 }, async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const job = await claimDownload(database.db, '', LEASE_MS);
        if (job) ids.push(job.id);
      }
      return ids;
    });
    const ids = (await Promise.all(rounds)).flat();
    expect(new Set(ids).size).toBe(ids.length);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from download_jobs
      where status = 'processing' group by host`.execute(database.db);
    for (const { n } of rows) expect(n).toBeLessThanOrEqual(4);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.length + (await claimAll()).length).toBe(8);
  });
});

describe('a lease', () => {
  test('lapses when it is not renewed; the former holder writes nothing any more', async () => {
    await queue(1, 'a.test');
    const [first] = await claimAll();
    if (!first) throw new Error('Nothing was claimed.');
    await returnDownloads(database.db, 10);
    expect(await claimAll()).toEqual([]);
    await lapse();
    await returnDownloads(database.db, 10);
    const [second] = await claimAll();
    expect(second).toMatchObject({ id: first.id, leases: 2 });
    expect(await complete(first)).toBe(false);
    expect(await renewLease(database.db, first, LEASE_MS, undefined)).toBe(false);
    expect(await complete(second ?? first)).toBe(true);
  });

  test('that is renewed holds, and carries the progress without touching an index', async () => {
    await queue(1, 'a.test');
    const [job] = await claimAll();
    if (!job) throw new Error('Nothing was claimed.');
    await lapse();
    const state = {
      step: 'fetching' as const,
      progress: 45,
      receivedBytes: 500,
      totalBytes: 1000,
      bytesPerSecond: 50,
    };
    expect(await renewLease(database.db, job, LEASE_MS, state)).toBe(true);
    // Looking is not touching; less progress than before, after a file was started again, is not shown.
    expect(await renewLease(database.db, job, LEASE_MS, { ...state, progress: 3 })).toBe(true);
    await returnDownloads(database.db, 10);
    expect((await selectLatestDownloads(database.db, 1))[0]).toMatchObject({
      status: 'processing',
      progress: 45,
      received_bytes: 500,
      total_bytes: 1000,
      bytes_per_second: 50,
    });
    const { rows } = await sql<{ columns: string }>`
      select string_agg(pg_get_indexdef(indexrelid), ' ') as columns from pg_index
      where indrelid = 'download_jobs'::regclass`.execute(database.db);
    expect(rows[0]?.columns).toMatch(/position/);
    expect(rows[0]?.columns).not.toMatch(/leased_until|progress|_bytes|bytes_per/);
  });

  test('is ended by a reset, at no cost to the job', async () => {
    await queue(1, 'a.test');
    const [first] = await claimAll();
    expect(await returnProcessing(database.db, { keepMoving: false })).toBe(1);
    expect(await returnProcessing(database.db, { keepMoving: false })).toBe(0);
    expect(await renewLease(database.db, first ?? { id: '', leases: 0 }, LEASE_MS, undefined)).toBe(false);
    for (let n = 0; n < 40; n += 1) {
      expect(await takeDownload(database.db, '', LEASE_MS)).toBeDefined();
      await returnProcessing(database.db, { keepMoving: false });
    }
  });

  test('that is put off because its host wants a pause does not count as a worker’s death', async () => {
    await queue(1, 'a.test');
    const waits = new SourceError('host_waits', 'Later.', { retryAfterMs: 1000 });
    for (let n = 0; n < 40; n += 1) {
      const leased = await takeDownload(database.db, '', LEASE_MS);
      if (!leased) throw new Error('Nothing was claimed.');
      expect(await endWithError(database.db, leased, waits, { log: silentLog })).toBe(false);
      await sql`update download_jobs set run_at = null`.execute(database.db);
    }
    expect((await selectLatestDownloads(database.db, 1))[0]).toMatchObject({ attempts: 0, returns: 40 });
  });

  test('that was queued long ago still waits while DNS is down or a disk is full', async () => {
    await queue(1, 'a.test');
    await sql`update download_jobs set created_at = now() - interval '60 days'`.execute(database.db);
    for (const error of [new SourceError('dns_away', 'No DNS.'), new DiskError('full', '/data/work')]) {
      const leased = await takeDownload(database.db, '', LEASE_MS);
      if (!leased) throw new Error('Nothing was claimed.');
      expect(await endWithError(database.db, leased, error, { log: silentLog })).toBe(false);
      await sql`update download_jobs set run_at = null`.execute(database.db);
    }
    const job = await database.db.selectFrom('download_jobs').selectAll().executeTakeFirst();
    expect(job).toMatchObject({ status: 'pending', attempts: 0, returns: 2, put_off: false });
    // A month of pauses of a minute.
    await sql`update download_jobs set returns = 60 * 24 * 40`.execute(database.db);
    const leased = await takeDownload(database.db, '', LEASE_MS);
    if (!leased) throw new Error('Nothing was claimed.');
    const away = new SourceError('dns_away', 'No DNS.');
    expect(await endWithError(database.db, leased, away, { log: silentLog })).toBe(true);
  });

  test('lost by 25 dead workers is not retried', async () => {
    await queue(1, 'a.test');
    for (let n = 0; n < 25; n += 1) {
      expect(await takeDownload(database.db, '', LEASE_MS)).toBeDefined();
      await lapse();
      await returnDownloads(database.db, 10);
    }
    expect(await takeDownload(database.db, '', LEASE_MS)).toBeUndefined();
    expect((await selectLatestDownloads(database.db, 1))[0]).toMatchObject({
      status: 'failed',
      error: 'The worker died 25 times while processing this video.',
      error_class: 'worker_died',
    });
  });
});

test('a job that waits for its next try is not offered before, and does not keep others back', async () => {
  await queue(1, 'a.test', { priority: 50 });
  await queue(1, 'a.test');
  await sql`update download_jobs set run_at = now() + interval '1 hour' where priority = 50`.execute(
    database.db,
  );
  await returnDownloads(database.db, 10);
  expect((await claimAll()).map((job) => job.priority)).toEqual([0]);
  await sql`update download_jobs set run_at = now() - interval '1 second' where priority = 50`.execute(
    database.db,
  );
  await returnDownloads(database.db, 10);
  expect((await claimAll()).map((job) => job.priority)).toEqual([50]);
});

test('a source that is deleted leaves its downloads to those by hand', async () => {
  await makeSource('goes');
  await queue(3, 'a.test', { sourceId: 'goes' });
  await sql`delete from video_sources`.execute(database.db);
  expect((await claimAll()).map((job) => job.lane)).toEqual(['manual', 'manual']);
});

test('the counts are exact after everything that can happen to a job, and offers are what they must be', async () => {
  const { db } = database;
  await makeSource('some', 3);
  await queue(30, 'a.test', { sourceId: 'some' });
  await queue(10, 'b.test');
  for (const job of await claimAll()) if (job.lane === 'some') await complete(job);
  await sql`update download_jobs set status = 'failed' where id in
    (select id from download_jobs where status = 'pending' limit 4)`.execute(db);
  await sql`delete from download_jobs where id in
    (select id from download_jobs where status = 'pending' limit 3)`.execute(db);
  await sql`update download_jobs set status = 'pending' where status = 'failed' and position % 2 = 0`.execute(
    db,
  );
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int as n from download_jobs group by status`.execute(db);
  const counts = await countByStatus(db);
  for (const { status, n } of rows) expect(counts[status]).toBe(n);
  expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(37);

  const before = await sql`select lane, host, offered, head from download_lanes order by 1, 2`.execute(db);
  await sql`select refresh_download_lanes(array_agg(lane), array_agg(host)) from download_lanes`.execute(db);
  const after = await sql`select lane, host, offered, head from download_lanes order by 1, 2`.execute(db);
  expect(after.rows).toEqual(before.rows);
});

test('many new hosts cost as many look-ups, even with statistics of an almost empty queue', async () => {
  await queue(1, 'first.test');
  await asSuperuser(database.superuser, (db) => sql`analyze`.execute(db));
  const hosts = 500;
  const rowsRead = await database.db.transaction().execute(async (tx) => {
    await sql`insert into download_jobs (source_url, source_url_hash)
      select url, sha256(url::bytea)
      from generate_series(1, ${hosts}::int) as n, lateral (select 'https://h' || n || '.test/' as url) as u`.execute(
      tx,
    );
    const { rows } = await sql<{ n: number }>`
      select sum(seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables
      where relname in ('download_jobs', 'download_lanes')`.execute(tx);
    return rows[0]?.n;
  });
  expect(rowsRead).toBeLessThan(20 * hosts);
});
