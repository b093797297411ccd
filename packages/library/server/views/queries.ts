import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { execute, oneValue } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';

const prepared = sql.raw(PREPARED);

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
 * `counted` unless the same mark was counted within the hour, or a robot asks. One statement, so that concurrent requests
 * count once; in the order of marks, against deadlocks. `publicThing` is a query with a row while the id is public.
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

/** In the batch's transaction; false if it was written before. So a batch whose commit got lost can be retried. */
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

/** Created by the first process that asks. */
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

/** Pairs with fewer networks on a day are dropped. */
const FEWEST_NETWORKS = 3;
/** Pairs not watched for this long are dropped. */
const KEPT = '90 days';

/** Two videos shown after each other in one tab. */
export interface PairVisit {
  day: string;
  /** In id order. */
  first: string;
  second: string;
  /** Of network and pair. */
  mark: Buffer;
  /** Of the earlier video's counted view. */
  seenMark: Buffer;
}

/** Only if the same visitor has a counted view of the earlier video, within about the hour. */
export async function markPairs(db: Db, visits: readonly PairVisit[]): Promise<void> {
  const each = <T>(field: (one: PairVisit) => T) => visits.map(field);
  await execute(db)`${prepared}
    insert into watched_marks (day, first_id, second_id, mark)
    select day, first_id, second_id, mark
    from unnest(${each(({ day }) => day)}::date[], ${each(({ first }) => first)}::text[],
      ${each(({ second }) => second)}::text[], ${each(({ mark }) => mark)}::bytea[],
      ${each(({ seenMark }) => seenMark)}::bytea[]) as visit (day, first_id, second_id, mark, seen)
    where exists (select from view_marks where view_marks.mark = seen)
    order by day, first_id, second_id, mark
    on conflict do nothing`;
}

/** Keeps past days' pairs of enough networks and deletes the marks, in one statement, so that no mark counts twice. */
export async function foldPairs(tx: Db, now: Date): Promise<void> {
  await execute(tx)`
    with past as (
      delete from watched_marks where day < (${now}::timestamptz at time zone 'UTC')::date
      returning day, first_id, second_id),
    counted as (
      select day, first_id, second_id, count(*)::int as n from past
      group by day, first_id, second_id having count(*) >= ${sql.lit(FEWEST_NETWORKS)}),
    pairs as (
      select video_id, other_id, sum(n)::int as networks, max(day) as day from (
        select first_id as video_id, second_id as other_id, n, day from counted
        union all select second_id, first_id, n, day from counted) as both_ways
      where exists (select from videos where id = video_id) and exists (select from videos where id = other_id)
      group by video_id, other_id)
    insert into watched_pairs as known (video_id, other_id, networks, last_day)
    select video_id, other_id, networks, day from pairs order by video_id, other_id
    on conflict (video_id, other_id) do update
      set networks = least(known.networks::bigint + excluded.networks, 1000000), last_day = excluded.last_day`;
  await execute(tx)`
    delete from watched_pairs
    where last_day < (${now}::timestamptz at time zone 'UTC')::date - interval ${sql.lit(KEPT)}`;
}
