import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { execute, numberOf } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
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
 * The count and one page of any list: exact if one of the sources (browse-source-queries.ts) is complete, otherwise up to
 * the end of the walk, and continued with the other candidates. Only plain lists are prepared: there are over a thousand
 * other statements, and each connection would cache their plans.
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

/** Without duplicates, in the list's order. */
function foundIn(sources: readonly Source[], { by }: Order, cap: number): Fragment {
  const each = sources.map((source) => source.candidates);
  const candidates = sql.join(each, sql` union `);
  return sql`found as materialized (
    select video_id, key, row_number() over (order by ${by}) as place from (${candidates}) as candidate
    order by ${by} limit ${sql.lit(cap + 1)})`;
}

/** The walk may find more than the first source. */
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

/** Copies recent views for sorting; returns how many. Skips locked rows, which copyFacetViews repairs. */
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

/** Copies all views, in batches by video id after `afterId`. */
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
