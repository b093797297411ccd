import { type RawBuilder, sql } from 'kysely';
import { type Db, PREPARED } from '../../kernel/db/pool.ts';
import { execute, oneValue } from '../../kernel/db/run-sql.ts';

const prepared = sql.raw(PREPARED);

/** A visit to a video or page. */
export interface Visit {
  id: string;
  mark: Buffer;
  robot: boolean;
}

export interface MarkedVisit {
  /** Whether it exists publicly. */
  found: boolean;
  counted: boolean;
}

/**
 * Marks who saw what; `counted` unless the same mark was counted within the hour, here or in a visit before, or a robot
 * asks. One statement, so that two concurrent requests count once; in the order of the marks, so that two batches do
 * not deadlock. `publicThing` is a query that has a row while that id is public.
 */
export async function markViews(
  db: Db,
  publicThing: (id: RawBuilder<string>) => RawBuilder<unknown>,
  visits: readonly Visit[],
  now: Date,
): Promise<MarkedVisit[]> {
  const isFirst = firstOfEachMark(visits);
  return execute(db)<MarkedVisit>`${prepared}
    with visits as materialized (
      select mark, counts, nth, public.is_found is true as found
      from unnest(${visits.map(({ id }) => id)}::text[], ${visits.map(({ mark }) => mark)}::bytea[],
                  ${visits.map(({ robot }, nth) => !robot && isFirst[nth])}::boolean[])
        with ordinality as visit (id, mark, counts, nth)
      left join lateral (select true as is_found from (${publicThing(sql`visit.id`)} limit 1) as thing) public on true),
    noted as (
      insert into view_marks as known (mark, counted_at)
      select mark, ${now} from visits where found and counts order by mark
      on conflict (mark) do update set counted_at = excluded.counted_at
        where known.counted_at <= excluded.counted_at - interval '1 hour'
      returning mark)
    select found, counts and noted.mark is not null as counted
    from visits left join noted using (mark) order by nth`;
}

function firstOfEachMark(visits: readonly Visit[]): boolean[] {
  const seen = new Set<string>();
  return visits.map(({ mark, robot }) => {
    const key = mark.toString('latin1');
    if (robot || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Notes that a batch of views is written, in the transaction that writes it; false if that has happened. So a batch
 * whose commit was not heard of can be tried again. A try that still runs is waited for.
 */
export async function noteBatch(
  tx: Db,
  { writer, number }: { writer: string; number: number },
  now: Date,
): Promise<boolean> {
  const noted = await execute(tx)`
    insert into view_batches as known (writer, number, written_at) values (${writer}::uuid, ${number}::int, ${now})
    on conflict (writer) do update set number = excluded.number, written_at = excluded.written_at
      where known.number < excluded.number
    returning number`;
  return noted.length > 0;
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
  await execute(db)`delete from view_batches where written_at < ${now}::timestamptz - interval '1 day'`;
}
