import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { foldTotals } from './file-queries.ts';
import { announceFile } from './loose-queries.ts';
import { selectKeysToMove, switchPlace } from './move-queries.ts';
import { isInUse } from './quarantine-queries.ts';

export interface Move {
  db: Db;
  from: Storage;
  to: Storage;
  signal: AbortSignal;
  limit?: number | undefined;
  /** Rate limit: waits until that many more bytes may be copied. */
  pace?: ((bytes: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface MoveProgress {
  /** Switched rows: several may share one file. */
  rows: number;
  files: number;
  bytes: number;
  /** Including files in progress. */
  bytesCopied: number;
  failed: number;
  failures: { key: string; sentence: string }[];
  ended: 'all done' | 'limit reached' | 'stopped' | 'nothing works' | undefined;
}

const FILES_AT_ONCE = 4;
const PAGE = 100;
const ROWS = 5_000;
const FAILURES_NAMED = 20;
/** This many failures in a row are not the files' fault. */
const HOPELESS = 25;

export function newProgress(): MoveProgress {
  return { rows: 0, files: 0, bytes: 0, bytesCopied: 0, failed: 0, failures: [], ended: undefined };
}

/**
 * Copies and compares each file, then switches its rows; cleaning removes the old copy after the grace period. Safe to
 * kill, restart and run several times at once: a row is switched only from the place that it still names.
 */
export async function moveFiles(move: Move, progress: MoveProgress): Promise<void> {
  const keys = keysToMove(move);
  let inARow = 0;
  const isOver = () => {
    if (move.signal.aborted) progress.ended = 'stopped';
    else if (inARow >= HOPELESS) progress.ended = 'nothing works';
    return progress.ended !== undefined;
  };
  const work = async () => {
    while (!isOver()) {
      const { value: key, done } = await keys.next();
      if (done) return;
      try {
        await moveFile(move, key, progress);
        inARow = 0;
      } catch (error) {
        if (move.signal.aborted) continue;
        inARow += 1;
        noteFailure(progress, key, error);
      }
    }
  };
  const worked = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, work));
  for (const one of worked) if (one.status === 'rejected') throw one.reason;
  await foldTotals(move.db);
  const isLimited = progress.files + progress.failed >= (move.limit ?? Number.POSITIVE_INFINITY);
  progress.ended ??= isLimited ? 'limit reached' : 'all done';
}

async function* keysToMove({ db, from, limit = Number.POSITIVE_INFINITY }: Move): AsyncGenerator<string> {
  let afterKey = '';
  for (let left = limit; left > 0; ) {
    const keys = await selectKeysToMove(db, from.place, { afterKey, limit: Math.min(PAGE, left) });
    yield* keys;
    afterKey = keys.at(-1) ?? '';
    left -= keys.length;
    if (keys.length === 0) return;
    await foldTotals(db);
  }
}

/** Skips a file that no row names there any more: replaced, or moved by another process. */
async function moveFile(move: Move, key: string, progress: MoveProgress): Promise<void> {
  const { db, from, to } = move;
  await announceFile(db, { place: to.place, key });
  const copied = await copyFile(move, key, progress);
  if (!copied) {
    if (await isInUse(db, { place: from.place, key })) throw new Error(`It is missing from "${from.place}".`);
    return;
  }
  await requireSame(move, key, copied);
  const change = { to: to.place, sizeBytes: copied.sizeBytes, limit: ROWS };
  let rows = 0;
  let changed: number;
  do {
    changed = await db.transaction().execute((tx) => switchPlace(tx, { place: from.place, key }, change));
    rows += changed;
  } while (changed === ROWS);
  if (rows === 0) return;
  progress.rows += rows;
  progress.files += 1;
  progress.bytes += copied.sizeBytes;
}

interface Content {
  sizeBytes: number;
  sha256: string;
}

async function copyFile(
  { from, to, signal, pace }: Move,
  key: string,
  progress: MoveProgress,
): Promise<Content | undefined> {
  const found = await from.head(key);
  const body = found && (await from.read(key));
  if (!body) return undefined;
  const hash = createHash('sha256');
  const copied = readAlong(body, async (chunk) => {
    await pace?.(chunk.length, signal);
    hash.update(chunk);
    progress.bytesCopied += chunk.length;
  });
  const { sizeBytes } = found;
  // Or a copy that never started would keep the file open.
  const stored = await to.put(key, copied, { sizeBytes, signal }).finally(() => body.destroy());
  if (stored.sizeBytes !== sizeBytes)
    throw new Error(`Its copy has ${stored.sizeBytes} bytes instead of ${sizeBytes}.`);
  return { sizeBytes, sha256: hash.digest('hex') };
}

function readAlong(body: Readable, look: (chunk: Buffer) => Promise<void>): Readable {
  async function* chunks() {
    for await (const chunk of body) {
      await look(chunk);
      yield chunk;
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** Only an identical copy replaces the original. */
async function requireSame({ to, signal }: Move, key: string, { sha256 }: Content): Promise<void> {
  const body = await to.read(key);
  if (!body) throw new Error('Its copy cannot be found.');
  const hash = createHash('sha256');
  await pipeline(body, hash, { signal });
  if (hash.digest('hex') !== sha256) throw new Error('Its copy differs. Nothing was changed.');
}

function noteFailure(progress: MoveProgress, key: string, error: unknown): void {
  progress.failed += 1;
  if (progress.failures.length < FAILURES_NAMED)
    progress.failures.push({ key, sentence: errorMessage(error) });
}
