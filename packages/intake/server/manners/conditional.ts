import { createHash } from 'node:crypto';
import type { Db } from '@vesper/core/db/pool.ts';
import { selectFileVersion, selectReadTimes, upsertFileVersion } from './file-queries.ts';

export interface ReadFile {
  url: string;
  etag?: string | null | undefined;
  lastModified?: string | null | undefined;
  /** The library's generation when reading began: addresses cleared since then counted as known. */
  generation?: number | undefined;
}

/**
 * Stores a list file's validators for conditional requests. Call it only once every address is decided: after a 304
 * the file is not read again. Skipped if the library was cleared meanwhile.
 */
export async function rememberFile(db: Db, sourceId: string, file: ReadFile): Promise<void> {
  const urlHash = hashOf(file.url);
  const etag = usableEtag(file.etag);
  const lastModified = usableDate(file.lastModified);
  await upsertFileVersion(db, { sourceId, urlHash, etag, lastModified, generation: file.generation });
}

/** When a file was last read to its end, by address. */
export type ReadTimes = (url: string) => Date | undefined;

export async function readTimesOf(db: Db, sourceId: string): Promise<ReadTimes> {
  const rows = await selectReadTimes(db, sourceId);
  const times = new Map(rows.map(({ url_hash: hash, read_at: at }) => [hash.toString('hex'), at]));
  return (url) => times.get(hashOf(url).toString('hex'));
}

/** Conditional request headers (RFC 9110 section 13.1); empty for an unknown file. */
export async function conditionalHeaders(
  db: Db,
  sourceId: string,
  url: string,
): Promise<Record<string, string>> {
  const { etag, lastModified } = (await selectFileVersion(db, sourceId, hashOf(url))) ?? {};
  // Both: some servers support only one.
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  };
}

/** RFC 9110 section 8.8.3, ASCII only: it goes back into a header. */
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
