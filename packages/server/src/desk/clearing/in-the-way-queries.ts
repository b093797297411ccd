import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
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

async function selectInTheWay(tx: Db, isMeant: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from videos v where ${isMeant} and ${isClearedAway}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether a video was cleared, and no notice about it is pending. */
export async function isDeletable(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from videos v where v.id = ${id} and is_cleared(v)
      and not exists (select from dmca_requests d where d.video_id = v.id and d.status = 'pending')`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function lockPendingNotices(tx: Db, videoIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dmca_requests where video_id = any (${videoIds}::text[]) and status = 'pending'
    order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
}
