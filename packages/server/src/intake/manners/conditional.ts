import { createHash } from 'node:crypto';
import type { Db } from '../../kernel/db/pool.ts';
import {
  deleteFileVersion,
  deleteFileVersions,
  type FileVersion,
  selectFileVersion,
  upsertFileVersion,
} from './file-queries.ts';

/** A file of a source and the `etag` and `last-modified` headers with which it came. */
export interface ReadFile {
  /** The address as it was asked for. */
  url: string;
  etag?: string | null | undefined;
  lastModified?: string | null | undefined;
  /** The library's when it began to be read: what is cleared since was taken for known. Without it, the present one. */
  generation?: number | undefined;
}

/**
 * Remembers the version of a list file, for the next request to ask for changes only. To be called once everything
 * in the file was decided, and not before: what a 304 says is not read again. A file without a usable version is
 * forgotten, and one that was read across a clearing of the library is not remembered.
 */
export async function rememberFile(db: Db, sourceId: string, file: ReadFile): Promise<void> {
  const urlHash = hashOf(file.url);
  const etag = usableEtag(file.etag);
  const lastModified = usableDate(file.lastModified);
  if (etag === null && lastModified === null) await deleteFileVersion(db, sourceId, urlHash);
  else await upsertFileVersion(db, { sourceId, urlHash, etag, lastModified, generation: file.generation });
}

/** All files of a source are read as a whole the next time: what they name is to be decided anew, and no job says so. */
export function forgetFiles(db: Db, sourceId: string): Promise<void> {
  return deleteFileVersions(db, sourceId);
}

/** All files of all sources are read as a whole the next time: nothing that they name is here any more. */
export function forgetAllFiles(db: Db): Promise<void> {
  return deleteFileVersions(db);
}

/** The headers that ask for a file only if it has changed (RFC 9110 section 13.1); none for an unknown one. */
export async function conditionalHeaders(
  db: Db,
  sourceId: string,
  url: string,
): Promise<Record<string, string>> {
  const version = await selectFileVersion(db, sourceId, hashOf(url));
  return version ? headersOf(version) : {};
}

/** Both, because some servers know one of them only; If-None-Match goes first where both are known. */
function headersOf({ etag, lastModified }: FileVersion): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

/** RFC 9110 section 8.8.3, ASCII only; it goes back into a header. */
export function usableEtag(text: string | null | undefined): string | null {
  const etag = text?.trim() ?? '';
  return /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : null;
}

function usableDate(text: string | null | undefined): string | null {
  const date = text?.trim() ?? '';
  return /^[\x20-\x7e]{1,60}$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : null;
}

function hashOf(url: string): Buffer {
  const parsed = URL.parse(url);
  if (parsed) parsed.hash = '';
  return createHash('sha256')
    .update(parsed?.href ?? url)
    .digest();
}
