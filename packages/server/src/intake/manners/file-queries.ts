import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';

/** What a server said of a file's version (RFC 9110 section 8.8). */
export interface FileVersion {
  etag: string | null;
  lastModified: string | null;
}

/** A site's answer to the question for its robots.txt. */
export interface RobotsFile {
  /** Null where no answer came. */
  status: number | null;
  /** Empty unless the status is 2xx. */
  body: string;
  etag: string | null;
  /** Why nobody knows the rules. */
  error: { code: string; message: string } | null;
  expiresAt: Date;
}

/**
 * The version of a file, unless something of its source has become due again since: an address whose download failed,
 * or was cancelled, is met again only where the file is read as a whole. A day more is looked back, because a file's
 * addresses are decided before it is remembered.
 */
export async function selectFileVersion(
  db: Db,
  sourceId: string,
  urlHash: Buffer,
): Promise<FileVersion | undefined> {
  const { rows } = await sql<FileVersion>`
    select etag, last_modified as "lastModified" from fetched_files f
    where source_id = ${sourceId} and url_hash = ${urlHash}
      and not exists (select from download_jobs j
                      where j.source_id = ${sourceId} and j.status = 'failed'
                        and j.retry_at > f.read_at - interval '1 day' and j.retry_at <= now())`.execute(db);
  return rows[0];
}

/** Which library there is: every clearing begins another one. */
export async function libraryGeneration(db: Db): Promise<number> {
  const { generation } = await db.selectFrom('library').select('generation').executeTakeFirstOrThrow();
  return generation;
}

interface ReadVersion extends FileVersion {
  sourceId: string;
  urlHash: Buffer;
  generation: number | undefined;
}

/** Not once the library is of another generation. A clearing under way is waited for, as it waits for us. */
export async function upsertFileVersion(
  db: Db,
  { sourceId, urlHash, etag, lastModified, generation }: ReadVersion,
): Promise<void> {
  await sql`
    insert into fetched_files (source_id, url_hash, etag, last_modified, read_at)
    select ${sourceId}, ${urlHash}, ${etag}, ${lastModified}, ${new Date()} from library
    where generation = coalesce(${generation ?? null}::int, generation) for share
    on conflict (source_id, url_hash) do update
    set etag = excluded.etag, last_modified = excluded.last_modified, read_at = excluded.read_at`.execute(db);
}

export async function deleteFileVersion(db: Db, sourceId: string, urlHash: Buffer): Promise<void> {
  await db
    .deleteFrom('fetched_files')
    .where('source_id', '=', sourceId)
    .where('url_hash', '=', urlHash)
    .execute();
}

/** Of a source, or of all. */
export async function deleteFileVersions(db: Db, sourceId?: string): Promise<void> {
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
    // PostgreSQL keeps no NUL in a text.
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
