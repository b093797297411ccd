import { IN_LIBRARY, MAX_BULK_LINES, NO_VALID_LINE } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { acceptedAddress, addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { findVideoByAddress } from '@vesper/library/videos';
import { blockedMessage, selectAddressBlock, selectBlockedAddresses } from '../block-list/index.ts';
import { type DownloadJobRow, insertDownloads, type NewDownload } from './download-queries.ts';

/** Ahead of downloads queued by crawls and lists. */
export const BY_HAND_PRIORITY = 10;
const MOST_SHOWN = 100;
const LONGEST_SAID = 80;

export const IN_QUEUE = 'This address is already in the queue.';

/** One statement, also in the caller's transaction; returns how many were new. */
export async function queueDownloads(db: Db, downloads: readonly NewDownload[]): Promise<number> {
  return (await insertDownloads(db, downloads)).count;
}

/** Throws conflict if it is blocked, in the library or queued already. */
export async function addDownload(db: Db, url: string): Promise<DownloadJobRow> {
  const download = byHand(acceptedAddress(url), BY_HAND_PRIORITY);
  const block = await selectAddressBlock(db, download.sourceUrlHash);
  if (block) throw new AppError('conflict', blockedMessage(block));
  if (await findVideoByAddress(db, download.sourceUrlHash)) throw new AppError('conflict', IN_LIBRARY);
  const { rows } = await insertDownloads(db, [download], { rowLimit: 1 });
  if (!rows[0]) throw new AppError('conflict', IN_QUEUE);
  return rows[0];
}

export interface BulkAdded {
  rows: DownloadJobRow[];
  count: number;
  duplicates: number;
  invalidCount: number;
  /** Invalid or blocked lines, numbered from 1. */
  invalid: { line: number; message: string }[];
}

/** One address per line; reports bad ones. Throws bad_request for none, or more than 10,000. */
export async function addDownloads(db: Db, lines: readonly string[]): Promise<BulkAdded> {
  const { lines: read, invalid, given } = readLines(lines);
  if (given === 0) throw new AppError('bad_request', NO_VALID_LINE);
  if (given > MAX_BULK_LINES) {
    throw new AppError('bad_request', `At most ${MAX_BULK_LINES} URLs can be added at once.`);
  }
  const downloads = read.map(({ download }) => download);
  if (downloads.length === 0) {
    const said = invalid
      .slice(0, MOST_SHOWN)
      .map(({ line, message }) => badLineMessage(lines[line - 1] ?? '', message));
    throw new AppError('bad_request', `${NO_VALID_LINE}: ${invalid[0]?.message ?? ''}`, {
      sourceUrls: said.join('\n'),
    });
  }
  const { count, rows } = await insertDownloads(db, downloads, { skipVideos: true, rowLimit: MOST_SHOWN });
  if (count < downloads.length) invalid.push(...(await blockedLines(db, read)));
  return {
    rows,
    count,
    duplicates: given - invalid.length - count,
    invalidCount: invalid.length,
    invalid: invalid.sort((a, b) => a.line - b.line).slice(0, MOST_SHOWN),
  };
}

interface BadLine {
  line: number;
  message: string;
}

interface ReadLine {
  line: number;
  download: NewDownload;
}

async function blockedLines(db: Db, lines: readonly ReadLine[]): Promise<BadLine[]> {
  const hashes = lines.map(({ download }) => download.sourceUrlHash);
  const blocked = await selectBlockedAddresses(db, hashes);
  return lines.flatMap(({ line, download }) => {
    const block = blocked.get(download.sourceUrlHash.toString('hex'));
    return block ? [{ line, message: blockedMessage(block) }] : [];
  });
}

/** Without the line number: the client may have dropped empty lines. */
function badLineMessage(text: string, message: string): string {
  const address = text.trim();
  const shown = address.slice(0, LONGEST_SAID).toWellFormed();
  if (message.includes(shown)) return message;
  return `"${shown}${address.length > LONGEST_SAID ? '…' : ''}": ${message}`;
}

function readLines(lines: readonly string[]) {
  const downloads = new Map<string, ReadLine>();
  const invalid: BadLine[] = [];
  let given = 0;
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    given += 1;
    try {
      const address = acceptedAddress(text);
      if (!downloads.has(address)) downloads.set(address, { line: index + 1, download: byHand(address, 0) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      invalid.push({ line: index + 1, message: error.message });
    }
  }
  return { lines: [...downloads.values()], invalid, given };
}

function byHand(sourceUrl: string, priority: number): NewDownload {
  const sourceUrlHash = addressHash(sourceUrl);
  return { sourceUrl, sourceUrlHash, sourceId: null, crawlerRunId: null, metadata: null, priority };
}
