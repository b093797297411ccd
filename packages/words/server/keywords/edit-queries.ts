import type { KeywordChanges, KeywordStanding, NewKeyword } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import type { Keywords } from '@vesper/core/db/schema.ts';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';

export type KeywordRecordRow = Omit<
  Selectable<Keywords>,
  'words' | 'reviewed_at' | 'refused_at' | 'passed_at'
> & {
  linked_videos: number;
  reviewed: boolean;
  passed: boolean;
  standing: KeywordStanding;
  alike_language: string | null;
  alike_slug: string | null;
  alike_category_slug: string | null;
};

const COUNT_CAP = 1000;

const columns = sql`k.id, k.keyword, k.slug, k.language_code, k.country_code, k.search_volume, k.difficulty, k.category,
  k.meta_title, k.meta_description, k.enabled, k.views, k.created_at, k.position, k.version,
  k.reviewed_at is not null as reviewed, k.passed_at is not null as passed, p.standing, sister.language_code as alike_language, sister.slug as alike_slug,
  c.slug as alike_category_slug,
  (select count(*)::int from (select from keyword_videos v where v.keyword_id = k.id limit ${sql.lit(COUNT_CAP)}) as c)
    as linked_videos`;

const fromKeywords = sql`keywords k join keyword_pages p on p.id = k.id
  left join keyword_standing s on s.keyword_id = k.id and p.standing = 'alike'
  left join keyword_pages sister on sister.id = s.alike_keyword
  left join categories c on c.name = s.alike_category`;

export interface KeywordFilter {
  before: number;
  limit: number;
  /** Text of a tsquery. */
  words?: string | undefined;
  /** Empty: without a language. */
  languageCode?: string | undefined;
  enabled?: boolean | undefined;
  standing?: KeywordStanding | undefined;
}

export function selectKeywords(db: Db, filter: KeywordFilter): Promise<KeywordRecordRow[]> {
  const { before, limit, words, languageCode, enabled, standing } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`k.position < ${before}::bigint`];
  if (languageCode !== undefined) conditions.push(sql`coalesce(k.language_code, '') = ${languageCode}`);
  if (enabled !== undefined) conditions.push(sql`k.enabled = ${sql.lit(enabled)}`);
  if (standing !== undefined) conditions.push(sql`p.standing = ${standing}`);
  if (words !== undefined) conditions.push(sql`k.words @@ ${words}::tsquery`);
  return execute(db)<KeywordRecordRow>`
    select ${columns} from ${fromKeywords} where ${sql.join(conditions, sql` and `)}
    order by k.position desc limit ${limit}::int`;
}

export function selectKeywordRecord(db: Db, id: string): Promise<KeywordRecordRow | undefined> {
  return firstRow(db)<KeywordRecordRow>`select ${columns} from ${fromKeywords} where k.id = ${id}`;
}

export async function lockKeyword(tx: Db, id: string): Promise<KeywordRecordRow | undefined> {
  await execute(tx)`select from keywords where id = ${id} for update`;
  return selectKeywordRecord(tx, id);
}

export async function insertKeyword(tx: Db, keyword: NewKeyword): Promise<string | undefined> {
  return oneValue(tx)<string>`
    insert into keywords (keyword, slug, language_code, country_code, search_volume, difficulty, category, meta_title,
      meta_description, enabled, reviewed_at)
    values (${keyword.keyword}, ${keyword.slug}, ${keyword.languageCode ?? null}, ${keyword.countryCode ?? null},
      ${keyword.searchVolume ?? null}, ${keyword.difficulty ?? null}, ${keyword.category ?? null},
      ${keyword.metaTitle}, ${keyword.metaDescription}, ${keyword.enabled ?? true},
      case when ${keyword.reviewed ?? false} then now() end)
    on conflict (coalesce(language_code, 'en'), slug) do nothing returning id`;
}

/** Throws a unique violation if the address is taken. */
export async function updateKeyword(
  tx: Db,
  id: string,
  changes: KeywordChanges & { isRefused?: boolean | undefined },
): Promise<void> {
  await tx
    .updateTable('keywords')
    .set({ ...columnsOf(changes), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** `en` stands for no language too. */
export function selectKeywordAt(
  db: Db,
  { languageCode, slug }: { languageCode?: string | null | undefined; slug: string },
): Promise<Pick<KeywordRecordRow, 'id' | 'keyword' | 'language_code'> | undefined> {
  return firstRow(db)<Pick<KeywordRecordRow, 'id' | 'keyword' | 'language_code'>>`
    select id, keyword, language_code from keywords
    where coalesce(language_code, 'en') = ${languageCode ?? 'en'} and slug = ${slug}`;
}

/** Remembers a former address, which redirects unless another keyword uses it now. */
export async function keepAddress(tx: Db, keyword: KeywordRecordRow): Promise<void> {
  await execute(tx)`
    insert into keyword_addresses (language_code, slug, keyword_id)
    values (${keyword.language_code ?? 'en'}, ${keyword.slug}, ${keyword.id})
    on conflict (slug, language_code) do update set keyword_id = excluded.keyword_id, left_at = now()`;
}

/** Returns how many links were deleted. Queues similar pages for comparison. */
export async function deleteKeywordRow(tx: Db, id: string): Promise<number> {
  const links = await numberOf(tx)`select count(*)::int as n from keyword_videos where keyword_id = ${id}`;
  await execute(tx)`insert into keyword_changes (keyword_id)
    select keyword_id from keyword_standing where alike_keyword = ${id}`;
  await execute(tx)`delete from keywords where id = ${id}`;
  return links;
}

export function selectLanguageExists(tx: Db, code: string): Promise<boolean> {
  return anyRow(tx)`select from languages where code = ${code} for key share`;
}

function columnsOf(
  changes: KeywordChanges & { isRefused?: boolean | undefined },
): Partial<Insertable<Keywords>> {
  const fields: Partial<Insertable<Keywords>> = {
    keyword: changes.keyword,
    slug: changes.slug,
    meta_title: changes.metaTitle,
    meta_description: changes.metaDescription,
    language_code: changes.languageCode,
    country_code: changes.countryCode,
    search_volume: changes.searchVolume,
    difficulty: changes.difficulty,
    category: changes.category,
    enabled: changes.enabled,
    reviewed_at: changes.reviewed === undefined ? undefined : changes.reviewed ? sql`now()` : null,
    passed_at: changes.passed === undefined ? undefined : changes.passed ? sql`now()` : null,
    refused_at: changes.isRefused === undefined ? undefined : changes.isRefused ? sql`now()` : null,
  } as Partial<Insertable<Keywords>>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
