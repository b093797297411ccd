import { indexingCalls } from './indexing.ts';

export * from './indexing.ts';

export const discoveryGroups = {
  indexing: indexingCalls,
} as const;

/** The addresses of its pages in the back office. */
export const discoveryPages = {
  searchEngines: '/admin/search-engines',
} as const;
