import type { Db } from '@vesper/core/db/pool.ts';
import { countFailures } from '@vesper/core/jobs/leased-queries.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeCategory } from '../../../test/factories.ts';
import { expectFewReads, readsOf, testPlans } from '../../../test/reads-of.ts';
import { countDownloads, selectHosts, selectLatestDownloads } from './download-list-queries.ts';
import { countByStatus } from './download-queries.ts';
import { claimDownload, renewLease, returnDownloads, updateLeased } from './lease-queries.ts';
import {
  cancelOpenOf,
  cancelPendingBatch,
  moveUpPending,
  reopenFailed,
  reopenFailedBatch,
} from './steering-queries.ts';

const FINISHED = 20_000;
const WAITING = 5_000;
const HOSTS = 3_000;

let database: TestDatabase;
/** One lane is full and has thousands waiting; by hand there are thousands of hosts; the rest is history. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await sql`insert into video_sources (id, name, base_url, enabled) values
    ('a-full', 'Full', 'https://full.test/', false), ('z-quiet', 'Quiet', 'https://quiet.test/', false)`.execute(
    db,
  );
  await sql`insert into crawler_runs (id, status) values ('run', 'completed')`.execute(db);
  await sql`insert into download_jobs (source_url, source_url_hash, status, source_id, crawler_run_id, error_class)
    select 'https://host-' || n % 100 || '.test/' || n, sha256(n::text::bytea),
      case n % 5 when 0 then 'failed' else 'completed' end, case n % 2 when 0 then 'a-full' end,
      case n % 2 when 1 then 'run' end, 'network'
    from generate_series(1, ${FINISHED}::int) n`.execute(db);
  await sql`insert into download_jobs (source_url, source_url_hash, source_id)
    select 'https://full.test/' || n, sha256(('w' || n)::bytea), 'a-full'
    from generate_series(1, ${WAITING}::int) n`.execute(db);
  await claimDownload(db, '', 3_600_000);
  await sql`insert into blocked_addresses (hash, reason)
    select sha256(('b' || n)::bytea), 'A notice.' from generate_series(1, 5000) n`.execute(db);
  await makeCategory(db, 'Charts');
  await sql`insert into videos (title, slug, category, status, source_url, source_url_hash)
    select 'Chart ' || n, 'chart-' || n, 'Charts', 'processing', 'https://video.test/' || n, sha256(('v' || n)::bytea)
    from generate_series(1, 2000) n`.execute(db);
  await sql`insert into download_jobs (source_url, source_url_hash)
    select 'https://hand-' || n || '.test/', sha256(('h' || n)::bytea) from generate_series(1, ${HOSTS}::int) n`.execute(
    db,
  );
  await sql`insert into download_jobs (source_url, source_url_hash, run_at)
    select 'https://later-' || n || '.test/', sha256(('l' || n)::bytea), now() + interval '1 hour'
    from generate_series(1, ${HOSTS}::int) n`.execute(db);
});
afterAll(() => database.drop());

const anyOf = async (tx: Db, status: string) => {
  const [job] = await selectLatestDownloads(tx, 1, { status });
  if (!job) throw new Error(`There is no ${status} download.`);
  return job;
};

const works: Record<string, (tx: Db) => Promise<unknown>> = {
  'a claim': async (tx) => expect(await claimDownload(tx, '', 30_000)).toBeDefined(),
  'looking for lapsed leases and ended pauses': (tx) => returnDownloads(tx, 1_000),
  'a renewal': async (tx) => renewLease(tx, await anyOf(tx, 'processing'), 30_000, undefined),
  'the end of a job': async (tx) => {
    const job = await anyOf(tx, 'processing');
    expect(await updateLeased(tx, job, { status: 'completed' })).toBe(true);
  },
  'a cancelled job': async (tx) =>
    expect(await cancelOpenOf(tx, [(await anyOf(tx, 'pending')).id])).toHaveLength(1),
  'a job tried again': async (tx) =>
    expect(await reopenFailed(tx, (await anyOf(tx, 'failed')).id, 10)).toBeDefined(),
  'the latest jobs': (tx) => selectLatestDownloads(tx, 10),
  'the latest of a status, further back': async (tx) => {
    const { position } = await anyOf(tx, 'completed');
    expect(
      await selectLatestDownloads(tx, 10, { status: 'completed', before: position - 9_000 }),
    ).toHaveLength(10);
  },
  'those of a source': async (tx) =>
    expect(await selectLatestDownloads(tx, 10, { scope: { lane: 'a-full' } })).toHaveLength(10),
  'those of a run': async (tx) =>
    expect(await selectLatestDownloads(tx, 10, { scope: { runId: 'run' } })).toHaveLength(10),
  'those with errors of a class': async (tx) =>
    expect(await selectLatestDownloads(tx, 10, { errorClass: 'network' })).toHaveLength(10),
  'a class of errors that a source has not met': async (tx) =>
    expect(
      await selectLatestDownloads(tx, 10, { errorClass: 'timeout', scope: { lane: 'a-full' } }),
    ).toHaveLength(0),
  'those of an address': async (tx) => {
    const { source_url_hash: addressHash } = await anyOf(tx, 'completed');
    expect(await selectLatestDownloads(tx, 10, { scope: { addressHash } })).toHaveLength(1);
  },
  'host names that begin so': async (tx) => expect(await selectHosts(tx, 'host-1')).toHaveLength(10),
  'one moved up': async (tx) =>
    expect(await moveUpPending(tx, (await anyOf(tx, 'pending')).id, 20)).toBe(true),
  'the counts': async (tx) => expect(await countByStatus(tx)).toMatchObject({ processing: 1 }),
};

testPlans(() => database.db, 60, works);

test.each<[string, number, (tx: Db) => Promise<unknown>]>([
  [
    'the latest at ten hosts',
    500,
    async (tx) => {
      const scope = { hosts: await selectHosts(tx, 'host-') };
      expect(await selectLatestDownloads(tx, 10, { scope })).toHaveLength(10);
    },
  ],
  [
    'a count that goes no further',
    250,
    async (tx) => expect(await countDownloads(tx, { scope: { lane: 'a-full' } }, 100)).toBe(100),
  ],
  [
    'counts by class',
    250,
    async (tx) =>
      expect(await countFailures(tx, 'download_jobs', 100)).toContainEqual({
        errorClass: 'network',
        count: 100,
      }),
  ],
  [
    'a batch of failed ones opened again',
    400,
    async (tx) => {
      const { count } = await reopenFailedBatch(tx, { lane: 'a-full', before: 1e9, limit: 20 });
      expect(count).toBe(20);
    },
  ],
  [
    'a batch of waiting ones cancelled',
    250,
    async (tx) =>
      expect(await cancelPendingBatch(tx, { lane: 'a-full', upTo: 1e9, limit: 20 })).toHaveLength(20),
  ],
])('%s reads no more than it must', (_name, most, work) => expectFewReads(database.db, most, work));

test('when everything is taken or has to wait, a claim finds that out as quickly', async () => {
  await sql`update download_jobs set run_at = now() + interval '1 hour'
    where status = 'pending' and lane = 'manual'`.execute(database.db);
  const { rows, scans } = await readsOf(database.db, async (tx) =>
    expect(await claimDownload(tx, '', 30_000)).toBeUndefined(),
  );
  expect({ rows, scans }).toEqual({ rows: 0, scans: [] });
});
