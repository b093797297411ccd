import { type RawBuilder, sql } from 'kysely';
import { type Db, PREPARED } from '../../kernel/db/pool.ts';
import { execute, oneValue } from '../../kernel/db/run-sql.ts';

const prepared = sql.raw(PREPARED);

/** A visit to one video or page, now. */
export interface Visit {
  /** A query that has a row while it is public. */
  publicThing: RawBuilder<unknown>;
  mark: Buffer;
  now: Date;
  robot: boolean;
}

/**
 * Marks that a visitor saw it; `counted` unless the same mark was counted within the hour, or a robot asks. One
 * statement, so that two concurrent requests count once.
 */
export async function markView(
  db: Db,
  { publicThing, mark, now, robot }: Visit,
): Promise<{ found: boolean; counted: boolean }> {
  const rows = await execute(db)<{ found: boolean; counted: boolean }>`${prepared}
    with thing as (${publicThing}),
    noted as (
      insert into view_marks as known (mark, counted_at)
      select ${mark}, ${now} from thing where not ${robot}::boolean
      on conflict (mark) do update set counted_at = excluded.counted_at
        where known.counted_at <= excluded.counted_at - interval '1 hour'
      returning mark)
    select exists (select from thing) as found, exists (select from noted) as counted`;
  return rows[0] ?? { found: false, counted: false };
}

/** The day's salt; the first process to ask creates it. */
export async function obtainSalt(db: Db, day: string, candidate: Buffer): Promise<Buffer> {
  await execute(db)`
    insert into view_salts (day, salt) values (${day}::date, ${candidate}) on conflict do nothing`;
  return (await oneValue(db)<Buffer>`select salt from view_salts where day = ${day}::date`) ?? candidate;
}

export async function deleteOldMarks(db: Db, now: Date): Promise<void> {
  await execute(db)`delete from view_marks where counted_at < ${now}::timestamptz - interval '1 hour'`;
  await execute(db)`delete from view_salts where day < (${now}::timestamptz at time zone 'UTC')::date`;
}
