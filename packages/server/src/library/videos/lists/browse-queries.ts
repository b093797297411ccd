import { sql } from 'kysely';
import { type Db, PREPARED } from '../../../kernel/db/pool.ts';
import { execute, numberOf } from '../../../kernel/db/run-sql.ts';
import { fitOf, idsFrom, type Matches, matchesOf, type PageRow, pageOf } from '../../search/index.ts';
import { shownVideos, type VideoRow } from '../queries.ts';
import {
  type Browse,
  countedByFirst,
  type Fragment,
  filterCountsIn,
  type Order,
  orderOf,
  type Source,
  sourcesOf,
} from './browse-source-queries.ts';

const prepared = sql.raw(PREPARED);

/**
 * The count and one page of a list in any order with any filters. Without filters, or with those that an index of
 * video_facets covers, the list is exact as far as it is counted. Otherwise it is exact where one of the sources
 * (browse-source-queries.ts) is complete; where none is, it is exact up to where the walk ended, and continues with the
 * matches considered. Only the plain lists are prepared, by order, category and tag: of the others there are over a
 * thousand texts, and each connection would cache a plan for each.
 */
export async function selectBrowsed(db: Db, browse: Browse): Promise<Matches<VideoRow>> {
  const { offset, limit, cap } = browse;
  const order = orderOf(browse.sort ?? 'views');
  const sources = sourcesOf(browse, order);
  const rows = await execute(db)<VideoRow & PageRow>`${isPlain(browse) ? prepared : sql``}
    with ${sql.join(sources.map((source) => source.definition))},
    ${foundIn(sources, order, cap)},
    counts as materialized (
      select least(${countOf(browse)}, ${cap + 1}::int)::int as counted, ${anyComplete(sources)} as complete),
    ids as materialized (
      ${idsFrom(sql`found where place <= ${sql.lit(cap)}`, { offset, limit, by: rankingOf(browse) })})
    ${pageOf(shownVideos, filterCountsIn(browse))}`;
  return matchesOf(rows);
}

function isPlain({ words, filters: { duration, quality, date } }: Browse): boolean {
  return words === undefined && !duration && !quality && !date;
}

/** All candidates without duplicates, in the order of the list. */
function foundIn(sources: readonly Source[], { by }: Order, cap: number): Fragment {
  const each = sources.map((source) => source.candidates);
  const candidates = sql.join(each, sql` union `);
  return sql`found as materialized (
    select video_id, key, row_number() over (order by ${by}) as place from (${candidates}) as candidate
    order by ${by} limit ${sql.lit(cap + 1)})`;
}

/** The walk may have met what the first source has not. */
function countOf(browse: Browse): Fragment {
  const found = sql`(select count(*) from found)`;
  const byFirst = countedByFirst(browse);
  return byFirst === undefined ? found : sql`greatest(${found}, ${byFirst})`;
}

function rankingOf({ words, sort }: Browse): Fragment {
  if (words === undefined || sort !== undefined) return sql`place`;
  return sql`${fitOf(words, { row: sql`s.video_id = found.video_id`, place: sql`place` })}, place`;
}

function anyComplete(sources: readonly Source[]): Fragment {
  const each = sources.map((source) => source.complete);
  return sql`(${sql.join(each, sql` or `)})`;
}

/**
 * Copies the view counts of up to `limit` recently viewed videos to the column that lists sort by; returns how many.
 * May skip rows being written now; copyFacetViews picks them up.
 */
export function copyUncopiedViews(db: Db, limit: number): Promise<number> {
  return numberOf(db)`
    with viewed as (
      delete from uncopied_views where video_id in (
        select video_id from uncopied_views limit ${limit}::int for update skip locked)
      returning video_id),
    changed as (
      select f.video_id, v.views from viewed join videos v on v.id = viewed.video_id
      join video_facets f on f.video_id = v.id where f.views <> v.views),
    free as (
      select video_id from video_facets where video_id in (select video_id from changed)
      for no key update skip locked),
    copied as (
      update video_facets f set views = changed.views from changed
      where f.video_id = changed.video_id and f.video_id in (select video_id from free))
    select count(*)::int as n from viewed`;
}

/** Copies a batch of all view counts (by video id, after `afterId`) to the column that lists sort by. */
export async function copyFacetViews(db: Db, afterId: string, limit: number): Promise<string | undefined> {
  const rows = await execute(db)<{ last: string | null }>`
    with batch as (
      select f.video_id, f.views <> v.views as changed, v.views
      from (select video_id, views from video_facets where video_id > ${afterId}
            order by video_id limit ${limit}::int) as f
      join videos v on v.id = f.video_id),
    -- Skips rows locked by others until next time: waiting could deadlock.
    free as (
      select video_id from video_facets where video_id in (select video_id from batch where changed)
      for no key update skip locked),
    copied as (
      update video_facets f set views = batch.views from batch
      where f.video_id = batch.video_id and f.video_id in (select video_id from free))
    select max(video_id) as last from batch`;
  return rows[0]?.last ?? undefined;
}
