import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { firstRow } from '../../kernel/db/run-sql.ts';

/** The first column of the index cases_by_clock: with both of its values the second one finds the range. */
const BY_CLOCK = sql`((rank < 1000000) and (hidden_at is null)) = any ('{true,false}'::boolean[])`;

/** Open cases whose time limit is over, and those whose limit ends before a moment; each counted up to `most`. */
export async function countDueCases(
  db: Db,
  { now, soon, most }: { now: Date; soon: Date; most: number },
): Promise<{ overdue: number; dueSoon: number }> {
  const dueIn = (from: Date | null, to: Date) => sql`(select count(*)::int from (
    select from cases where is_open and ${BY_CLOCK} and coalesce(due_at, 'infinity') <= ${to}
      and coalesce(due_at, 'infinity') > coalesce(${from}::timestamptz, '-infinity') limit ${most}::int) as few)`;
  const row = await firstRow(db)<{ overdue: number; dueSoon: number }>`
    select ${dueIn(null, now)} as overdue, ${dueIn(now, soon)} as "dueSoon"`;
  return row ?? { overdue: 0, dueSoon: 0 };
}
