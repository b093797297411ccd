import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';

/** A file's validators (RFC 9110 section 8.8). */
export interface FileVersion {
  etag: string | null;
  lastModified: string | null;
}

export interface RobotsFile {
  status: number | null;
  body: string;
  etag: string | null;
  error: { code: string; message: string } | null;
  expiresAt: Date;
}

/**
 * None if an address of the source became due again since: it is only found if the file is read in full. Looks back
 * one day further: addresses are decided before their file is remembered.
 */
export function selectFileVersion(
  db: Db,
  sourceId: string,
  urlHash: Buffer,
): Promise<FileVersion | undefined> {
  return firstRow(db)<FileVersion>`
    select etag, last_modified as "lastModified" from fetched_files f
    where source_id = ${sourceId} and url_hash = ${urlHash}
      and not exists (select from download_jobs j
                      where j.source_id = ${sourceId} and j.status = 'failed'
                        and j.retry_at > f.read_at - interval '1 day' and j.retry_at <= now())`;
}

/** Counted up by every clearing. */
export async function libraryGeneration(db: Db): Promise<number> {
  const { generation } = await db.selectFrom('library').select('generation').executeTakeFirstOrThrow();
  return generation;
}

interface ReadVersion extends FileVersion {
  sourceId: string;
  urlHash: Buffer;
  generation: number | undefined;
}

/** Skipped once the library's generation has changed. Locks against a concurrent clearing. */
export async function upsertFileVersion(
  db: Db,
  { sourceId, urlHash, etag, lastModified, generation }: ReadVersion,
): Promise<void> {
  await execute(db)`
    insert into fetched_files (source_id, url_hash, etag, last_modified, read_at)
    select ${sourceId}, ${urlHash}, ${etag}, ${lastModified}, ${new Date()} from library
    where generation = coalesce(${generation ?? null}::int, generation) for share
    on conflict (source_id, url_hash) do update
    set etag = excluded.etag, last_modified = excluded.last_modified, read_at = excluded.read_at`;
}

export async function selectReadTimes(
  db: Db,
  sourceId: string,
): Promise<{ url_hash: Buffer; read_at: Date }[]> {
  return db
    .selectFrom('fetched_files')
    .select(['url_hash', 'read_at'])
    .where('source_id', '=', sourceId)
    .execute();
}

/** Has the files of one source, or all, fetched in full: their addresses must be decided again. */
export async function forgetFiles(db: Db, sourceId?: string): Promise<void> {
  const all = db.deleteFrom('fetched_files');
  await (sourceId === undefined ? all : all.where('source_id', '=', sourceId)).execute();
}

export async function selectRobotsFile(db: Db, origin: string): Promise<RobotsFile | undefined> {
  const row = await db.selectFrom('robots_files').selectAll().where('origin', '=', origin).executeTakeFirst();
  if (!row) return undefined;
  const { status, body, etag, expires_at: expiresAt } = row;
  const error = row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' };
  return { status, body, etag, error, expiresAt };
}

export async function upsertRobotsFile(
  db: Db,
  origin: string,
  file: RobotsFile,
  readAt: Date,
): Promise<void> {
  const fields = {
    status: file.status,
    // PostgreSQL cannot store NUL in text.
    body: file.body.replaceAll('\0', ''),
    etag: file.etag,
    error_code: file.error?.code ?? null,
    error_message: file.error?.message ?? null,
    read_at: readAt,
    expires_at: file.expiresAt,
  };
  await db
    .insertInto('robots_files')
    .values({ origin, ...fields })
    .onConflict((conflict) => conflict.column('origin').doUpdateSet(fields))
    .execute();
}

export async function deleteRobotsFile(db: Db, origin: string): Promise<void> {
  await db.deleteFrom('robots_files').where('origin', '=', origin).execute();
}
