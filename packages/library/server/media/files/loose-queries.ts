import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import type { Place } from '@vesper/core/storage/storage.ts';
import { sql } from 'kysely';

/** A file in storage, named by a row or not. */
export interface LyingFile {
  place: Place;
  key: string;
}

export interface LooseFile extends LyingFile {
  sizeBytes: number | null;
}

/** Protects a file about to be stored, whose row comes later. Waits while a file of that key is being removed. */
export async function announceFile(db: Db, { place, key }: LyingFile): Promise<void> {
  await execute(db)`insert into loose_files (place, key, is_coming) values (${place}, ${key}, true)
    on conflict (place, key) do update set is_coming = true, since = now()`;
}

export async function noteLooseFiles(
  db: Db,
  place: Place,
  files: readonly { key: string; sizeBytes: number; modifiedAt: Date }[],
): Promise<void> {
  await execute(db)`insert into loose_files (place, key, since, size_bytes)
    select ${place}, found.key, found.since, found.size_bytes
    from unnest(${files.map(({ key }) => key)}::text[], ${files.map(({ modifiedAt }) => modifiedAt)}::timestamptz[],
                ${files.map(({ sizeBytes }) => sizeBytes)}::bigint[]) as found (key, since, size_bytes)
    order by found.key on conflict (place, key) do nothing`;
}

/** Locks due files; skips those locked by others. */
export function lockLooseFiles(
  tx: Db,
  of: { places: readonly Place[]; leftBefore: Date; announcedBefore: Date; limit: number },
): Promise<LooseFile[]> {
  return execute(tx)<LooseFile>`
    select place, key, size_bytes as "sizeBytes" from loose_files
    where place = any (${of.places}::text[])
      and ((not is_coming and since < ${of.leftBefore}) or (is_coming and since < ${of.announcedBefore}))
    limit ${of.limit}::int for update skip locked`;
}

export function lockAnnounced(tx: Db, files: readonly LyingFile[]): Promise<LooseFile[]> {
  return execute(tx)<LooseFile>`
    select l.place, l.key, l.size_bytes as "sizeBytes" from loose_files l join ${unnested(files)}
    on l.place = f.place and l.key = f.key order by l.place, l.key for update of l`;
}

export async function deleteLooseFiles(tx: Db, files: readonly LyingFile[]): Promise<void> {
  await execute(tx)`
    delete from loose_files l using ${unnested(files)} where l.place = f.place and l.key = f.key`;
}

export async function postponeLooseFiles(tx: Db, files: readonly LyingFile[]): Promise<void> {
  await execute(tx)`update loose_files l set since = now(), is_coming = false from ${unnested(files)}
    where l.place = f.place and l.key = f.key`;
}

/** Those that a row names in that place, or whose video is being downloaded or remade. */
export async function selectNamedFiles(db: Db, files: readonly LyingFile[]): Promise<ReadonlySet<string>> {
  const rows = await execute(db)<LyingFile>`
    select f.place, f.key from ${unnested(files)}
    where exists (select from stored_files s where s.place = f.place and s.key = f.key)
      or exists (select from videos v where v.id = split_part(f.key, '/', 3) and v.status = 'processing')
      or exists (select from media_jobs m
                 where m.video_id = split_part(f.key, '/', 3) and m.status = 'processing')`;
  return new Set(rows.map(nameOf));
}

export function nameOf({ place, key }: LyingFile): string {
  return `${place}:${key}`;
}

function unnested(files: readonly LyingFile[]) {
  const places = files.map(({ place }) => place);
  const keys = files.map(({ key }) => key);
  return sql`unnest(${places}::text[], ${keys}::text[]) as f (place, key)`;
}
