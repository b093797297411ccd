import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute } from '@vesper/core/db/run-sql.ts';
import type { SourceStrikes } from '@vesper/core/db/schema.ts';
import type { Insertable, Selectable } from 'kysely';

export type StrikeRow = Selectable<SourceStrikes>;
export type ListedStrike = StrikeRow & {
  video_title: string | null;
  key_name: string | null;
  sealed_key: Buffer | null;
};

/** A database trigger counts it, and disables the source at the third. */
export async function insertStrike(tx: Db, strike: Insertable<SourceStrikes>): Promise<void> {
  await tx.insertInto('source_strikes').values(strike).execute();
}

export function hasStrike(tx: Db, videoIds: readonly string[]): Promise<boolean> {
  return anyRow(tx)`
    select from source_strikes where video_id = any (${videoIds}::text[]) and state = 'active' limit 1`;
}

/** Undefined if the source does not exist. */
export async function selectStanding(
  db: Db,
  sourceId: string,
): Promise<{ strikes: number; enabled: boolean } | undefined> {
  return db
    .selectFrom('video_sources')
    .select(['strikes', 'enabled'])
    .where('id', '=', sourceId)
    .executeTakeFirst();
}

/** Newest first. */
export async function selectStrikes(db: Db, sourceId: string, limit: number): Promise<ListedStrike[]> {
  return listedStrikes(db)
    .where('k.source_id', '=', sourceId)
    .orderBy('k.at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit)
    .execute();
}

export async function selectStrike(db: Db, id: string): Promise<ListedStrike | undefined> {
  return listedStrikes(db).where('k.id', '=', id).executeTakeFirst();
}

function listedStrikes(db: Db) {
  return db
    .selectFrom('source_strikes as k')
    .innerJoin('cases as c', 'c.id', 'k.case_id')
    .leftJoin('videos as v', 'v.id', 'k.video_id')
    .selectAll('k')
    .select(['v.title as video_title', 'c.key_name', 'c.sealed_key']);
}

export interface Voiding {
  by: string;
  /** Sealed. */
  reason: string;
  now: Date;
}

/** False if already void. */
export async function voidStanding(tx: Db, id: string, { by, reason, now }: Voiding): Promise<boolean> {
  const voided = await tx
    .updateTable('source_strikes')
    .set({ state: 'void', voided_at: now, voided_by: by, void_reason: reason })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .returning('id')
    .execute();
  return voided.length > 0;
}

export async function selectStrikesOf(tx: Db, caseId: string): Promise<StrikeRow[]> {
  const query = tx.selectFrom('source_strikes').selectAll().where('case_id', '=', caseId);
  return query.where('state', '=', 'active').orderBy('id').execute();
}

/** A case has at most one strike per source: if the target has one, this one stays. */
export async function moveStrikes(
  tx: Db,
  { fromId, toId, videoIds }: { fromId: string; toId: string; videoIds: readonly string[] },
): Promise<void> {
  await execute(tx)`
    update source_strikes k set case_id = ${toId}
    where k.case_id = ${fromId} and k.state = 'active' and k.video_id = any (${videoIds}::text[])
      and not exists (select from source_strikes o where o.case_id = ${toId} and o.source_id = k.source_id)`;
}
