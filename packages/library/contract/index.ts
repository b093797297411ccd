import { categoriesCalls } from './categories.ts';
import { mediaCalls } from './media.ts';
import { refusalsCalls } from './refusals.ts';
import { synonymsCalls } from './synonyms.ts';
import { topicsCalls } from './topics.ts';
import { videosCalls } from './videos.ts';

export * from './categories.ts';
export * from './film-address.ts';
export * from './film-names.ts';
export * from './media.ts';
export * from './refusals.ts';
export * from './synonyms.ts';
export * from './topics.ts';
export * from './video-states.ts';
export * from './videos.ts';

export const libraryGroups = {
  videos: videosCalls,
  media: mediaCalls,
  categories: categoriesCalls,
  synonyms: synonymsCalls,
  refusals: refusalsCalls,
  topics: topicsCalls,
} as const;

/** Addresses of back office pages. */
export const libraryPages = {
  categories: '/admin/categories',
  synonyms: '/admin/synonyms',
  refusedTerms: '/admin/refused-terms',
} as const;
