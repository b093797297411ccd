import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { anyRow, columnOf, execute } from '../../kernel/db/run-sql.ts';
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

/** Each with the line that it is in the way of. Before the first clearing nothing is looked up. */
export function selectClearedAmong(
  tx: Db,
  sourceId: string,
  lines: readonly { hash: Buffer; externalId: string | null }[],
): Promise<{ id: string; hash: Buffer }[]> {
  return execute(tx)<{ id: string; hash: Buffer }>`
    with line as (
      select * from unnest(${lines.map(({ hash }) => hash)}::bytea[],
                           ${lines.map(({ externalId }) => externalId)}::text[]) as one (hash, external_id)
      where (select generation from library) > 0)
    select v.id, line.hash from line join videos v on v.source_url_hash = line.hash where ${isClearedAway}
    union
    select v.id, line.hash from line join videos v on v.source_id = ${sourceId} and v.external_id = line.external_id
    where ${isClearedAway}`;
}

/** Whether a video was cleared, and no case about it is open. */
export function isDeletable(tx: Db, id: string): Promise<boolean> {
  return anyRow(tx)`
    select from videos v where v.id = ${id} and is_cleared(v)
      and not exists (select from case_targets t join cases c on c.id = t.case_id where t.video_id = v.id and c.is_open)`;
}

/** What an open case names. */
export interface OpenTarget {
  caseId: string;
  position: number;
}

export function lockOpenTargets(tx: Db, videoIds: readonly string[]): Promise<OpenTarget[]> {
  return execute(tx)<OpenTarget>`
    select t.case_id as "caseId", t.position from case_targets t join cases c on c.id = t.case_id
    where t.video_id = any (${videoIds}::text[]) and c.is_open order by c.id, t.position for update of c`;
}
