import type { AdminStats } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';

/** From counters: reads five rows. */
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

/** Unordered; times are seconds since 1970. */
export interface StatSeries {
  metric: string;
  label: string;
  times: number[];
  values: number[];
}

/** Counts not folded yet are extra numbers of the same step. */
export function selectSeries(db: Db, step: 'hour' | 'day', since: Date): Promise<StatSeries[]> {
  // Arrays: a row per number would cost several times as much.
  return execute(db)<StatSeries>`
    select metric, label, array_agg(extract(epoch from starts_at)::float8) as times,
      array_agg(value::float8) as values
    from (select metric, label, starts_at, value from stat_buckets where span = ${step} and starts_at >= ${since}
          union all
          select metric, label, date_bin(${`1 ${step}`}::interval, hour, '2000-01-01 00:00Z'), value
          from stat_changes where hour >= ${since}) as parts
    group by 1, 2 order by 1, 2`;
}

/** Skipped while another process does it. */
export async function foldChanges(db: Db): Promise<void> {
  await execute(db)`select fold_stat_changes()`;
}

export async function sampleCounters(db: Db): Promise<void> {
  await execute(db)`select sample_statistics()`;
}

/** Days stay. Returns how many. */
export async function deleteOldHours(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stat_buckets where (span, starts_at, metric, label) in (
      select span, starts_at, metric, label from stat_buckets
      where span = 'hour' and starts_at < ${before} order by starts_at limit ${most}::int)`.execute(db);
  return Number(numAffectedRows);
}

/** Adds a query's metric, label and value. */
export function addToStats(added: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into stat_changes (metric, label, value) ${added}`;
}

/** By label, including counts not folded yet. */
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
