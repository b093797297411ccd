import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

/** So many of the most viewed matches are ranked against each other; the rest follow by views alone. */
export const RANKED_CANDIDATES = 300;

export async function upsertSearchRow(db: Db, videoId: string, doc: string, visible: boolean): Promise<void> {
  await sql`insert into video_search (video_id, doc, views, visible)
    select id, ${doc}::tsvector, views, ${visible} from videos where id = ${videoId}
    on conflict (video_id) do update set doc = excluded.doc, visible = excluded.visible`.execute(db);
}

/** How many videos match, counting no further than `cap`. */
export async function countMatches(db: Db, query: string, cap: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from video_search where visible and doc @@ ${query}::tsquery limit ${cap}) as matches`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * The best matches in their order: of the most viewed `RANKED_CANDIDATES`, by words and views together. With
 * `hotOnly` among the most viewed tenth of the catalogue, whose index is a tenth of the size.
 */
export async function rankCandidates(db: Db, query: string, hotOnly: boolean): Promise<string[]> {
  const among = hotOnly ? sql`visible and hot` : sql`visible`;
  const { rows } = await sql<{ video_id: string }>`select video_id from (
      select video_id, doc, views from video_search where ${among} and doc @@ ${query}::tsquery
      order by views desc, video_id desc limit ${RANKED_CANDIDATES}) as candidates
    order by ts_rank_cd(doc, ${query}::tsquery, 1) * ln(views + 10) desc, video_id desc`.execute(db);
  return rows.map((row) => row.video_id);
}

/** Matches by views alone, for the pages behind the ranked ones. */
export async function matchesByViews(
  db: Db,
  query: string,
  offset: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ video_id: string }>`select video_id from video_search
    where visible and doc @@ ${query}::tsquery
    order by views desc, video_id desc offset ${offset} limit ${limit}`.execute(db);
  return rows.map((row) => row.video_id);
}

/** Copies a stretch of the view counts (by video id, after `afterId`) to where the search ranks by them. */
export async function copyViews(db: Db, afterId: string, limit: number): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with stretch as (
      select s.video_id, v.views from video_search s join videos v on v.id = s.video_id
      where s.video_id > ${afterId} order by s.video_id limit ${limit}),
    -- Small changes do not alter an order worth a write of the text index.
    copied as (
      update video_search s set views = stretch.views from stretch
      where s.video_id = stretch.video_id and abs(stretch.views - s.views) > s.views / 20)
    select max(video_id) as last from stretch`.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Marks the most viewed tenth as hot. In small catalogues none is: there is nothing to gain. */
export async function markHot(db: Db, smallCatalogue: number): Promise<void> {
  await sql`with border as (
      select views from video_search where visible order by views desc, video_id desc
      offset (select greatest(videos / 10, ${smallCatalogue}) from catalogue_totals) limit 1)
    update video_search s set hot = (s.views > border.views) from border
    where s.hot <> (s.views > border.views)`.execute(db);
}
