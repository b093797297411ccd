import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import { columnOf, execute } from '../../../kernel/db/run-sql.ts';
import { keepGone } from './change-queries.ts';

/** True if `v`, or the video that it was merged into, was cleared: its row only waits for deletion. */
export const isClearedAway: RawBuilder<boolean> = sql`(is_cleared(v) or exists (
  select from video_redirects r join videos k on k.id = r.to_id where r.from_id = v.id and is_cleared(k)))`;

/**
 * Locks these videos and those merged into them, in id order like everyone else; with `olderThan`, only those of an
 * earlier generation.
 */
export async function lockWithMerged(tx: Db, ids: readonly string[], olderThan?: number): Promise<void> {
  const isOld = olderThan === undefined ? sql`` : sql`and generation < ${olderThan}`;
  await execute(tx)`
    select from videos where id in (${withMerged(ids)}) ${isOld} order by id for update`;
}

/** Deletes cleared videos and those merged into them; returns the hashes of their addresses. */
export function deleteWithMerged(tx: Db, ids: readonly string[]): Promise<Buffer[]> {
  return columnOf(tx)<Buffer>`
    with deleted as (
      delete from videos where id in (${withMerged(ids)}) returning id, published_at, source_url_hash as hash),
    kept as (${keepGone})
    select hash from deleted`;
}

function withMerged(ids: readonly string[]): RawBuilder<unknown> {
  return sql`select unnest(${ids}::text[])
    union all select from_id from video_redirects where to_id = any (${ids}::text[])`;
}
