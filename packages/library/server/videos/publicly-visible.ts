import type { Share } from '@vesper/site/domains';
import { type RawBuilder, sql } from 'kysely';

/** The only definition of 'publicly visible', for videos `v`: a takedown cannot be forgotten anywhere. */
export const publiclyVisible = sql<boolean>`v.status = 'published' and v.generation = (select generation from library)`;

/** True of all publicly visible `v`; ends a list before cleared videos. */
export const publishedSinceClearing = sql<boolean>`v.published_at >= (select cleared_at from library)`;

/** Whether a domain owns `v`: search engines should find it only there. `share` comes from `shareFor`. */
export function ownedWithin(share: Share): RawBuilder<boolean> {
  if ('only' in share) return sql`v.category = any(${share.only})`;
  return share.except.length > 0 ? sql`v.category <> all(${share.except})` : sql`true`;
}
