import type { Db } from '@vesper/core/db/pool.ts';
import { STREAMS_VERSION } from '@vesper/library/media';
import { selectHostedBatch, selectOldStreams } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeCategory } from '../../../test/factories.ts';
import { expectFewReads, readsOf, testPlans } from '../../../test/reads-of.ts';
import { moveUpPending, queueMediaJobs } from './job-queries.ts';
import {
  claimMediaJob,
  endMediaJob,
  postponeMediaJob,
  renewMediaLease,
  returnMediaJobs,
} from './lease-queries.ts';
import { lockFailedJobs, selectMediaJobs } from './list-queries.ts';
import { selectRunningReruns, stopRunning } from './rerun-queries.ts';

const VIDEOS = 8_000;

let database: TestDatabase;
let videoIds: string[];
let rerunId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await makeCategory(db, 'Charts');
  await sql`insert into video_sources (id, name, base_url, enabled) values ('small', 'Small', 'https://small.test/', false)`.execute(
    db,
  );
  await sql`insert into videos (title, slug, category, status, published_at, source_url, source_url_hash, source_id,
      hls_url, streams_version)
    select 'Chart', 'chart', 'Charts', 'published', now(), 'https://v.test/' || n, sha256(n::text::bytea),
      case when n % 100 = 0 then 'small' end,
      case when n % 100 = 0 then '' else 'videos/a/hls.m3u8' end,
      case when n % 100 = 0 then 0 else ${STREAMS_VERSION}::int end
    from generate_series(1, ${VIDEOS}::int) n`.execute(db);
  await sql`update videos set streams_version = 0 where id in (
    select id from videos where hls_url <> '' limit 10)`.execute(db);
  await sql`insert into media_reruns (step) select 'film' from generate_series(1, 500)`.execute(db);
  await sql`update media_reruns set state = 'completed' where id < 500`.execute(db);
  rerunId = (await selectRunningReruns(db))[0] ?? 0;
  await sql`insert into media_jobs (video_id, step, status, rerun_id, run_at)
    select id, 'renditions', case when row_number() over () % 5 > 1 then 'completed' else 'pending' end,
      case when row_number() over () % 100 = 0 then ${rerunId}::bigint end,
      case when row_number() over () % 5 = 1 then now() + interval '1 hour' end
    from videos`.execute(db);
  await sql`insert into media_jobs (video_id, step, status, error_class)
    select id, 'pictures', 'failed', 'storage' from videos limit 2000`.execute(db);
  for (let n = 0; n < 3; n += 1) await claimMediaJob(db, 3_600_000);
  const { rows } = await sql<{ id: string }>`select id from videos limit 20`.execute(db);
  videoIds = rows.map(({ id }) => id);
});
afterAll(() => database.drop());

const LATEST = { before: 999_999_999 };
const anyUnderWay = async (tx: Db) => {
  const [job] = await selectMediaJobs(tx, 1, { ...LATEST, status: 'processing' });
  if (!job) throw new Error('No job is running.');
  return job;
};

const works: Record<string, (tx: Db) => Promise<unknown>> = {
  'a claim': async (tx) => expect(await claimMediaJob(tx, 30_000)).toBeDefined(),
  'looking for lapsed leases and ended pauses': (tx) => returnMediaJobs(tx, 100),
  'a renewal': async (tx) =>
    expect(await renewMediaLease(tx, await anyUnderWay(tx), { leaseMs: 30_000, progress: 1 })).toBe(true),
  'the end of a job': async (tx) =>
    expect(await endMediaJob(tx, await anyUnderWay(tx), { status: 'completed', error: null })).toBe(true),
  'a pause': async (tx) =>
    expect(await postponeMediaJob(tx, await anyUnderWay(tx), { pauseMs: 1 })).toBe(true),
  'asking for a step': async (tx) =>
    expect(
      await queueMediaJobs(tx, { step: 'renditions', videoIds: videoIds.slice(0, 3), priority: 0 }),
    ).toHaveLength(3),
  'the latest of a status, further back': async (tx) =>
    expect(await selectMediaJobs(tx, 10, { before: 4_000, status: 'completed' })).toHaveLength(10),
  'those of a source': async (tx) =>
    expect(await selectMediaJobs(tx, 3, { scope: { sourceId: 'small' } })).toHaveLength(3),
  'those with errors of a class': async (tx) =>
    expect(await selectMediaJobs(tx, 10, { errorClass: 'storage' })).toHaveLength(10),
  'one moved up': async (tx) => {
    const [job] = await selectMediaJobs(tx, 1, { status: 'pending' });
    expect(await moveUpPending(tx, job?.id ?? '', 30)).toBe(true);
  },
  'failed ones held': async (tx) =>
    expect(await lockFailedJobs(tx, { errorClass: 'storage' }, 20)).toHaveLength(20),
  'a batch of the videos of a source': async (tx) =>
    expect(
      (await selectHostedBatch(tx, { sourceId: 'small' }, { afterId: '4', limit: 20 })).ids,
    ).toHaveLength(20),
  'a batch of the videos with old streams': async (tx) =>
    expect(
      (await selectHostedBatch(tx, { withOldStreams: true }, { afterId: '', limit: 20 })).ids,
    ).toHaveLength(10),
  'which have old streams': async (tx) => expect(await selectOldStreams(tx, 1_001)).toHaveLength(10),
};

testPlans(() => database.db, 90, works);

test('stopping a re-run reads its own jobs only', () =>
  expectFewReads(database.db, 2_000, (tx) => stopRunning(tx, rerunId)));

test('when everything has to wait, a claim finds that out as quickly', async () => {
  await sql`update media_jobs set run_at = now() + interval '1 hour' where status = 'pending'`.execute(
    database.db,
  );
  expect(
    await readsOf(database.db, async (tx) => expect(await claimMediaJob(tx, 30_000)).toBeUndefined()),
  ).toEqual({
    rows: 0,
    scans: [],
  });
});
