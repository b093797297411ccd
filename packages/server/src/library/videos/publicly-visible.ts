import { sql } from 'kysely';

/**
 * The only definition of 'publicly visible', for a query that calls the videos `v`. Lists, pages, search, related
 * videos and media all use it, so that a takedown cannot be forgotten in one of them. A cleared video belongs to a
 * former generation.
 */
export const publiclyVisible = sql<boolean>`v.status = 'published' and v.generation = (select generation from library)`;

/** True of all publicly visible `v`; ends a list before the cleared videos. */
export const publishedSinceClearing = sql<boolean>`v.published_at >= (select cleared_at from library)`;
