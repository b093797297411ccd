import { sql } from 'kysely';
import { type Db, PREPARED } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

const prepared = sql.raw(PREPARED);
/** Pairs that fewer networks watched on a day are forgotten with it. */
const FEWEST_NETWORKS = 3;
/** Pairs that nobody watched for so long are forgotten. */
const KEPT = '90 days';

/** Two videos that one tab showed after each other. */
export interface PairVisit {
  day: string;
  /** In the order of their ids. */
  first: string;
  second: string;
  /** Of the network and the pair. */
  mark: Buffer;
  /** Of the counted view of the earlier one. */
  seenMark: Buffer;
}

/** Marks the pairs whose earlier video the same visitor has a counted view of, within about the hour; each mark once. */
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

/**
 * Of the days before this moment's, keeps the pairs of enough networks, for both videos, and deletes the marks; in one
 * statement, so that no mark counts twice.
 */
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
