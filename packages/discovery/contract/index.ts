import { indexingCalls } from './indexing.ts';

export * from './indexing.ts';

export const discoveryGroups = {
  indexing: indexingCalls,
} as const;

/** Addresses of back office pages. */
export const discoveryPages = {
  searchEngines: '/admin/search-engines',
} as const;
