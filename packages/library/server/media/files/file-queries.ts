import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Place } from '@vesper/core/storage/storage.ts';
import { sql } from 'kysely';
import type { MediaPurpose } from '../delivery/signing.ts';
import type { DatedFile, MediaFile } from './files.ts';

const prepared = sql.raw(PREPARED);

/** Replaces rows of the same name; cleaning removes the replaced files. */
export async function recordFiles(tx: Db, videoId: string, files: readonly MediaFile[]): Promise<void> {
  for (const { key, purpose, name, place, sizeBytes } of files) {
    const values = { key, purpose, name, place, size_bytes: sizeBytes, video_id: videoId };
    await tx
      .insertInto('stored_files')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['video_id', 'purpose', 'name'])
          .doUpdateSet({ key, place, size_bytes: sizeBytes, stored_at: sql`now()`, quarantined_at: null }),
      )
      .execute();
  }
}

export function selectFiles(db: Db, videoId: string): Promise<MediaFile[]> {
  return execute(db)<MediaFile>`${prepared}
    select f.key, f.purpose, f.name, f.place, f.size_bytes as "sizeBytes"
    from stored_files f where f.video_id = ${videoId} order by f.purpose, f.name`;
}

/** In any status, also quarantined. */
export function selectFilmToReview(db: Db, videoId: string): Promise<DatedFile | undefined> {
  return firstRow(db)<DatedFile>`${prepared}
    select f.key, f.purpose, f.name, f.place, f.size_bytes as "sizeBytes", f.stored_at as "storedAt"
    from videos v join stored_files f on f.video_id = v.id and f.key = v.video_url and f.purpose = 'play'
    where v.id = ${videoId} limit 1`;
}

export async function selectFilm(
  db: Db,
  { id, video_url: key }: { id: string; video_url: string },
): Promise<MediaFile | undefined> {
  return (await selectFiles(db, id)).find((file) => file.key === key);
}

/** Deletes the rows of a video's files that were not replaced: all, or those with the given names. */
export async function forgetOtherFiles(
  tx: Db,
  videoId: string,
  { files, names }: { files: readonly MediaFile[]; names?: (name: string) => boolean },
): Promise<void> {
  for (const { key, purpose, name } of await selectFiles(tx, videoId)) {
    const isKept = files.some((one) => one.purpose === purpose && one.name === name);
    if (isKept || names?.(name) === false) continue;
    await execute(tx)`delete from stored_files
      where video_id = ${videoId} and purpose = ${purpose} and name = ${name} and key = ${key}`;
  }
}

export async function forgetFiles(tx: Db, videoId: string): Promise<void> {
  await execute(tx)`delete from stored_files where video_id = ${videoId}`;
}

/** From the rows, quarantined files included; unknown sizes count as 0. */
export interface StorageTotal {
  place: Place;
  purpose: MediaPurpose;
  files: number;
  bytes: number;
}

export function selectTotals(db: Db): Promise<StorageTotal[]> {
  return execute(db)<StorageTotal>`
    select place, purpose, files, bytes from storage_totals order by place, purpose`;
}

/** Merges the totals' changes into a few rows; skipped while another process does it. */
export async function foldTotals(db: Db): Promise<void> {
  await execute(db)`select fold_storage_changes()`;
}

export interface QuarantineTotal {
  place: Place;
  files: number;
  bytes: number;
}

export function selectQuarantineTotals(db: Db): Promise<QuarantineTotal[]> {
  return execute(db)<QuarantineTotal>`
    select place, count(*) as files, coalesce(sum(size_bytes), 0)::bigint as bytes
    from stored_files where quarantined_at is not null group by place order by place`;
}
