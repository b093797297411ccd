import { Language, ORIGINAL_LANGUAGE } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { CountedLanguageRow } from './queries.ts';

export function languageView(row: CountedLanguageRow): Language {
  return viewOf(Language, row, {
    isOriginal: row.code === ORIGINAL_LANGUAGE,
    translations: Math.max(0, row.translations),
  });
}
