import type { ChartSpan, Charts, Client } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { keepStatistics } from './statistics.ts';

const { signal } = new AbortController();

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql`truncate stat_buckets, stat_changes, outbox`.execute(site.base.db);
});

const db = () => site.base.db;
const charts = (span: ChartSpan = '24h') => admin.statistics.charts({ span });
const keep = () => keepStatistics(db(), new Date(), signal);

function sums({ series }: Charts): Record<string, number> {
  return Object.fromEntries(
    series.map(({ metric, label, values }) => [
      `${metric} ${label}`.trim(),
      values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    ]),
  );
}

async function setStatus(id: string, status: string): Promise<void> {
  await db().updateTable('videos').set({ status }).where('id', '=', id).execute();
}

async function addJobs(hosts: string[], runId: string | null = null): Promise<void> {
  await sql`insert into download_jobs (source_url, source_url_hash, crawler_run_id)
    select 'https://' || host || '.test/', sha256(host::bytea), ${runId} from unnest(${hosts}::text[]) as host`.execute(
    db(),
  );
}

function endJobs(hosts: string[], status: string, errorClass: string | null = null) {
  return sql`update download_jobs set status = ${status}, error_class = ${errorClass}
    where source_url = any (${hosts.map((host) => `https://${host}.test/`)}::text[])`.execute(db());
}

test('the four numbers are those of the tables', async () => {
  const ids = [await makeVideo(db(), { views: 5 }), await makeVideo(db(), { views: 7 })];
  await addJobs(['w1', 'w2', 'w3']);
  await endJobs(['w1'], 'processing');
  await setStatus(ids[0] ?? '', 'hidden');
  const { rows } = await sql`select
    (select count(*)::int from videos where status = 'published') as "totalVideos",
    (select sum(views)::int from videos) as "totalViews",
    (select count(*)::int from download_jobs where status = 'processing') as "activeDownloads",
    (select count(*)::int from download_jobs where status = 'pending') as "queueSize"`.execute(db());
  expect(await admin.statistics.totals()).toEqual(rows[0]);
  expect(rows[0]).toMatchObject({ activeDownloads: 1, queueSize: 2, totalViews: 12 });
});

test('a new video, one shown again, and each kind of removal count as such', async () => {
  const hidden = await makeVideo(db());
  const drafted = await makeVideo(db(), { status: 'processing', published_at: null });
  await db()
    .updateTable('videos')
    .set({ status: 'published', published_at: new Date() })
    .where('id', '=', drafted)
    .execute();
  await setStatus(hidden, 'hidden');
  await setStatus(hidden, 'published');
  await setStatus(hidden, 'published');
  await setStatus(drafted, 'removed');
  await setStatus(drafted, 'hidden');
  await sql`delete from videos where id = any (${[hidden, drafted]}::text[])`.execute(db());
  expect(sums(await charts())).toEqual({
    'videos_added new': 2,
    'videos_added again': 1,
    'videos_removed hidden': 1,
    'videos_removed removed': 1,
    'videos_removed deleted': 1,
  });
});

test('an ending counts once, by its outcome, and requeueing subtracts nothing', async () => {
  const { rows } = await sql<{ id: string }>`insert into crawler_runs default values returning id`.execute(
    db(),
  );
  await addJobs(['a', 'b', 'c', 'd'], rows[0]?.id);
  await addJobs(['e', 'f']);
  await endJobs(['a', 'b', 'e'], 'completed');
  await endJobs(['c'], 'failed', 'http_404');
  await endJobs(['d'], 'failed', 'network');
  await sql`update download_jobs set cancelled_at = now(), status = 'failed' where source_url = 'https://f.test/'`.execute(
    db(),
  );
  await endJobs(['a', 'b', 'e'], 'completed');
  await endJobs(['c', 'd'], 'pending');
  await endJobs(['c'], 'failed', 'http_404');
  expect(sums(await charts())).toEqual({
    downloads_completed: 3,
    crawler_added: 2,
    'downloads_failed http_404': 2,
    'downloads_failed network': 1,
  });
});

test('folding changes no number, however often it runs or is interrupted', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await makeVideo(db()));
  const before = sums(await charts());
  const undo = new Error('Killed.');
  await db()
    .transaction()
    .execute(async (tx) => {
      await keepStatistics(tx, new Date(), signal);
      throw undo;
    })
    .catch((error: unknown) => expect(error).toBe(undo));
  expect(sums(await charts())).toEqual(before);
  await keep();
  await makeVideo(db());
  await Promise.all([keep(), keep(), ...ids.map((id) => setStatus(id, 'hidden')), keep()]);
  await keep();
  for (const span of ['24h', '30d', 'year'] as const) {
    expect(sums(await charts(span))).toMatchObject({ 'videos_added new': 6, 'videos_removed hidden': 5 });
  }
  expect((await sql`select from stat_changes`.execute(db())).rows).toHaveLength(0);
});

test('hours are kept for thirteen months, days for good', async () => {
  await sql`insert into stat_buckets (span, starts_at, metric, value)
    select span, date_bin('1 day', now() - age * interval '1 day', '2000-01-01 00:00Z'), 'views', 1
    from (values ('hour'), ('day')) s (span), (values (1), (390), (400), (4000)) a (age)`.execute(db());
  await keep();
  const { rows } = await sql<{ span: string; n: number }>`
    select span, count(*)::int as n from stat_buckets where metric = 'views' group by span order by span`.execute(
    db(),
  );
  expect(rows).toEqual([
    { span: 'day', n: 4 },
    { span: 'hour', n: 2 },
  ]);
});
