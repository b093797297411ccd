import { type RawBuilder, sql } from 'kysely';
import type { Share } from '../../site/domains/index.ts';

/**
 * The only definition of 'publicly visible', for a query that calls the videos `v`. Lists, pages, search, related
 * videos and media all use it, so that a takedown cannot be forgotten in one of them. A cleared video belongs to a
 * former generation.
 */
export const publiclyVisible = sql<boolean>`v.status = 'published' and v.generation = (select generation from library)`;

/** True of all publicly visible `v`; ends a list before the cleared videos. */
export const publishedSinceClearing = sql<boolean>`v.published_at >= (select cleared_at from library)`;

/**
 * Whether a domain owns `v`, for a query that calls the videos `v`: then search engines are to find it there, and
 * nowhere else. `share`: the domain's, by `shareFor` of the directory of domains.
 */
export function ownedWithin(share: Share): RawBuilder<boolean> {
  if ('only' in share) return sql`v.category = any(${share.only})`;
  return share.except.length > 0 ? sql`v.category <> all(${share.except})` : sql`true`;
}
