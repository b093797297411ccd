import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import { momentOf } from '../sources/index.ts';

export interface DownloadsToCancel {
  addressHashes: readonly Buffer[];
  videoIds: readonly string[];
  externalIds: readonly { sourceId: string; externalId: string }[];
  sourceIds: readonly string[];
  sentence: string;
}

export function selectOpenHashes(tx: Db, sourceId: string, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return columnOf(tx)<Buffer>`
    select source_url_hash from download_jobs
    where source_url_hash = any (${hashes}::bytea[]) and source_id = ${sourceId}
      and status in ('pending', 'processing')`;
}

interface OpenDownload {
  id: string;
  run_id: string | null;
  source_id: string | null;
  hash: Buffer;
}

/**
 * Ends every open download that could add one of these videos, by address, video or external id; returns their
 * addresses' hashes. Locks downloads, runs and sources in the same order as a download's end, so that it cannot
 * deadlock with a publishing worker.
 */
export async function cancelDownloadsOf(
  tx: Db,
  { addressHashes, videoIds, externalIds, sourceIds, sentence }: DownloadsToCancel,
): Promise<Buffer[]> {
  const isOpen = sql`j.status in ('pending', 'processing')`;
  const jobs = await execute(tx)<OpenDownload>`
    select j.id, j.crawler_run_id as run_id, j.source_id, j.source_url_hash as hash from download_jobs j
    where ${isOpen} and j.id in (
      select j.id from download_jobs j where j.source_url_hash = any (${addressHashes}::bytea[]) and ${isOpen}
      union select j.id from download_jobs j where j.video_id = any (${videoIds}::text[]) and ${isOpen}
      union select j.id from unnest(${externalIds.map((one) => one.sourceId)}::text[],
                                    ${externalIds.map((one) => one.externalId)}::text[]) as one (source_id, external_id)
        join download_jobs j on j.source_id = one.source_id and j.external_id = one.external_id where ${isOpen})
    order by j.id for no key update`;
  const runs = jobs.map(({ run_id }) => run_id).filter((id) => id !== null);
  await execute(tx)`select from crawler_runs where id = any (${runs}::text[]) order by id for no key update`;
  const sources = [...sourceIds, ...jobs.map(({ source_id }) => source_id).filter((id) => id !== null)];
  await execute(tx)`
    select from video_sources where id = any (${sources}::text[]) order by id for no key update`;
  await execute(tx)`
    update download_jobs set status = 'failed', error = ${sentence}, error_class = 'removed', cancelled_at = now(),
      completed_at = now(), run_at = null, retry_at = null
    where id = any (${jobs.map(({ id }) => id)}::text[])`;
  return jobs.map(({ hash }) => hash);
}

/**
 * Ends up to `limit` open downloads of sources being deleted, struck out, or without a basis for their delivery;
 * returns their hashes. Not failures: a crawler may queue them again.
 */
export function cancelUncoveredDownloads(tx: Db, now: Date, limit: number): Promise<Buffer[]> {
  return columnOf(tx)<Buffer>`
    with stopped as materialized (
      select id from video_sources s
      where s.deleting_at is not null or s.struck_out_at is not null or not is_covered(s.id, s.delivery, ${momentOf(now)})),
    cancelled as (
      select j.id from download_jobs j join stopped on stopped.id = j.source_id
      where j.status in ('pending', 'processing') order by j.id limit ${limit} for no key update of j)
    update download_jobs j
    set status = 'failed', error = 'The source may no longer be used.', error_class = null, cancelled_at = now(), completed_at = now(),
        retry_at = now()
    from cancelled where j.id = cancelled.id returning j.source_url_hash`;
}

/** Clears up to `limit` references to the source, so that deleting it need not. */
export async function detachDownloads(db: Db, sourceId: string, limit: number): Promise<number> {
  const rows = await execute(db)`
    update download_jobs set source_id = null
    where id in (select id from download_jobs where source_id = ${sourceId} limit ${limit}) returning id`;
  return rows.length;
}
