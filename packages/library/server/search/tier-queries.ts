import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Lookup } from './lookup.ts';

/** This many of the most viewed matches are ranked by relevance; the rest by views. */
export const RANKED = 200;
/** Read outside the tiers if these have few matches, for a filtered query. */
const COLD_CANDIDATES = 1500;
/**
 * Places where tiers 0 to 3 of the most viewed videos end; tier 4 is the rest of the most viewed tenth. Each has its own
 * text index. As each is about three times all before it, little more is read than needed.
 */
const TIER_ENDS = [3000, 12_000, 48_000, 192_000];
const TIERS = [0, 1, 2, 3, 4];

/** Only the rarest parts are looked up: a video that has all of these rarely lacks another. */
const MOST_LOOKED_UP = 4;
/** A query with more entries in the text index is looked up only in tiers of a fixed size. */
const MOST_ENTRIES = 40_000;
/** Rarer words are cheap to look up. */
const FEWEST_COMMON = MOST_ENTRIES / MOST_LOOKED_UP;
/** A word with this estimate, that frequent in the sample, surely has more matches than are counted. */
const SURELY_MANY = 2500;
const OFTEN_MET = 40;
/** Their size does not grow with the catalogue. */
const SIZED_TIERS = TIER_ENDS.length;

export interface Candidates {
  /** The number of most viewed matches wanted. */
  wanted: number;
  /** Counting stops at one more. */
  cap: number;
  /** A tsquery: rows say whether it `fits`, if only parts of a query are looked up. */
  sifts?: string | undefined;
  /** Whether matches must also pass a filter. */
  isFiltered?: boolean | undefined;
  /** Enough if a word surely has more matches than are counted; defaults to `wanted`. */
  paged?: number | undefined;
  /** Further columns of video_search. */
  facts?: readonly Fact[] | undefined;
}

export type Fact = 'category' | 'length' | 'quality' | 'duration' | 'published_at';

/** Whether only parts of the query are looked up, so that matches must be filtered. */
export function isLong({ parts, isWhole }: Lookup): boolean {
  return parts.length > MOST_LOOKED_UP || !isWhole;
}

/**
 * CTEs: `hot`, the most viewed matches in the tiers, at most `wanted`; `cold`, others in no order; `hot_total` and
 * `cold_total` count the rows read. Rows are narrow, as they are copied several times; `place_of` locates the document.
 * Reads tier after tier until there are enough and `cap` + 1 are counted, so the rows hardly grow with the catalogue.
 * `looked_up` has the query of the rarest parts, and whether it is `too_common` for the largest indexes.
 */
export function hotAndCold(lookup: Lookup, candidates: Candidates): RawBuilder<unknown> {
  const { wanted, cap, sifts, facts } = candidates;
  const more = sql`${fitsColumn(sifts)} ${sql.raw((facts ?? []).map((fact) => `, ${fact}`).join(''))}`;
  const tiers = TIERS.map((tier) => {
    const missing = tier === 0 ? sql`null` : stillMissing(upTo(tier - 1), { wanted, cap, all: sql`null` });
    const limit = tier < SIZED_TIERS ? missing : unlessTooCommon(missing);
    const before = tier === 0 ? sql`0` : sql`(select n from ${upTo(tier - 1)})`;
    return sql`${nameOf(tier)} as materialized (
        ${matching(sql`tier = ${sql.lit(tier)}`, more)} limit (${limit})),
      ${upTo(tier)} as materialized (select ${before} + count(*) as n from ${nameOf(tier)})`;
  });
  const all = TIERS.map((tier) => sql`select * from ${nameOf(tier)}`);
  return sql`${lookedUp(lookup)},
    ${sql.join(tiers)},
    hot_total as (select n from ${upTo(TIERS.length - 1)}),
    hot as materialized (
      select * from (${sql.join(all, sql` union all `)}) as tiers
      order by views desc, video_id desc limit ${wanted}::int),
    cold as materialized (${matching(sql`tier is null`, more)} limit (${coldLimit(candidates)})),
    cold_total as (select count(*) as n from cold)`;
}

/** All rows read, including those only counted. */
export const ALL_READ = sql`(${sql.join(
  [...TIERS.map(nameOf), sql`cold`].map((name) => sql`select * from ${name}`),
  sql` union all `,
)})`;

/** For counts per filter. */
export const COUNTED_FACTS = ['category', 'length', 'quality', 'published_at'] as const;

/** Whether `hot` and `cold` hold every match. */
export function foundAll(candidates: Candidates): RawBuilder<boolean> {
  return sql`((select n from hot_total) <= ${candidates.cap}::int
    and (select n from cold_total) < (${coldLimit(candidates)}))`;
}

/** Whether every match up to the cap was counted. */
export const COUNTED_ALL = sql<boolean>`(select not too_common from looked_up)`;

/** The number of matches, at most `cap` + 1, without counting if it is known to be larger. */
export function countedUpTo(cap: number): RawBuilder<number> {
  return sql`(select case when surely_many then ${cap + 1}::int else hot_total.n + cold_total.n end
    from looked_up, hot_total, cold_total)`;
}

/** Of the 3,000 most viewed: then a walk over 1,000 videos finds a dozen matches, half a page. */
const FEWEST_WALKED = 36;

/** Whether a walk over a list would find too few matches. */
export const IS_RARE = sql<boolean>`(select n < ${sql.lit(FEWEST_WALKED)} from ${upTo(0)})`;

/** The rarest parts as one query, and how common they are in the sample. */
function lookedUp(lookup: Lookup): RawBuilder<unknown> {
  const { parts, excluded, unless } = lookup;
  const keys = parts.flatMap((part, n) =>
    part.keys.flatMap((words, nth) => words.map((key) => ({ part: n + 1, nth, key }))),
  );
  // A filtered query is filtered by this too, which is cheaper than gathering its entries.
  const not = [...excluded, ...(unless === undefined || isLong(lookup) ? [] : [`(${unless})`])];
  return sql`looked_up as materialized (
      select (string_agg(query, ' & ') || ${not.map((one) => ` & !${one}`).join('')}::text)::tsquery as query,
        -- The rarest part is sought in the others; all entries of a beginning are gathered first.
        greatest(min(videos) * (count(*) + ${excluded.length}::int), max(begun)) > ${MOST_ENTRIES}::int as too_common,
        -- One word that is known to be common needs no counting, less the few that a narrower search has found.
        count(*) = 1 and ${excluded.length}::int = 0 and bool_and(most >= ${SURELY_MANY}::int) as surely_many
      from (
        select query, coalesce(sum(videos), 0) as videos, sum(videos) filter (where is_begun) as begun,
          coalesce(max(videos) filter (where words = 1 and not is_begun), 0) as most
        from unnest(${parts.map(({ query }) => query)}::text[]) with ordinality as part (query, part)
        left join (
          -- Words together are no more than the rarest of them.
          select part, min(coalesce(c.videos, 0)) as videos, bool_or(key like '*%') as is_begun, count(*) as words
          from unnest(${keys.map(({ part }) => part)}::int[], ${keys.map(({ nth }) => nth)}::int[],
            ${keys.map(({ key }) => key)}::text[]) as asked (part, nth, key)
          left join common_words c on c.word = key
          group by part, nth) as alternatives using (part)
        group by part, query order by videos, query limit ${MOST_LOOKED_UP}::int) as rarest)`;
}

function coldLimit({ wanted, cap, isFiltered, paged = wanted }: Candidates): RawBuilder<unknown> {
  const all = isFiltered ? sql`${COLD_CANDIDATES}::int` : sql`${cap + 1}::int - n`;
  const forPage = sql`greatest(${paged}::int - n, 0)`;
  return unlessTooCommon(stillMissing(sql`hot_total`, { wanted: RANKED, cap, all, forPage }));
}

function unlessTooCommon(limit: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select case when too_common then 0 else (${limit}) end from looked_up`;
}

interface Missing {
  wanted: number;
  cap: number;
  all: RawBuilder<unknown>;
  forPage?: RawBuilder<unknown>;
}

function stillMissing(
  total: RawBuilder<unknown>,
  { wanted, cap, all, forPage = sql`0` }: Missing,
): RawBuilder<unknown> {
  return sql`select case when n < ${wanted}::int then ${all} when surely_many then ${forPage}
    else greatest(${cap + 1}::int - n, 0) end from ${total}, looked_up`;
}

/** A subselect hides the words from the planner, which would think them common and scan: new words are in new rows. */
function matching(inTier: RawBuilder<unknown>, more: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select video_id, views, ctid as place_of ${more} from video_search
    where visible and ${inTier} and doc @@ (select query from looked_up)`;
}

/** A function, as an operator would use an index. */
export function fitsColumn(query: string | undefined): RawBuilder<unknown> {
  return query === undefined ? sql`` : sql`, ts_match_vq(doc, ${query}::tsquery) as fits`;
}

function nameOf(tier: number): RawBuilder<unknown> {
  return sql.raw(`tier_${tier}`);
}

function upTo(tier: number): RawBuilder<unknown> {
  return sql.raw(`up_to_tier_${tier}`);
}

export interface TierBorder {
  views: number;
  video_id: string;
}

/** The last video per tier; together they hold the most viewed tenth, at least `fewest`. Ids break ties. */
export function selectTierBorders(db: Db, fewest: number): Promise<TierBorder[]> {
  return execute(db)<TierBorder>`
    with hot as (select greatest(videos / 10, ${fewest}::int) as most from catalogue_totals),
    ranked as (
      select views, video_id, row_number() over (order by views desc, video_id desc) as place
      from (select views, video_id from video_search where visible
            order by views desc, video_id desc limit (select most + 1 from hot)) as most_viewed)
    select views, video_id from ranked, hot
    where place < (select max(place) from ranked)
      and (place = most or (place < most and place = any (${TIER_ENDS}::int[])))
    order by place`;
}

/** Re-marks up to `limit` videos in a wrong tier; returns how many. Skips locked ones: waiting could deadlock. */
export async function markTiers(db: Db, borders: readonly TierBorder[], limit: number): Promise<number> {
  const cases = borders.map(
    (last, tier) =>
      sql`when (views, video_id) >= (${last.views}::int, ${last.video_id}) then ${sql.lit(tier)}`,
  );
  const tier = sql`(case ${sql.join(cases, sql` `)} end)::smallint`;
  const { numAffectedRows } = await sql`
    with moved as materialized (
      select video_id, ${tier} as tier from video_search where tier is distinct from ${tier} limit ${limit}::int),
    free as materialized (
      select s.video_id from video_search s join videos v on v.id = s.video_id
      where s.video_id in (select video_id from moved) for no key update skip locked)
    update video_search s set tier = moved.tier from moved
    where s.video_id = moved.video_id and s.video_id in (select video_id from free)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Documents that word counts are estimated from. Their ids are random. */
const SAMPLE = 20_000;

/** Estimates the frequency of common words and prefixes; a small catalogue has none. */
export async function refreshCommonWords(db: Db): Promise<void> {
  const estimates = await execute(db)<{ word: string; videos: number }>`
    with share as (select greatest(videos, 1)::float8 / least(greatest(videos, 1), ${SAMPLE}::int) as scale from catalogue_totals),
    words as materialized (
      select word, ndoc from ts_stat('select doc from video_search where visible order by video_id limit ${sql.raw(String(SAMPLE))}')
      where (select videos from catalogue_totals) > ${FEWEST_COMMON}::int),
    entries as (
      select word, ndoc from words
      union all
      select '*' || left(word, length), sum(ndoc)::int from words, generate_series(1, char_length(word)) as length
      where word not like '=%' group by 1)
    select word, least(round(ndoc * scale), 2000000000)::int as videos from entries, share
    where ndoc * scale >= ${FEWEST_COMMON}::int or (ndoc * scale >= ${SURELY_MANY}::int and ndoc >= ${OFTEN_MET}::int)`;
  const words = estimates.map(({ word }) => word);
  const videos = estimates.map((one) => one.videos);
  await db.transaction().execute(async (tx) => {
    await execute(tx)`delete from common_words where word <> all (${words}::text[])`;
    await execute(tx)`insert into common_words (word, videos)
      select * from unnest(${words}::text[], ${videos}::int[])
      on conflict (word) do update set videos = excluded.videos`;
  });
}
