import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { firstRow } from '../../kernel/db/run-sql.ts';

/** The first column of the index cases_by_clock: with both of its values the second one finds the range. */
const BY_CLOCK = sql`((rank < 1000000) and (hidden_at is null)) = any ('{true,false}'::boolean[])`;

export interface OpenCases {
  waiting: number;
  oldestAt: Date | null;
  overdue: number;
  dueSoon: number;
}

/** Open cases of every kind: all, those whose time limit is over or ends before a moment, each counted up to `most`. */
export async function countOpenCases(
  db: Db,
  { now, soon, most }: { now: Date; soon: Date; most: number },
): Promise<OpenCases> {
  const dueIn = (from: Date | null, to: Date) => sql`(select count(*)::int from (
    select from cases where is_open and ${BY_CLOCK} and coalesce(due_at, 'infinity') <= ${to}
      and coalesce(due_at, 'infinity') > coalesce(${from}::timestamptz, '-infinity') limit ${most}::int) as few)`;
  const row = await firstRow(db)<OpenCases>`
    select (select count(*)::int from (select from cases where is_open limit ${most}::int) as few) as waiting,
      (select received_at from cases where is_open order by received_at limit 1) as "oldestAt",
      ${dueIn(null, now)} as overdue, ${dueIn(now, soon)} as "dueSoon"`;
  return row ?? { waiting: 0, oldestAt: null, overdue: 0, dueSoon: 0 };
}
