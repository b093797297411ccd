import { keywordsCalls } from './keywords.ts';
import { languagesCalls } from './languages.ts';
import { searchesCalls } from './searches.ts';
import { translationsCalls } from './translations.ts';

export * from './keyword-limits.ts';
export * from './keywords.ts';
export * from './languages.ts';
export * from './searches.ts';
export * from './translations.ts';

export const wordsGroups = {
  keywords: keywordsCalls,
  searches: searchesCalls,
  languages: languagesCalls,
  translations: translationsCalls,
} as const;

/** Paths of its back-office pages. */
export const wordsPages = {
  keywords: '/admin/keywords',
  searches: '/admin/searches',
  languages: '/admin/languages',
} as const;
