import { IN_LIBRARY, MAX_BULK_LINES, NO_VALID_LINE } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { acceptedAddress, addressHash } from '../../kernel/lib/text/canonical-address.ts';
import { findVideoByAddress } from '../../library/videos/index.ts';
import { blockedMessage, selectAddressBlock, selectBlockedAddresses } from '../block-list/index.ts';
import { type DownloadJobRow, insertDownloads, type NewDownload } from './download-queries.ts';

/** What somebody asks for by hand, one at a time, goes before what crawls and lists have brought. */
export const BY_HAND_PRIORITY = 10;
/** Of what a bulk call has added or refused, so much is shown; the counts say the rest. */
const MOST_SHOWN = 100;
/** How many characters of a refused address are quoted. */
const LONGEST_SAID = 80;

export const IN_QUEUE = 'This address is in the queue already.';

/** Queues downloads in one statement, also within the caller's transaction; returns how many were new. */
export async function queueDownloads(db: Db, downloads: readonly NewDownload[]): Promise<number> {
  return (await insertDownloads(db, downloads)).count;
}

/** Queues one address by hand. Throws conflict if it is blocked, or in the library or in the queue already. */
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
  /** The first of the new ones. */
  rows: DownloadJobRow[];
  count: number;
  duplicates: number;
  invalidCount: number;
  /** The first of the lines that are no address, or a blocked one, by their number from 1. */
  invalid: { line: number; message: string }[];
}

/**
 * Queues what stands in lines, one address each, in one statement. Empty lines are left out and bad ones
 * reported. Throws bad_request where nothing is left, or more than 10,000.
 */
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

/** The lines whose address is blocked: they are told of like bad ones. */
async function blockedLines(db: Db, lines: readonly ReadLine[]): Promise<BadLine[]> {
  const hashes = lines.map(({ download }) => download.sourceUrlHash);
  const blocked = await selectBlockedAddresses(db, hashes);
  return lines.flatMap(({ line, download }) => {
    const block = blocked.get(download.sourceUrlHash.toString('hex'));
    return block ? [{ line, message: blockedMessage(block) }] : [];
  });
}

/** Names the address and not the line's number: the client may have left out empty lines before. */
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
