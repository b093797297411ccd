import { type KeywordLink, MOST_KEYWORD_LINKS } from '@vesper/contract';
import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Keywords } from '@vesper/core/db/schema.ts';
import { publiclyVisible, type Slice, type VideoRow, videoColumns } from '@vesper/library/videos';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { indexableKeyword } from './standing-queries.ts';

const prepared = sql.raw(PREPARED);

const MOST_COMPARED = 2000;

export type KeywordRow = Pick<
  Selectable<Keywords>,
  'id' | 'keyword' | 'slug' | 'meta_title' | 'meta_description' | 'views'
> & { language_code: string; indexable: boolean; is_passed: boolean };

/** Only if keyword and language are enabled; `en` for no language. Finds `pt-BR` for `pt-br` without an exact match. */
export function selectKeyword(
  db: Db,
  { lang, slug }: { lang: string; slug: string },
): Promise<KeywordRow | undefined> {
  return firstRow(db)<KeywordRow>`${prepared}
    with spoken as (
      select code from languages where enabled and lower(code) = lower(${lang})
      union select 'en' where lower(${lang}) = 'en')
    select k.id, k.keyword, k.slug, k.meta_title, k.meta_description, k.views, spoken.code as language_code,
      ${indexableKeyword} as indexable, k.passed_at is not null as is_passed
    from spoken
    join keywords k on coalesce(k.language_code, 'en') = spoken.code and k.slug = ${slug}
    join keyword_pages p on p.id = k.id
    left join languages l on l.code = k.language_code
    where k.enabled and k.refused_at is null and coalesce(l.enabled, true)
    order by (spoken.code = ${lang}) desc limit 1`;
}

export function selectMovedKeyword(
  db: Db,
  { lang, slug }: { lang: string; slug: string },
): Promise<KeywordRow | undefined> {
  return firstRow(db)<KeywordRow>`${prepared}
    select k.id, k.keyword, k.slug, k.meta_title, k.meta_description, k.views, p.language_code,
      ${indexableKeyword} as indexable, k.passed_at is not null as is_passed
    from keyword_addresses a
    join keywords k on k.id = a.keyword_id
    join keyword_pages p on p.id = k.id
    where lower(a.language_code) = lower(${lang}) and a.slug = ${slug}
      and p.standing not in ('disabled', 'refused', 'language_disabled')
    limit 1`;
}

/** Whether this was the last address of a deleted keyword. */
export function selectIsGoneKeyword(
  db: Db,
  { lang, slug }: { lang: string; slug: string },
): Promise<boolean> {
  return anyRow(db)`select from keyword_addresses
    where lower(language_code) = lower(${lang}) and slug = ${slug} and keyword_id is null`;
}

/** `is_passed`: an administrator allowed the blocked words. */
export type KeywordLinkRow = KeywordLink & Pick<KeywordRow, 'is_passed'>;

/** Indexable ones, English first, then the most viewed: on the whole site, or mostly in a category. */
export function selectKeywordLinks(db: Db, category: string | undefined): Promise<KeywordLinkRow[]> {
  const ofCategory =
    category === undefined
      ? sql``
      : sql`and category = (select name from categories where slug = ${category})`;
  return execute(db)<KeywordLinkRow>`
    select p.keyword, p.language_code as "languageCode", p.slug,
      (select passed_at is not null from keywords k where k.id = p.id) as is_passed
    from (select keyword_id from keyword_standing where obstacle is null ${ofCategory}
          order by keyword_id limit ${sql.lit(MOST_COMPARED)}) as free
    join keyword_pages p on p.id = free.keyword_id
    where ${indexableKeyword}
    order by p.language_code <> 'en', p.views desc, p.position limit ${sql.lit(MOST_KEYWORD_LINKS)}`;
}

/** English first, then by language and name. */
export function selectKeywordIndex(db: Db, most: number): Promise<KeywordLink[]> {
  return execute(db)<KeywordLink>`${prepared}
    select p.keyword, p.language_code as "languageCode", p.slug from keyword_pages p
    where ${indexableKeyword}
    order by p.language_code <> 'en', p.language_code, p.keyword, p.position limit ${most}::int`;
}

export interface LinkedVideo extends VideoRow {
  localized_title: string | null;
  localized_description: string | null;
}

/** Most relevant first. `offset 0` forces a lookup per video: the planner would sometimes read the whole catalogue. */
export async function selectLinkedVideos(
  db: Db,
  { id, language_code }: KeywordRow,
  { offset, limit }: Slice,
): Promise<{ total: number; linked: LinkedVideo[] }> {
  const rows = await execute(db)<LinkedVideo & { total: number }>`${prepared}
    with linked as materialized (
      select k.video_id, k.relevance_score from keyword_videos k
      cross join lateral (select from videos v where v.id = k.video_id and ${publiclyVisible} offset 0) as visible
      where k.keyword_id = ${id}),
    page as (
      select * from linked order by relevance_score desc, video_id
      offset ${offset}::int limit ${limit}::int)
    select everything.total, shown.*, t.title as localized_title, t.description as localized_description
    from (select count(*)::int as total from linked) as everything
    left join page on true
    left join lateral (select ${videoColumns} from videos v where v.id = page.video_id offset 0) as shown on true
    left join video_translations t
      on t.video_id = page.video_id and t.language_code = ${language_code} and t.refused_at is null
    order by page.relevance_score desc, page.video_id`;
  return { total: rows[0]?.total ?? 0, linked: rows.filter((row) => row.id !== null) };
}

export function publicKeyword(id: RawBuilder<string>): RawBuilder<unknown> {
  return sql`select from keywords where id = ${id} and enabled and refused_at is null`;
}

/** In id order against deadlocks. Skips locked keywords and returns their ids. */
export async function addKeywordViews(tx: Db, views: ReadonlyMap<string, number>): Promise<string[]> {
  const ids = [...views.keys()].sort();
  const counts = ids.map((id) => views.get(id) ?? 0);
  const left = await execute(tx)<{ id: string }>`
    with free as (
      select id from keywords where id = any (${ids}::text[]) order by id for no key update skip locked),
    added as (
      update keywords k set views = views + more.n
      from free join unnest(${ids}::text[], ${counts}::int[]) as more (id, n) using (id)
      where k.id = free.id)
    select id from keywords where id = any (${ids}::text[]) and id not in (select id from free)`;
  return left.map(({ id }) => id);
}

/** Keeps the more relevant of two links. */
export async function moveKeywordLinks(tx: Db, fromId: string, toId: string): Promise<void> {
  await execute(tx)`
    insert into keyword_videos (keyword_id, video_id, relevance_score, created_at)
    select keyword_id, ${toId}, relevance_score, created_at from keyword_videos where video_id = ${fromId}
    order by keyword_id
    on conflict (keyword_id, video_id) do update
      set relevance_score = greatest(keyword_videos.relevance_score, excluded.relevance_score)`;
  await execute(tx)`delete from keyword_videos where video_id = ${fromId}`;
}

interface KeywordWords {
  id: string;
  /** Text of page and address. */
  words: string[];
  is_refused: boolean;
}

/** Allowed keywords are returned without words. */
export function selectKeywordWords(db: Db, after: string, limit: number): Promise<KeywordWords[]> {
  return execute(db)<KeywordWords>`
    select id, refused_at is not null as is_refused,
      case when passed_at is null then array[keyword, slug, meta_title, meta_description] else '{}' end as words
    from keywords where id > ${after} order by id limit ${limit}::int`;
}

/** In id order against deadlocks. Skips keywords allowed meanwhile. */
export async function markRefused(tx: Db, ids: readonly string[], isRefused: boolean): Promise<void> {
  if (ids.length === 0) return;
  const since = isRefused ? sql`now()` : sql`null`;
  await execute(tx)`
    with locked as materialized (
      select id from keywords where id = any (${ids}::text[]) order by id for no key update)
    update keywords k set refused_at = ${since} from locked
    where k.id = locked.id and (k.passed_at is null or not ${isRefused}::boolean)`;
}
