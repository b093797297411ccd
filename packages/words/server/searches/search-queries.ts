import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { columnOf, execute } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import type { Suggested } from './suggestion-queries.ts';

const prepared = sql.raw(PREPARED);

/** Searches from fewer networks a day are never stored unhashed, nor shown. */
const FEWEST_NETWORKS = 5;
const FEWEST_TO_SUGGEST = 10;

export interface Asking {
  text: string;
  /** Hashes with the day's salt: one of text and network, one of the text. */
  mark: Buffer;
  textMark: Buffer;
}

/** Stores a text once enough networks searched for it. Returns the new marks; locks in their order against deadlocks. */
export function countSearches(db: Db, day: string, askings: readonly Asking[]): Promise<Buffer[]> {
  return columnOf(db)<Buffer>`${prepared}
    with asked as materialized (
      select distinct on (mark) mark, text_mark, text
      from unnest(${askings.map(({ mark }) => mark)}::bytea[], ${askings.map(({ textMark }) => textMark)}::bytea[],
                  ${askings.map(({ text }) => text)}::text[]) as asking (mark, text_mark, text)
      order by mark),
    fresh as (
      insert into search_marks (mark, day) select mark, ${day}::date from asked order by mark
      on conflict do nothing returning mark),
    counted as (
      insert into search_counts as known (text_mark, day, networks)
      select text_mark, ${day}::date, count(*) from asked join fresh using (mark) group by text_mark order by text_mark
      on conflict (text_mark) do update set networks = known.networks + excluded.networks
      returning text_mark, networks),
    named as (
      insert into searches as known (day, text, networks)
      select ${day}::date, text, networks from counted join (select distinct text_mark, text from asked) as texts using (text_mark)
      where networks >= ${FEWEST_NETWORKS}::int order by text
      on conflict (day, text) do update set networks = greatest(known.networks, excluded.networks))
    select mark from fresh`;
}

/** Keeps the `most` frequent texts of past days. */
export async function deletePast(
  db: Db,
  { today, oldest, most }: { today: string; oldest: string; most: number },
): Promise<void> {
  await execute(db)`delete from search_marks where day < ${today}::date`;
  await execute(db)`delete from search_counts where day < ${today}::date`;
  await execute(db)`delete from searches where day < ${oldest}::date`;
  await execute(db)`
    delete from searches s
    using (select day, text, row_number() over (partition by day order by networks desc, text) as place
           from searches where day < ${today}::date and day >= ${today}::date - 2) as one
    where one.place > ${most}::int and s.day = one.day and s.text = one.text`;
}

export function selectUncounted(db: Db, since: string, limit: number): Promise<string[]> {
  return columnOf(db)<string>`
    select text from searches where day >= ${since}::date and coalesce(results, 0) = 0
    group by text order by bool_or(results is null) desc, sum(networks) desc, text limit ${limit}::int`;
}

export async function updateResults(db: Db, since: string, text: string, results: number): Promise<void> {
  await execute(db)`update searches set results = ${results}
    where text = ${text} and day >= ${since}::date and results is distinct from ${results}`;
}

/** Days are not summed: each may have the same networks. */
export function selectAskedByMany(db: Db, since: Date, limit: number): Promise<Suggested[]> {
  return execute(db)<Suggested>`
    select text as target, text as shown, max(networks) as n from searches s
    where day >= ${since}::date and not exists (select from settled_searches one where one.text = s.text)
    group by text
    having max(networks) >= ${FEWEST_TO_SUGGEST}::int and (array_agg(results order by day desc))[1] > 0
    order by n desc, text limit ${limit}::int`;
}

/** Before synonyms and blocked texts are left out. */
export interface SearchesRequest {
  from: string;
  to: string;
  isOpenOnly: boolean;
  offset: number;
  limit: number;
}

export interface SearchRow {
  text: string;
  networks: number;
  days: number;
  last_day: string;
  results: number | null;
  keyword_id: string | null;
  is_settled: boolean;
}

/** Without results first, then by networks. */
export function selectSearches(db: Db, request: SearchesRequest): Promise<SearchRow[]> {
  const { from, to, isOpenOnly, offset, limit } = request;
  return execute(db)<SearchRow>`
    with asked as materialized (
      select text, sum(networks)::int as networks, count(*)::int as days, max(day)::text as last_day,
        (array_agg(results order by day desc))[1] as results
      from searches where day between ${from}::date and ${to}::date group by text)
    select asked.*, keyword.id as keyword_id, settled.text is not null as is_settled
    from asked
    left join settled_searches settled on settled.text = asked.text
    left join lateral (
      select k.id from keywords k where lower(k.keyword) = asked.text order by k.position limit 1) keyword on true
    where not ${isOpenOnly}::boolean or (keyword.id is null and settled.text is null)
    order by (results = 0) desc nulls last, networks desc, asked.text offset ${offset}::int limit ${limit}::int`;
}

export async function insertSettled(db: Db, text: string): Promise<boolean> {
  const rows = await execute(db)`
    insert into settled_searches (text) values (${text}) on conflict do nothing returning text`;
  return rows.length > 0;
}

export async function deleteSettled(db: Db, text: string): Promise<boolean> {
  return (await execute(db)`delete from settled_searches where text = ${text} returning text`).length > 0;
}
