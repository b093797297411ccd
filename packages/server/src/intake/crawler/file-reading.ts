import { libraryGeneration, readTimesOf, rememberFile } from '../manners/index.ts';
import { type SourceEntry, type SourceFiles, sourceFiles } from '../readers/index.ts';
import type { VideoSourceRow } from '../sources/index.ts';
import type { FreshItem } from './admit.ts';
import { admitAll } from './admit-all.ts';
import type { Crawler } from './crawler-deps.ts';
import { createPatience } from './patience.ts';
import { noting, type ReadingNotes, readableOf } from './reading.ts';
import { saveNextFile, selectNextFile } from './sitemap/sitemap-crawl-queries.ts';

type Problem = Extract<SourceEntry, { type: 'problem' }>;
type FileRead = Extract<SourceEntry, { type: 'file_read' }>;

export interface FileReading {
  /**
   * Reads the next file: hands over what may be queued, until there is enough. False if there is no further file. What
   * the file before named must have been tried.
   */
  readNext(isEnough: () => boolean): Promise<boolean>;
  /** Ends the reading, there or with the next file: the next run begins there. */
  end(isDone: boolean): Promise<void>;
}

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
export function createFileReading(crawler: Crawler, options: FileReadingOptions): FileReading {
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
    async readNext(isEnough) {
      if (file) await finish(file);
      file = undefined;
      files ??= await begin();
      const next = await files.next();
      if (!next) return false;
      const opened: OpenFile = { path: next.path, isCut: false };
      file = opened;
      const candidates = { sourceId: source.id, runId, room: 0, changedSince: source.created_at };
      const reading = {
        ...{ onFresh, onProblem },
        isEnough: () => (opened.isCut = isEnough()),
        onFileDecided: async (read: FileRead) => {
          opened.read = read;
        },
      };
      await inTurn(() => admitAll(crawler, { ...candidates, ...reading }, noting(next.parts(), notes)));
      return true;
    },
    async end(isDone) {
      if (file && isDone) await finish(file);
      else if (file) await saveNextFile(db, source.id, file.path);
      else if (files) await saveNextFile(db, source.id, files.upcoming());
    },
  };
}
