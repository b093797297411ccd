import type { LanguageChanges, NewLanguage } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Languages } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';

export type LanguageRow = Selectable<Languages>;
export type CountedLanguageRow = LanguageRow & { translations: number; keywords: number };

const COUNT_CAP = 1000;

export function selectLanguages(db: Db, id?: string): Promise<CountedLanguageRow[]> {
  const one = id === undefined ? sql`` : sql`where l.id = ${id}`;
  return execute(db)<CountedLanguageRow>`
    with changed as (select language_code, sum(n)::int as n from translation_changes group by language_code)
    select l.*, (coalesce(t.n, 0) + coalesce(c.n, 0))::int as translations,
      (select count(*)::int from
        (select from keywords k where k.language_code = l.code limit ${COUNT_CAP}::int) as counted) as keywords
    from languages l
    left join translation_totals t on t.language_code = l.code
    left join changed c on c.language_code = l.code
    ${one} order by l.code <> 'en', l.name, l.code`;
}

export function selectLanguageCodes(db: Db): Promise<string[]> {
  return columnOf(db)<string>`select code from languages order by code`;
}

export function insertLanguage(
  db: Db,
  { code, name, nativeName, enabled }: NewLanguage,
): Promise<LanguageRow | undefined> {
  return firstRow(db)<LanguageRow>`
    insert into languages (code, name, native_name, enabled)
    values (${code}, ${name}, ${nativeName}, ${enabled}) on conflict (code) do nothing returning *`;
}

export function lockLanguage(tx: Db, id: string): Promise<LanguageRow | undefined> {
  return firstRow(tx)<LanguageRow>`select * from languages where id = ${id} for no key update`;
}

export async function updateLanguage(
  tx: Db,
  id: string,
  { name, nativeName, enabled }: LanguageChanges,
): Promise<void> {
  await execute(tx)`update languages set version = version + 1, name = coalesce(${name ?? null}, name),
      native_name = coalesce(${nativeName ?? null}, native_name), enabled = coalesce(${enabled ?? null}, enabled)
    where id = ${id}`;
}

export interface LanguageUse extends LanguageRow {
  hasKeywords: boolean;
  hasTranslations: boolean;
}

export async function selectUse(tx: Db, id: string): Promise<LanguageUse | undefined> {
  const row = await firstRow(tx)<LanguageRow>`select * from languages where id = ${id} for update`;
  if (!row) return undefined;
  const rows = await execute(tx)<{ keywords: boolean; translations: boolean }>`
    select exists (select from keywords where language_code = ${row.code}) as keywords,
      exists (select from video_translations where language_code = ${row.code}) as translations`;
  return { ...row, hasKeywords: rows[0]?.keywords ?? true, hasTranslations: rows[0]?.translations ?? true };
}

export async function deleteLanguageRow(tx: Db, id: string): Promise<void> {
  await execute(tx)`delete from languages where id = ${id}`;
}
