import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalAddress } from '../../kernel/lib/text/canonical-address.ts';
import { libraryGeneration, type ReadTimes, readTimesOf, rememberFile } from '../manners/index.ts';
import {
  type NamedFile,
  type Patience,
  type SourceEntry,
  type SourceFiles,
  sourceFiles,
} from '../readers/index.ts';
import type { VideoSourceRow } from '../sources/index.ts';
import type { Crawler, FreshItem } from './admit.ts';
import { noting, type ReadingNotes, readableOf } from './reading.ts';
import { siftAll } from './sift-all.ts';
import { saveNextFile, selectNextFile } from './sitemap/sitemap-crawl-queries.ts';

type Problem = Extract<SourceEntry, { type: 'problem' }>;
type FileRead = Extract<SourceEntry, { type: 'file_read' }>;

interface FileReadingOptions {
  runId: string;
  source: VideoSourceRow;
  notes: ReadingNotes;
  onFresh(items: readonly FreshItem[]): void;
  onProblem(problem: Problem): void;
  signal: AbortSignal;
  /** Limits the sources that are read at once. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

interface OpenFile {
  path: readonly string[];
  /** Set once it was read to its end. */
  read?: FileRead;
  /** It was left before its end. */
  isCut: boolean;
}

/** Reads a source file by file, from where the last run ended, with nothing open between two files. */
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
    /**
     * Reads the next file: hands over what may be queued, until there is enough. False if there is no further file. What
     * the file before named must have been tried.
     */
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
        onFileDecided: (read: FileRead) => {
          opened.read = read;
        },
      };
      await inTurn(() => siftAll(crawler, reading, noting(next.parts(), notes)));
      return true;
    },
    /** Ends the reading, there or with the next file: the next run begins there. */
    async end(isDone: boolean) {
      if (file && isDone) await finish(file);
      else if (file) await saveNextFile(db, source.id, file.path);
      else if (files) await saveNextFile(db, source.id, files.upcoming());
    },
  };
}

/** The pauses before a file is asked for a second, third... time; a host's own pause comes on top. */
const AGAIN_MS = [0, 5_000, 30_000, 120_000];
/** A run does not wait longer than this for one pause, nor than this for all pauses of a source. */
const LONGEST_PAUSE_MS = 90 * 60_000;
const LONGEST_WAITING_MS = 4 * 60 * 60_000;
const SHORTEST_MS = 50;
const DAY_MS = 86_400_000;

interface PatienceOptions {
  /** The path of the file with which to begin. */
  begin: readonly string[] | null;
  /** When the source's files were last read to their end. */
  readTimes(): Promise<ReadTimes>;
  signal: AbortSignal;
  /** Our own pauses are multiplied by it: tests want short ones. */
  pauseScale?: number | undefined;
}

/**
 * How a run reads the files of a source: from where the last one ended, those first that have changed since they were
 * read, and what answers badly again at the end.
 */
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

/** From the one on that the path names, and around. */
function fromPlace<Child extends NamedFile>(children: readonly Child[], path: readonly string[]): Child[] {
  const place = children.findIndex(({ loc }) => path.includes(canonicalAddress(loc)));
  return place < 0 ? [...children] : [...children.slice(place), ...children.slice(0, place)];
}

/** A date without a time means that day, to its end. */
function hasChanged({ loc, lastmod }: NamedFile, readAtOf: ReadTimes): boolean {
  const readAt = readAtOf(loc);
  if (!lastmod || !readAt) return false;
  const isDay = lastmod.getTime() % DAY_MS === 0;
  return lastmod.getTime() + (isDay ? DAY_MS : 0) > readAt.getTime();
}
