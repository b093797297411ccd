import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { anyRow, columnOf } from '../../kernel/db/run-sql.ts';
import { isClearedAway } from '../../library/videos/index.ts';

export async function selectClearedAt(tx: Db, hash: Buffer): Promise<string[]> {
  return selectInTheWay(tx, sql`v.source_url_hash = ${hash}`);
}

export async function selectClearedTwins(tx: Db, id: string, externalId: string): Promise<string[]> {
  return selectInTheWay(
    tx,
    sql`v.source_id = (select source_id from videos where id = ${id}) and v.external_id = ${externalId}
      and v.id <> ${id}`,
  );
}

function selectInTheWay(tx: Db, isMeant: RawBuilder<unknown>): Promise<string[]> {
  return columnOf(tx)<string>`
    select v.id from videos v where ${isMeant} and ${isClearedAway}`;
}

/** Whether a video was cleared, and no notice about it is pending. */
export function isDeletable(tx: Db, id: string): Promise<boolean> {
  return anyRow(tx)`
    select from videos v where v.id = ${id} and is_cleared(v)
      and not exists (select from dmca_requests d where d.video_id = v.id and d.status = 'pending')`;
}

export function lockPendingNotices(tx: Db, videoIds: readonly string[]): Promise<string[]> {
  return columnOf(tx)<string>`
    select id from dmca_requests where video_id = any (${videoIds}::text[]) and status = 'pending'
    order by id for update`;
}
