import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, writeFile } from 'node:fs/promises';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import type { Segment } from './stream-plan.ts';

/** Grows by whole segments, with their count noted beside it; reopening cuts off an incomplete one. */
export type SegmentFile = ReturnType<typeof createSegmentFile>;

interface Journal {
  done: number;
  sizeBytes: number;
  /** Identifies the segments done: see `marksOf`. */
  mark: string;
}

const NOTHING: Journal = { done: 0, sizeBytes: 0, mark: '' };

/** Keeps existing bytes if they are the first of these segments. */
export async function openSegmentFile(path: string, segments: readonly Segment[]): Promise<SegmentFile> {
  const handle = await open(path, 'a+');
  try {
    const marks = marksOf(segments);
    const { size } = await handle.stat();
    const noted = await readJournal(journalPath(path));
    const isKnown = noted.sizeBytes <= size && noted.mark === marks[noted.done];
    const known = isKnown ? noted : NOTHING;
    await handle.truncate(known.sizeBytes);
    return createSegmentFile(path, handle, { marks, known });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function createSegmentFile(
  path: string,
  handle: FileHandle,
  { marks, known }: { marks: readonly string[]; known: Journal },
) {
  let finished = known;
  let sizeBytes = known.sizeBytes;
  const note = async (journal: Journal) => {
    await writeJournal(journalPath(path), journal);
    finished = journal;
  };
  return {
    get doneSegments() {
      return finished.done;
    },
    /** Includes the segment in progress. */
    get sizeBytes() {
      return sizeBytes;
    },
    async append(chunk: Uint8Array) {
      await handle.appendFile(chunk);
      sizeBytes += chunk.byteLength;
    },
    finishSegment: () => note({ done: finished.done + 1, sizeBytes, mark: marks[finished.done + 1] ?? '' }),
    /** Drops the segment in progress. */
    async rewind() {
      await handle.truncate(finished.sizeBytes);
      sizeBytes = finished.sizeBytes;
    },
    /** Syncs to disk. */
    async seal() {
      await handle.sync();
      const { size } = await handle.stat();
      if (size === sizeBytes) return;
      // Another worker wrote to it after losing its lease.
      await note(NOTHING);
      const sentence = 'The file on disk differs from what was received; it will be downloaded again.';
      throw new SourceError('truncated', sentence);
    },
    close: () => handle.close(),
  };
}

/**
 * Identifies the first n segments, for each n. Signatures and hosts change between readings: if paths and ranges
 * suffice, only these count.
 */
export function marksOf(segments: readonly Segment[]): string[] {
  const places = segments.map(({ url, range, durationSeconds }) => {
    const { pathname } = new URL(url);
    return JSON.stringify([pathname, range?.offset, range?.length, durationSeconds]);
  });
  const isEnough = new Set(places).size === places.length;
  const hash = createHash('sha256');
  const marks = [''];
  for (const [i, { url }] of segments.entries()) {
    hash.update(`${isEnough ? '' : url}${places[i]}\n`);
    marks.push(hash.copy().digest('base64url'));
  }
  return marks;
}

function journalPath(path: string): string {
  return `${path}.json`;
}

async function writeJournal(path: string, journal: Journal): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(journal));
  await rename(`${path}.new`, path);
}

async function readJournal(path: string): Promise<Journal> {
  try {
    const { done, sizeBytes, mark } = JSON.parse(await readFile(path, 'utf8')) as Journal;
    const isCount = Number.isSafeInteger(done) && done >= 0;
    const isSize = Number.isSafeInteger(sizeBytes) && sizeBytes >= 0;
    return isCount && isSize ? { done, sizeBytes, mark } : NOTHING;
  } catch (error) {
    const isNone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isNone || error instanceof SyntaxError || error instanceof TypeError) return NOTHING;
    throw error;
  }
}
