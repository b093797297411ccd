import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

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
