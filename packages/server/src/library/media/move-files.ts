import { createHash, type Hash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../kernel/db/pool.ts';
import { errorMessage } from '../../kernel/lib/app-error.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { announceFile } from './loose-queries.ts';
import { selectKeysToMove, switchPlace } from './move-queries.ts';
import { isInUse } from './quarantine-queries.ts';
import { foldTotals } from './totals-queries.ts';

export interface Move {
  db: Db;
  from: Storage;
  to: Storage;
  signal: AbortSignal;
  /** At most so many files; without it, all. */
  limit?: number | undefined;
  /** Waits until so many bytes more may be copied. */
  pace?: ((bytes: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** How far a move has come. It changes while the move goes on. */
export interface MoveProgress {
  /** Rows that say the new place: several may share one file. */
  rows: number;
  files: number;
  /** Of the files that were moved. */
  bytes: number;
  /** Copied so far, those of files under way among them. */
  bytesCopied: number;
  failed: number;
  /** The first of them. */
  failures: { key: string; sentence: string }[];
  ended: 'all done' | 'limit reached' | 'stopped' | 'nothing works' | undefined;
}

const FILES_AT_ONCE = 4;
const PAGE = 100;
/** Of one key in one transaction. */
const ROWS = 5_000;
const FAILURES_NAMED = 20;
/** After so many in a row it is not the files. */
const HOPELESS = 25;

export function newProgress(): MoveProgress {
  return { rows: 0, files: 0, bytes: 0, bytesCopied: 0, failed: 0, failures: [], ended: undefined };
}

/**
 * Moves the files at one place to another, key after key: copied and compared, then the rows that named the former
 * place name the new one. The copy that is left is removed by the cleaning once nobody can be reading it. May be
 * killed at any point and begun again, and any number of moves may go on at once: a row changes only from the place
 * that it still names. A file that cannot be moved is counted, and the others go on.
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

/** Does nothing with a file that no row names there any more: it was replaced, or another move was quicker. */
async function moveFile(move: Move, key: string, progress: MoveProgress): Promise<void> {
  const { db, from, to } = move;
  await announceFile(db, { place: to.place, key });
  const copied = await copyFile(move, key, progress);
  if (!copied) {
    if (await isInUse(db, { place: from.place, key })) throw new Error(`It is not in "${from.place}".`);
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

/** Undefined where there is no such file. */
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
  // A copy that never began would else keep the file open.
  const stored = await to.put(key, copied, { sizeBytes, signal }).finally(() => body.destroy());
  if (stored.sizeBytes !== sizeBytes)
    throw new Error(`Its copy has ${stored.sizeBytes} bytes, not ${sizeBytes}.`);
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** The same bytes, each looked at before it is passed on. */
function readAlong(body: Readable, look: (chunk: Buffer) => Promise<void>): Readable {
  async function* chunks() {
    for await (const chunk of body) {
      await look(chunk);
      yield chunk;
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** Throws unless what was stored can be read again and is what was read: only then is the former file given up. */
async function requireSame({ to, signal }: Move, key: string, { sizeBytes, sha256 }: Content): Promise<void> {
  const body = await to.read(key);
  if (!body) throw new Error('Its copy cannot be found.');
  const hash = createHash('sha256');
  const counted = await hashOf(body, hash, signal);
  if (counted !== sizeBytes || hash.digest('hex') !== sha256)
    throw new Error('Its copy is not the same: nothing was changed.');
}

async function hashOf(body: Readable, hash: Hash, signal: AbortSignal): Promise<number> {
  let bytes = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done();
    },
  });
  await pipeline(body, sink, { signal });
  return bytes;
}

function noteFailure(progress: MoveProgress, key: string, error: unknown): void {
  progress.failed += 1;
  if (progress.failures.length < FAILURES_NAMED)
    progress.failures.push({ key, sentence: errorMessage(error) });
}
