import { type RawBuilder, sql } from 'kysely';
import type { Share } from '../../../site/domains/index.ts';

/**
 * Whether a domain owns `v`, for a query that calls the videos `v`: then search engines are to find it there, and
 * nowhere else. `share`: the domain's, by `shareFor` of the directory of domains.
 */
export function ownedWithin(share: Share): RawBuilder<boolean> {
  if ('only' in share) return sql`v.category = any(${share.only})`;
  return share.except.length > 0 ? sql`v.category <> all(${share.except})` : sql`true`;
}
