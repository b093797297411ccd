import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import { publiclyVisible } from '@vesper/library/videos';
import { sql } from 'kysely';

/** For rows `p` of keyword_pages: the only definition of pages that search engines may index. */
export const indexableKeyword = sql<boolean>`p.standing = 'indexable'`;

/** Limits how many links to hidden videos are skipped. */
const MOST_LINKS = 1000;
const MOST_SISTERS = 500;

/** Serializes comparisons: each keyword is compared with the results of others. */
export async function lockStandings(tx: Db): Promise<void> {
  await takeLock(tx, 'keywordStandings');
}

export function selectNoted(db: Db, limit: number): Promise<string[]> {
  return columnOf(db)<string>`select distinct keyword_id from
    (select keyword_id from keyword_changes order by id limit ${limit}::int) as oldest`;
}

export async function forgetNoted(tx: Db, keywordId: string): Promise<void> {
  await execute(tx)`delete from keyword_changes where keyword_id = ${keywordId}`;
}

/** Returns the last id; undefined after the end. */
export function noteMore(db: Db, after: string, limit: number): Promise<string | undefined> {
  return oneValue(db)<string | null>`
    with page as (select id from keywords where id > ${after} order by id limit ${limit}::int),
    noted as (insert into keyword_changes (keyword_id) select id from page)
    select max(id) as last from page`.then((last) => last ?? undefined);
}

export interface FormerStanding {
  position: number;
  shown: string[] | null;
  was_indexable: boolean | null;
}

export function selectFormerStanding(tx: Db, keywordId: string): Promise<FormerStanding | undefined> {
  return firstRow(tx)<FormerStanding>`
    select k.position, s.shown, s.was_indexable
    from keywords k left join keyword_standing s on s.keyword_id = k.id where k.id = ${keywordId}`;
}

/** With the most common category among them. */
export async function selectShown(
  tx: Db,
  keywordId: string,
  limit: number,
): Promise<{ shown: string[]; category: string | null }> {
  const found = await firstRow(tx)<{ shown: string[] | null; category: string | null }>`
    with links as (
      select video_id, relevance_score from keyword_videos where keyword_id = ${keywordId}
      order by relevance_score desc, video_id limit ${sql.lit(MOST_LINKS)}),
    shown as (
      select l.video_id, l.relevance_score, visible.category from links l
      cross join lateral (select v.category from videos v where v.id = l.video_id and ${publiclyVisible}
                          offset 0) as visible
      order by l.relevance_score desc, l.video_id limit ${limit}::int)
    select array_agg(case when t.video_id is null then s.video_id else t.language_code || ':' || s.video_id end
                     order by s.relevance_score desc, s.video_id) as shown,
      mode() within group (order by s.category) as category
    from keywords k join shown s on true
    left join video_translations t
      on t.video_id = s.video_id and t.language_code = coalesce(k.language_code, 'en') and t.title <> ''
      and t.refused_at is null
    where k.id = ${keywordId}`;
  return { shown: found?.shown ?? [], category: found?.category ?? null };
}

/** An older indexable page sharing `likeness` (0 to 1) of both pages' videos. Any such page has one of `few`. */
export function selectAlikeKeyword(
  tx: Db,
  like: { shown: string[]; few: string[]; likeness: number; before: number },
): Promise<{ keyword_id: string } | undefined> {
  const { shown, few, likeness, before } = like;
  return firstRow(tx)<{ keyword_id: string }>`
    select keyword_id from (
      select s.keyword_id, cardinality(s.shown) as size,
        (select count(*) from unnest(s.shown) as one where one = any (${shown}::text[])) as common
      from keyword_standing s join keyword_pages p on p.id = s.keyword_id
      where s.shown && ${few}::text[] and p.position < ${before} and ${indexableKeyword}
      limit ${sql.lit(MOST_SISTERS)}) as sisters
    where common >= ${likeness}::float8 * (size + ${shown.length}::int - common)
    order by common desc, keyword_id limit 1`;
}

export function selectIsAlikeCategory(
  tx: Db,
  {
    category,
    shown,
    likeness,
    compared,
  }: { category: string; shown: string[]; likeness: number; compared: number },
): Promise<boolean> {
  return anyRow(tx)`
    with newest as (
      select v.id from videos v where v.category = ${category} and ${publiclyVisible}
      order by v.published_at desc, v.id desc limit ${compared}::int)
    select from (select count(*) as size, count(*) filter (where id = any (${shown}::text[])) as common
                 from newest) as compared
    where common >= ${likeness}::float8 * (size + ${shown.length}::int - common)`;
}

export interface Standing {
  keywordId: string;
  shown: string[];
  category: string | null;
  obstacle: 'few' | 'alike' | null;
  alikeKeyword: string | null;
  alikeCategory: string | null;
}

/** Returns whether the page is indexable now. */
export async function saveStanding(tx: Db, standing: Standing): Promise<boolean> {
  const { keywordId, shown, category, obstacle, alikeKeyword, alikeCategory } = standing;
  await execute(tx)`
    insert into keyword_standing (keyword_id, shown, category, obstacle, alike_keyword, alike_category)
    values (${keywordId}, ${shown}::text[], ${category}, ${obstacle}, ${alikeKeyword}, ${alikeCategory})
    on conflict (keyword_id) do update set shown = excluded.shown, category = excluded.category,
      obstacle = excluded.obstacle, alike_keyword = excluded.alike_keyword,
      alike_category = excluded.alike_category, worked_out_at = now()`;
  const isIndexable = await oneValue(tx)<boolean>`
    update keyword_standing s set was_indexable = ${indexableKeyword} from keyword_pages p
    where s.keyword_id = ${keywordId} and p.id = s.keyword_id returning s.was_indexable`;
  return isIndexable ?? false;
}

/** Queues newer pages with one of these videos, and pages found similar to this one. */
export async function noteSisters(
  tx: Db,
  { keywordId, few, after }: { keywordId: string; few: string[]; after: number },
): Promise<void> {
  await execute(tx)`
    insert into keyword_changes (keyword_id)
    select keyword_id from keyword_standing where alike_keyword = ${keywordId}
    union (select s.keyword_id from keyword_standing s join keywords k on k.id = s.keyword_id
           where s.shown && ${few}::text[] and k.position > ${after} limit ${sql.lit(MOST_SISTERS)})`;
}
