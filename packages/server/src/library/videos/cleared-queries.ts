import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';

/** True of `v` where a clearing has taken it, or the video that it was merged into: its row only waits to be deleted. */
export const isClearedAway: RawBuilder<boolean> = sql`(is_cleared(v) or exists (
  select from video_redirects r join videos k on k.id = r.to_id where r.from_id = v.id and is_cleared(k)))`;

/**
 * What was cleared and is still in the way of a new video of that address. Returns the notices about it that wait:
 * they are about the new one (`giveNotices`).
 */
export async function deleteClearedAt(tx: Db, hash: Buffer): Promise<string[]> {
  return deleteBlocking(tx, sql`v.source_url_hash = ${hash}`);
}

/** The same of a video that has come, by what its source calls it. */
export async function deleteClearedTwin(tx: Db, id: string, externalId: string): Promise<void> {
  const notices = await deleteBlocking(
    tx,
    sql`v.source_id = (select source_id from videos where id = ${id}) and v.external_id = ${externalId}
      and v.id <> ${id}`,
  );
  await giveNotices(tx, notices, id);
}

/**
 * Deletes a video that was cleared while a notice about it waited, once none waits any more: nothing else comes back for
 * it. Held before it is looked at, so that a clearing which begins meanwhile meets what was decided.
 */
export async function deleteIfCleared(tx: Db, id: string): Promise<void> {
  await lockWithMerged(tx, [id]);
  const { rows } = await sql`
    select from videos v where v.id = ${id} and is_cleared(v)
      and not exists (select from dmca_requests d where d.video_id = v.id and d.status = 'pending')`.execute(
    tx,
  );
  if (rows.length > 0) await deleteWithMerged(tx, [id]);
}

export async function giveNotices(tx: Db, requestIds: readonly string[], videoId: string): Promise<void> {
  if (requestIds.length === 0) return;
  await sql`update dmca_requests set video_id = ${videoId}
    where id = any (${requestIds}::text[]) and video_id is null`.execute(tx);
}

/** The notices that waited for a decision about what was deleted. */
async function deleteBlocking(tx: Db, isMeant: RawBuilder<unknown>): Promise<string[]> {
  const { rows: videos } = await sql<{ id: string }>`
    select v.id from videos v where ${isMeant} and ${isClearedAway}`.execute(tx);
  if (videos.length === 0) return [];
  const ids = videos.map(({ id }) => id);
  // The notices before the videos, as whoever decides about one takes them.
  await lockPendingNotices(tx, ids);
  await lockWithMerged(tx, ids);
  // Once more, now that the videos are held: one that is filed at this moment was waited for.
  const notices = await lockPendingNotices(tx, ids);
  await deleteWithMerged(tx, ids);
  return notices;
}

async function lockPendingNotices(tx: Db, videoIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dmca_requests where video_id = any (${videoIds}::text[]) and status = 'pending'
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Holds these videos and those that were merged into them, in the order of their ids, as everyone takes them; of all
 * there are, only those that are older than a generation, where one is given.
 */
export async function lockWithMerged(tx: Db, ids: readonly string[], olderThan?: number): Promise<void> {
  const isOld = olderThan === undefined ? sql`` : sql`and generation < ${olderThan}`;
  await sql`
    select from videos where id in (${withMerged(ids)}) ${isOld} order by id for update`.execute(tx);
}

/**
 * Deletes videos that were cleared, and what was merged into them: it was removed for their sake, and the ledger does
 * not say any more that its address is blocked. Returns how many are gone.
 */
export async function deleteWithMerged(tx: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ hash: Buffer }>`
    delete from videos where id in (${withMerged(ids)}) returning source_url_hash as hash`.execute(tx);
  await sql`
    update addresses a set decision = 'known', detail = null
    from (select hash from addresses where hash = any (${rows.map(({ hash }) => hash)}::bytea[])
            and decision = 'blocked' order by hash for no key update) as held
    where a.hash = held.hash and not exists (select from blocked_addresses b where b.hash = a.hash)`.execute(
    tx,
  );
  return rows.length;
}

function withMerged(ids: readonly string[]): RawBuilder<unknown> {
  return sql`select unnest(${ids}::text[])
    union all select from_id from video_redirects where to_id = any (${ids}::text[])`;
}
