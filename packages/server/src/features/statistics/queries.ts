import type { AdminStats } from '@vesper/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

/** The dashboard's four numbers, from counters that the database keeps: five rows are read. */
export async function selectTotals(db: Db): Promise<AdminStats> {
  const { rows } = await sql<AdminStats>`
    select c.videos as "totalVideos", c.views as "totalViews",
      (select jobs from download_totals where status = 'processing') as "activeDownloads",
      (select jobs from download_totals where status = 'pending') as "queueSize"
    from catalogue_totals c`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('The totals are missing.');
  return totals;
}

export interface StatRow {
  metric: string;
  label: string;
  starts_at: Date;
  value: number;
}

/** Every number of every step since then; what is not folded yet among it. */
export async function selectBuckets(db: Db, step: 'hour' | 'day', since: Date): Promise<StatRow[]> {
  const { rows } = await sql<StatRow>`
    select metric, label, starts_at, sum(value)::bigint as value
    from (select metric, label, starts_at, value from stat_buckets where span = ${step} and starts_at >= ${since}
          union all
          select metric, label, date_bin(${`1 ${step}`}::interval, hour, '2000-01-01 00:00Z'), value
          from stat_changes where hour >= ${since}) as parts
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** Brings what was counted into its hours and days; does nothing while somebody else does it. */
export async function foldChanges(db: Db): Promise<void> {
  await sql`select fold_stat_changes()`.execute(db);
}

/** Notes what the counters of queue and storage say, for the present hour and day. */
export async function sampleCounters(db: Db): Promise<void> {
  await sql`select sample_statistics()`.execute(db);
}

/** Deletes the hours before then, so many rows at most; the days stay. Returns how many went. */
export async function deleteOldHours(db: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stat_buckets where (span, starts_at, metric, label) in (
      select span, starts_at, metric, label from stat_buckets
      where span = 'hour' and starts_at < ${before} order by starts_at limit ${most}::int)`.execute(db);
  return Number(numAffectedRows);
}
