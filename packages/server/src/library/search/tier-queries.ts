import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

/** This many of the most viewed matches are ranked by words and views; the rest by views alone. */
export const RANKED = 300;
/** Where the tiers have few matches, this many others are considered. */
const COLD_CANDIDATES = 3000;
/**
 * The most viewed videos, down to these places, form tiers 0 to 3; tier 4 is the rest of the most viewed tenth. Each has
 * a text index of its own. As each is about three times all before it, little more is read than is asked for.
 */
const TIER_ENDS = [3000, 12_000, 48_000, 192_000];
const TIERS = [0, 1, 2, 3, 4];

export interface Candidates {
  /** At most this many of the most viewed matches are wanted, in the order of their views. */
  wanted: number;
  /** Others are read only to count them: up to so many, and one more, in all. */
  cap: number;
}

/**
 * CTEs: `hot`, the most viewed matches in the tiers, at most as many as are `wanted`, and `cold`, others in no order;
 * `hot_total` and `cold_total` count (`n`) what was read. Tier after tier is read until there are enough, and then
 * counted until there are `cap` + 1: the rows read hardly grow with the catalogue.
 */
export function hotAndCold(query: string, { wanted, cap }: Candidates): RawBuilder<unknown> {
  const tiers = TIERS.map((tier) => {
    const limit =
      tier === 0 ? sql`` : sql`limit (${stillMissing(upTo(tier - 1), { wanted, cap, all: sql`null` })})`;
    const before = tier === 0 ? sql`0` : sql`(select n from ${upTo(tier - 1)})`;
    return sql`${nameOf(tier)} as materialized (
        ${matching(query, sql`tier = ${sql.lit(tier)}`)} ${limit}),
      ${upTo(tier)} as materialized (select ${before} + count(*) as n from ${nameOf(tier)})`;
  });
  const all = TIERS.map((tier) => sql`select * from ${nameOf(tier)}`);
  return sql`${sql.join(tiers)},
    hot_total as (select n from ${upTo(TIERS.length - 1)}),
    hot as materialized (
      select * from (${sql.join(all, sql` union all `)}) as tiers
      order by views desc, video_id desc limit ${wanted}::int),
    cold as materialized (${matching(query, sql`tier is null`)} limit (${coldLimit(cap)})),
    cold_total as (select count(*) as n from cold)`;
}

/** Whether `hot` and `cold` hold every match. */
export function foundAll(cap: number): RawBuilder<boolean> {
  return sql`((select n from hot_total) <= ${cap}::int and (select n from cold_total) < (${coldLimit(cap)}))`;
}

function coldLimit(cap: number): RawBuilder<unknown> {
  return stillMissing(sql`hot_total`, { wanted: RANKED, cap, all: sql`${COLD_CANDIDATES}::int` });
}

function stillMissing(
  total: RawBuilder<unknown>,
  { wanted, cap, all }: Candidates & { all: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`select case when n < ${wanted}::int then ${all} else greatest(${cap + 1}::int - n, 0) end from ${total}`;
}

/**
 * Matches in a tier. A subselect hides the words from the planner, which would otherwise consider them common and scan
 * the table for matches: new words are often only in the newest rows.
 */
function matching(query: string, inTier: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select video_id, doc, views from video_search
    where visible and ${inTier} and doc @@ (select ${query}::tsquery)`;
}

const nameOf = (tier: number) => sql.raw(`tier_${tier}`);
const upTo = (tier: number) => sql.raw(`up_to_tier_${tier}`);

/** The last video of a tier. */
export interface TierBorder {
  views: number;
  video_id: string;
}

/**
 * The last video of each tier, from the most viewed on: the tiers hold the most viewed tenth, or `fewest` if greater.
 * None where there are no more videos than that. Among equally viewed ones ids decide, so that the tiers of a catalogue
 * that nobody has viewed are full as well.
 */
export function selectTierBorders(db: Db, fewest: number): Promise<TierBorder[]> {
  return execute(db)<TierBorder>`
    with hot as (select greatest(videos / 10, ${fewest}::int) as most from catalogue_totals),
    ranked as (
      select views, video_id, row_number() over (order by views desc, video_id desc) as place
      from (select views, video_id from video_search where visible
            order by views desc, video_id desc limit (select most + 1 from hot)) as most_viewed)
    select views, video_id from ranked, hot
    where exists (select from ranked where place > most)
      and (place = most or (place < most and place = any (${TIER_ENDS}::int[])))
    order by place`;
}

/** Re-marks up to `limit` videos that are in another tier than their views say; returns how many. */
export async function markTiers(db: Db, borders: readonly TierBorder[], limit: number): Promise<number> {
  const cases = borders.map(
    (last, tier) =>
      sql`when (views, video_id) >= (${last.views}::int, ${last.video_id}) then ${sql.lit(tier)}`,
  );
  const tier = sql`(case ${sql.join(cases, sql` `)} end)::smallint`;
  const { numAffectedRows } = await sql`
    update video_search set tier = ${tier} where video_id in (
      select video_id from video_search where tier is distinct from ${tier} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
