import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { libraryGeneration, type ReadTimes, readTimesOf, rememberFile } from '../manners/index.ts';
import {
  type NamedFile,
  type Patience,
  type SourceEntry,
  type SourceFileRead,
  type SourceFiles,
  type SourceProblem,
  sourceFiles,
} from '../readers/index.ts';
import type { VideoSourceRow } from '../sources/index.ts';
import type { Crawler, FreshItem } from './admit.ts';
import { noting, type ReadingNotes, readableOf } from './reading.ts';
import { siftAll } from './sift-all.ts';
import { saveNextFile, selectNextFile } from './sitemap/sitemap-crawl-queries.ts';

interface FileReadingOptions {
  runId: string;
  source: VideoSourceRow;
  notes: ReadingNotes;
  onFresh(items: readonly FreshItem[]): void;
  onProblem(problem: SourceProblem): void;
  signal: AbortSignal;
  /** Limits concurrent source readings. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

interface OpenFile {
  path: readonly string[];
  read?: SourceFileRead;
  isCut: boolean;
}

/** Reads a source file by file, from where the last run ended, with nothing open between files. */
export function createFileReading(crawler: Crawler, options: FileReadingOptions) {
  const { db, manners } = crawler;
  const { runId, source, notes, onFresh, onProblem, signal, inTurn } = options;
  let files: SourceFiles<SourceEntry[] | SourceEntry> | undefined;
  let generation = 0;
  let file: OpenFile | undefined;

  async function begin() {
    generation = await libraryGeneration(db);
    const patience = createPatience({
      begin: await selectNextFile(db, source.id),
      readTimes: () => readTimesOf(db, source.id),
      signal,
      pauseScale: crawler.pauseScale,
    });
    return sourceFiles(readableOf(source), { fetch: manners.fetchFor(source.id), signal }, patience);
  }

  async function finish({ path, read, isCut }: OpenFile): Promise<void> {
    if (read) await rememberFile(db, source.id, { ...read, generation });
    await saveNextFile(db, source.id, isCut ? path : files?.upcoming());
  }

  return {
    /** False if there is no further file. The previous file's addresses must have been tried. */
    async readNext(isEnough: () => boolean) {
      if (file) await finish(file);
      file = undefined;
      files ??= await begin();
      const next = await files.next();
      if (!next) return false;
      const opened: OpenFile = { path: next.path, isCut: false };
      file = opened;
      const reading = {
        ...{ sourceId: source.id, runId, changedSince: source.created_at, onFresh, onProblem },
        isEnough: () => (opened.isCut = isEnough()),
        onFileDecided: (read: SourceFileRead) => {
          opened.read = read;
        },
      };
      await inTurn(() => siftAll(crawler, reading, noting(next.parts(), notes)));
      return true;
    },
    /** Ends the reading; the next run begins at this or the next file. */
    async end(isDone: boolean) {
      if (file && isDone) await finish(file);
      else if (file) await saveNextFile(db, source.id, file.path);
      else if (files) await saveNextFile(db, source.id, files.upcoming());
    },
  };
}

/** Before the second, third... request; a host's own pause comes on top. */
const AGAIN_MS = [0, 5_000, 30_000, 120_000];
/** The limit for one pause, and for all pauses of a source. */
const LONGEST_PAUSE_MS = 90 * 60_000;
const LONGEST_WAITING_MS = 4 * 60 * 60_000;
const SHORTEST_MS = 50;
const DAY_MS = 86_400_000;

interface PatienceOptions {
  begin: readonly string[] | null;
  readTimes(): Promise<ReadTimes>;
  signal: AbortSignal;
  /** Shortens pauses in tests. */
  pauseScale?: number | undefined;
}

/** Reads from where the last run ended, changed files first; retries failed ones at the end. */
export function createPatience(options: PatienceOptions): Patience {
  const { begin, readTimes, signal, pauseScale = 1 } = options;
  let waitedMs = 0;
  return {
    againAfterMs({ retryAfterMs = 0 }, failures) {
      const ownMs = failures === 0 ? SHORTEST_MS : AGAIN_MS[failures - 1];
      if (ownMs === undefined || retryAfterMs > LONGEST_PAUSE_MS) return undefined;
      return waitedMs > LONGEST_WAITING_MS ? undefined : Math.max(ownMs * pauseScale, retryAfterMs);
    },
    async wait(durationMs) {
      waitedMs += durationMs;
      await sleep(durationMs, undefined, { signal });
    },
    async order(children) {
      const ordered = fromPlace(children, begin ?? []);
      if (!children.some(({ lastmod }) => lastmod)) return ordered;
      const times = await readTimes();
      const changed = new Set(ordered.filter((child) => hasChanged(child, times)));
      return [...changed, ...ordered.filter((child) => !changed.has(child))];
    },
  };
}

/** From the named one on, wrapping around. */
function fromPlace<Child extends NamedFile>(children: readonly Child[], path: readonly string[]): Child[] {
  const place = children.findIndex(({ loc }) => path.includes(canonicalAddress(loc)));
  return place < 0 ? [...children] : [...children.slice(place), ...children.slice(0, place)];
}

/** A date without a time means the end of that day. */
function hasChanged({ loc, lastmod }: NamedFile, readAtOf: ReadTimes): boolean {
  const readAt = readAtOf(loc);
  if (!lastmod || !readAt) return false;
  const isDay = lastmod.getTime() % DAY_MS === 0;
  return lastmod.getTime() + (isDay ? DAY_MS : 0) > readAt.getTime();
}
