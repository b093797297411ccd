import type { SuggestionKind } from '@vesper/contract';
import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { namedQuery } from '@vesper/library/search';
import { publiclyVisible } from '@vesper/library/videos';
import { sql } from 'kysely';
import { indexableKeyword } from '../keywords/index.ts';
import type { Placed } from './beginnings.ts';

const prepared = sql.raw(PREPARED);

export interface SuggestionRow {
  kind: SuggestionKind;
  shown: string;
  address: string;
  letters: string;
}

/**
 * The best of each kind. Leaves out targets that are no longer public or were renamed; `limit 1` makes the planner look
 * each up. Reads a bounded number of rows.
 */
export function selectSuggestions(
  db: Db,
  { letters, beginnings }: { letters: string; beginnings: readonly string[] },
  limit: number,
): Promise<SuggestionRow[]> {
  return execute(db)<SuggestionRow>`${prepared}
    with found as (
      select distinct on (kind, target) kind, target, shown, address, letters, weight from search_suggestions
      where beginning = any (${beginnings}::text[]) and starts_with(letters, ${letters}::text)
      order by kind, target, letters <> ${letters}::text, word),
    placed as (
      select *, row_number() over (
        partition by kind order by letters <> ${letters}::text, weight desc, letters, target) as place from found)
    select kind, shown, address, letters from placed
    where place <= ${limit}::int and case kind
      when 'video' then (
        select true from videos v where v.id = target and v.title = shown and ${publiclyVisible} limit 1)
      when 'keyword' then (
        select true from keyword_pages p where p.id = target and p.keyword = shown and ${indexableKeyword} limit 1)
      when 'category' then (
        select true from categories c where c.id = target and c.name = shown and c.video_count > 0 limit 1)
      when 'tag' then (select true from tag_totals t where t.tag = target and t.n > 0 limit 1)
      else (select true from settled_searches s where s.text = target limit 1) is null end
    order by kind, place`;
}

export interface Library {
  videos: number;
  newest: string | null;
}

export async function selectLibrary(db: Db): Promise<Library> {
  const library = await firstRow(db)<Library>`
    select videos::float8 as videos, (
      select published_at::text from videos where status = 'published' order by published_at desc limit 1) as newest
    from catalogue_totals`;
  return library ?? { videos: 0, newest: null };
}

export interface Suggested {
  target: string;
  shown: string;
  /** Videos, views or networks. */
  n: number;
}

/** Others only if these are too few. Looked up one by one, as the planner expects more. */
export function selectTitles(db: Db, limit: number): Promise<Suggested[]> {
  return execute(db)<Suggested>`
    with viewed as materialized (
      select video_id, views from video_search where visible and tier <= 1 limit ${limit}::int),
    others as materialized (
      select video_id, views from video_search where visible and tier is null
      order by video_id limit (select ${limit}::int - count(*) from viewed))
    select one.video_id as target, video.title as shown, one.views as n
    from (select * from viewed union all select * from others) as one
    cross join lateral (select v.title from videos v where v.id = one.video_id and ${publiclyVisible} limit 1) as video
    order by one.video_id`;
}

export function selectCategoryNames(db: Db, limit: number): Promise<(Suggested & { slug: string })[]> {
  return execute(db)<Suggested & { slug: string }>`
    select id as target, name as shown, slug, video_count as n from categories where video_count > 0
    order by video_count desc, id limit ${limit}::int`;
}

export function selectTagNames(db: Db, limit: number): Promise<Suggested[]> {
  return execute(db)<Suggested>`
    select tag as target, tag as shown, n::int as n from tag_totals where n > 0 order by n desc, tag limit ${limit}::int`;
}

export interface SuggestedKeyword extends Suggested {
  slug: string;
  language_code: string;
}

export function selectKeywordNames(db: Db, limit: number): Promise<SuggestedKeyword[]> {
  return execute(db)<SuggestedKeyword>`
    select p.id as target, p.keyword as shown, p.slug, p.language_code, p.views as n
    from keyword_pages p where ${indexableKeyword} order by p.views desc, p.id limit ${limit}::int`;
}

export type Key = Pick<Placed, 'kind' | 'target' | 'word'>;

/** The digest covers the fields that are not in the key: see `digestOf`. */
export function selectKept(db: Db): Promise<(Key & { digest: string })[]> {
  return execute(db)<Key & { digest: string }>`
    select kind, target, word, md5(concat_ws(E'\n', beginning, letters, shown, address, weight)) as digest
    from search_suggestions`;
}

export async function deleteSuggestions(tx: Db, keys: readonly Key[]): Promise<void> {
  await execute(tx)`delete from search_suggestions s
    using unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ target }) => target)}::text[],
                 ${keys.map(({ word }) => word)}::smallint[]) as gone (kind, target, word)
    where (s.kind, s.target, s.word) = (gone.kind, gone.target, gone.word)`;
}

export async function upsertSuggestions(tx: Db, rows: readonly Placed[]): Promise<void> {
  await execute(tx)`
    insert into search_suggestions (kind, target, word, beginning, letters, shown, address, weight)
    select * from unnest(
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ target }) => target)}::text[],
      ${rows.map(({ word }) => word)}::smallint[], ${rows.map(({ beginning }) => beginning)}::text[],
      ${rows.map(({ letters }) => letters)}::text[], ${rows.map(({ shown }) => shown)}::text[],
      ${rows.map(({ address }) => address)}::text[], ${rows.map(({ weight }) => weight)}::smallint[])
    on conflict (kind, target, word) do update
      set beginning = excluded.beginning, letters = excluded.letters, shown = excluded.shown,
        address = excluded.address, weight = excluded.weight`;
}

/** The words in a title, tag or category of a public video. */
export function selectNamedWords(db: Db, words: readonly string[]): Promise<string[]> {
  return columnOf(db)<string>`
    select word from unnest(${words}::text[], ${words.map(namedQuery)}::text[]) as given (word, query)
    where (select true from video_search where visible and doc @@ query::tsquery limit 1)`;
}
