import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { forgetDeletedVideos } from '@vesper/intake/ledger';
import { insertStaleRows } from '@vesper/library/search';
import { resetCategoryCounts } from '@vesper/library/topics';
import {
  countKeptViews,
  deleteWithMerged,
  isClearedAway,
  lockWithMerged,
  raiseGeneration,
  resetVideoCounts,
} from '@vesper/library/videos';
import { addToStats } from '@vesper/site/statistics';
import { type RawBuilder, sql } from 'kysely';
import { endFileChecks } from '../health/index.ts';
import { stopReruns } from '../media-jobs/index.ts';

/** Takes all videos but removed and taken-down ones out of every list, count, search and page. Lock the library first. */
export async function beginGeneration(
  tx: Db,
  { videos, orderedBy, emptied }: { videos: number; orderedBy: string; emptied: readonly string[] },
): Promise<void> {
  await raiseGeneration(tx);
  // Slow work before the truncation, which blocks visitors.
  const views = await countKeptViews(tx);
  await execute(tx)`truncate ${sql.join(emptied.map((name) => sql.table(name)))}`;
  await resetCategoryCounts(tx);
  await addToStats(
    sql`select 'videos_removed', 'cleared', videos from catalogue_totals where videos > 0`,
  ).execute(tx);
  await resetVideoCounts(tx, views);
  await stopReruns(tx);
  await endFileChecks(tx);
  await execute(tx)`
    insert into clearings (generation, videos, ordered_by)
    select generation, ${videos}, ${orderedBy} from library`;
}

export interface Clearing {
  generation: number;
  cursor: string;
}

export function lockOpenClearing(tx: Db): Promise<Clearing | undefined> {
  return firstRow(tx)<Clearing>`
    select generation, cursor from clearings where finished_at is null
    order by generation limit 1 for no key update skip locked`;
}

export function hasOpenClearing(db: Db): Promise<boolean> {
  return anyRow(db)`select from clearings where finished_at is null limit 1`;
}

export function selectBatch(tx: Db, afterId: string, limit: number): Promise<string[]> {
  return columnOf(tx)<string>`
    select id from videos where id > ${afterId} order by id limit ${limit}::int`;
}

/**
 * Deletes cleared videos and those merged into them; returns how many. Keeps those taken down for other reasons, whose
 * documents are rebuilt, and those of open cases, whose approval must find them.
 */
export async function deleteCleared(tx: Db, ids: readonly string[], generation: number): Promise<number> {
  // Publishing locks the new video first, then the cleared ones that it replaces.
  await lockWithMerged(tx, ids, generation);
  const rows = await execute(tx)<{ id: string }>`
    select v.id from videos v where v.id = any (${ids}::text[]) and v.generation < ${generation}
      and not wants_quarantine(v.status, v.hidden_reason)
      and not exists (select from case_targets t join cases c on c.id = t.case_id where t.video_id = v.id and c.is_open)`;
  const deleted = await deleteWithMerged(
    tx,
    rows.map(({ id }) => id),
  );
  await forgetDeletedVideos(tx, deleted);
  await insertStaleRows(tx, ids);
  return deleted.length;
}

/** Without `lastId` it has reached the end. */
export async function advanceClearing(
  tx: Db,
  { generation }: Clearing,
  { lastId, deleted }: { lastId: string | undefined; deleted: number },
): Promise<void> {
  await execute(tx)`
    update clearings set cursor = coalesce(${lastId ?? null}, cursor), deleted = deleted + ${deleted}::int,
      finished_at = case when ${lastId === undefined} then now() end
    where generation = ${generation}`;
}

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

/** With the line they block. Skips the lookup before the first clearing. */
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

export function isDeletable(tx: Db, id: string): Promise<boolean> {
  return anyRow(tx)`
    select from videos v where v.id = ${id} and is_cleared(v)
      and not exists (select from case_targets t join cases c on c.id = t.case_id where t.video_id = v.id and c.is_open)`;
}

export interface OpenTarget {
  caseId: string;
  position: number;
}

export function lockOpenTargets(tx: Db, videoIds: readonly string[]): Promise<OpenTarget[]> {
  return execute(tx)<OpenTarget>`
    select t.case_id as "caseId", t.position from case_targets t join cases c on c.id = t.case_id
    where t.video_id = any (${videoIds}::text[]) and c.is_open order by c.id, t.position for update of c`;
}
