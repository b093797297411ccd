import { type Language, ORIGINAL_LANGUAGE } from '@vesper/contract';
import type { CountedLanguageRow } from './queries.ts';

export function languageView(row: CountedLanguageRow): Language {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    nativeName: row.native_name,
    enabled: row.enabled,
    createdAt: row.created_at.toISOString(),
    isOriginal: row.code === ORIGINAL_LANGUAGE,
    translations: Math.max(0, row.translations),
    keywords: row.keywords,
    version: row.version,
  };
}
