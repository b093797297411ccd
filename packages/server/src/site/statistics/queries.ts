import type { AdminStats } from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

/** The dashboard's four numbers, from the database's counters: reads five rows. */
export async function selectTotals(db: Db): Promise<AdminStats> {
  const rows = await execute(db)<AdminStats>`
    select c.videos as "totalVideos", c.views as "totalViews",
      (select jobs from download_totals where status = 'processing') as "activeDownloads",
      (select jobs from download_totals where status = 'pending') as "queueSize"
    from catalogue_totals c`;
  const [totals] = rows;
  if (!totals) throw new Error('The totals are missing.');
  return totals;
}

/** The numbers of one metric and label: the start of each step, in seconds since 1970, and its value, unordered. */
export interface StatSeries {
  metric: string;
  label: string;
  times: number[];
  values: number[];
}

/** All numbers since then, by step; counts not folded yet come as further numbers for the same step. */
export function selectSeries(db: Db, step: 'hour' | 'day', since: Date): Promise<StatSeries[]> {
  // A row for each of ten thousand numbers would cost several times as much.
  return execute(db)<StatSeries>`
    select metric, label, array_agg(extract(epoch from starts_at)::float8) as times,
      array_agg(value::float8) as values
    from (select metric, label, starts_at, value from stat_buckets where span = ${step} and starts_at >= ${since}
          union all
          select metric, label, date_bin(${`1 ${step}`}::interval, hour, '2000-01-01 00:00Z'), value
          from stat_changes where hour >= ${since}) as parts
    group by 1, 2 order by 1, 2`;
}

/** Folds counts into hours and days; skipped while another process does it. */
export async function foldChanges(db: Db): Promise<void> {
  await execute(db)`select fold_stat_changes()`;
}

/** Records the counters of queue and storage for the current hour and day. */
export async function sampleCounters(db: Db): Promise<void> {
  await execute(db)`select sample_statistics()`;
}

/** Deletes up to `most` hours from before then; days stay. Returns how many. */
export async function deleteOldHours(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stat_buckets where (span, starts_at, metric, label) in (
      select span, starts_at, metric, label from stat_buckets
      where span = 'hour' and starts_at < ${before} order by starts_at limit ${most}::int)`.execute(db);
  return Number(numAffectedRows);
}

/** The statement, or a part of one, that adds what a query yields: metric, label, value. */
export function addToStats(added: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into stat_changes (metric, label, value) ${added}`;
}

/** Sums of some metrics since a moment, by label: from the hours, and what is not folded into them yet. */
export function sumSince(
  db: Db,
  metrics: readonly string[],
  since: Date,
): Promise<{ metric: string; label: string; total: number }[]> {
  return execute(db)<{ metric: string; label: string; total: number }>`
    select metric, label, sum(value)::float8 as total from (
      select metric, label, value from stat_buckets
        where span = 'hour' and starts_at >= ${since} and metric = any (${metrics}::text[])
      union all
      select metric, label, value from stat_changes where hour >= ${since} and metric = any (${metrics}::text[])
    ) as parts group by 1, 2 order by 1, 2`;
}
