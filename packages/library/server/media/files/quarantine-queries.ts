import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Place } from '@vesper/core/storage/storage.ts';
import { sql } from 'kysely';
import type { LooseFile, LyingFile } from './loose-queries.ts';

/** A lease on a video whose files are to be quarantined or released. */
export interface QuarantineLease {
  videoId: string;
  /** Fencing token: a new lease invalidates it. */
  leases: number;
  /** Changes if the work must restart. */
  reasons: number;
  failures: number;
}

/** Releases first. All times are the database's. */
export function claimQuarantineWork(db: Db, leaseMs: number): Promise<QuarantineLease | undefined> {
  return firstRow(db)<QuarantineLease>`
    with due as (
      select video_id from quarantine_work
      where run_at <= now() and (leased_until is null or leased_until < now())
      order by is_release desc, run_at limit 1 for update skip locked)
    update quarantine_work w
    set leased_until = now() + ${leaseMs} * interval '1 millisecond', leases = w.leases + 1
    from due where w.video_id = due.video_id
    returning w.video_id as "videoId", w.leases, w.reasons, w.failures`;
}

/** False if another worker has the lease, or the work must restart. */
export function renewQuarantineWork(
  db: Db,
  { videoId, leases, reasons }: QuarantineLease,
  leaseMs: number,
): Promise<boolean> {
  return anyRow(db)`
    update quarantine_work set leased_until = now() + ${leaseMs} * interval '1 millisecond'
    where video_id = ${videoId} and leases = ${leases} and reasons = ${reasons} returning video_id`;
}

/** Ends the work; if its reason has changed meanwhile, it is claimed again at once. */
export async function endQuarantineWork(db: Db, lease: QuarantineLease): Promise<void> {
  const { videoId, leases, reasons } = lease;
  await execute(db)`delete from quarantine_work
    where video_id = ${videoId} and leases = ${leases} and reasons = ${reasons}`;
  await returnQuarantineWork(db, lease);
}

/** Gives the work back; after a failure, with a pause. */
export async function returnQuarantineWork(
  db: Db,
  { videoId, leases, reasons }: QuarantineLease,
  pauseMs = 0,
): Promise<void> {
  await execute(db)`update quarantine_work set leased_until = null,
      failures = failures + case when ${pauseMs}::float8 > 0 and reasons = ${reasons} then 1 else 0 end,
      run_at = now() + case when reasons = ${reasons} then ${pauseMs}::float8 else 0 end * interval '1 millisecond'
    where video_id = ${videoId} and leases = ${leases}`;
}

/** Marks a video's files if they belong in quarantine, before any is moved. Locks the video's row until then. */
export async function markIfUnwanted(tx: Db, videoId: string): Promise<boolean> {
  const rows = await execute(tx)<{ is_unwanted: boolean }>`
    select wants_quarantine(status, hidden_reason) as is_unwanted from videos where id = ${videoId} for share`;
  if (!rows[0]?.is_unwanted) return false;
  await execute(tx)`update stored_files set quarantined_at = now()
    where video_id = ${videoId} and quarantined_at is null`;
  return true;
}

/** The small ones first, so that pictures need not wait for the film. */
export function selectLyingFiles(db: Db, videoId: string): Promise<LyingFile[]> {
  return execute(db)<LyingFile>`
    select place, key from stored_files where video_id = ${videoId}
    group by place, key order by max(coalesce(size_bytes, 0)), key`;
}

/** Whether a row names the file outside quarantine: several videos may share it. */
export function isInUse(db: Db, { place, key }: LyingFile): Promise<boolean> {
  return anyRow(db)`
    select from stored_files where place = ${place} and key = ${key} and quarantined_at is null limit 1`;
}

/** Unless the video was removed again. */
export async function unmark(db: Db, videoId: string, { place, key }: LyingFile): Promise<void> {
  await execute(db)`update stored_files f set quarantined_at = null from videos v
    where f.video_id = ${videoId} and f.place = ${place} and f.key = ${key} and f.quarantined_at is not null
      and v.id = f.video_id and not wants_quarantine(v.status, v.hidden_reason)`;
}

/** Deletes rows of expired files, oldest first, except of videos that may still come back. */
export function deleteExpiredFiles(db: Db, before: Date, limit: number): Promise<LooseFile[]> {
  return execute(db)<LooseFile>`
    with due as materialized (
      select f.video_id, f.purpose, f.name from stored_files f join videos v on v.id = f.video_id
      where f.quarantined_at < ${before} and wants_quarantine(v.status, v.hidden_reason) and not may_come_back(v)
      order by f.quarantined_at limit ${limit}::int for update of f for share of v skip locked)
    delete from stored_files f using due
    where f.video_id = due.video_id and f.purpose = due.purpose and f.name = due.name
    returning f.place, f.key, f.size_bytes as "sizeBytes"`;
}

export async function selectKeysInRows(
  db: Db,
  place: Place,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await execute(db)<{ key: string }>`
    select wanted.key from unnest(${keys}::text[]) as wanted (key)
    where exists (select from stored_files f where f.place = ${place} and f.key = wanted.key)`;
  return new Set(rows.map((row) => row.key));
}

/** Queues videos whose files are not where their rows say, because a worker was interrupted. */
export async function queueMisplaced(
  db: Db,
  of: { place: Place; keys: readonly string[]; where: 'aside' | 'in place' },
): Promise<void> {
  const misplaced =
    of.where === 'aside'
      ? sql`f.quarantined_at is null`
      : sql`wants_quarantine(v.status, v.hidden_reason) <> (f.quarantined_at is not null)
          or (f.quarantined_at is not null and not exists (
                select from stored_files s where s.place = f.place and s.key = f.key and s.quarantined_at is null))`;
  await execute(db)`select queue_quarantine_work(array_agg(distinct f.video_id))
    from stored_files f join videos v on v.id = f.video_id
    where f.place = ${of.place} and f.key = any (${of.keys}::text[]) and (${misplaced})
    having count(*) > 0`;
}
