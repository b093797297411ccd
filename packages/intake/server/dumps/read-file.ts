import type { DumpFile, DumpLayout } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { libraryGeneration, type Manners, rememberFile } from '../manners/index.ts';
import {
  type DumpFault,
  missingColumns,
  type OnLine,
  type ReadFields,
  readDump,
  sampleDump,
} from '../readers/index.ts';
import type { VideoSourceRow } from '../sources/index.ts';
import { neededBy, readingOf } from './layouts.ts';
import { upsertLayout } from './queries.ts';

export interface FileReader {
  db: Db;
  manners: Manners;
  /** Unpacked. */
  maxBytes: number;
  /** Lines per transaction; 2,000 by default. */
  batchSize?: number;
}

const BATCH = 2000;

export interface SoFar {
  lines: number;
  badLines: number;
  problems: FaultCount[];
}

/** Throws to end the reading. A SourceError makes a line a bad one. */
interface Steps<Item, Line> {
  readFields: ReadFields<Item>;
  toLine(item: OnLine<Item>): Line;
  /** In its own transaction. False if some lines must be read again later. */
  decide(lines: Line[], soFar: () => SoFar): Promise<boolean>;
}

export interface FileOutcome extends SoFar {
  isUnchanged: boolean;
  /** Why it was not read, or only in part. */
  error: string | null;
}

/** Parses ahead while the database works. Throws `signal`'s reason, what `decide` throws, and AppError conflict. */
export async function readFile<Item extends object, Line>(
  reader: FileReader,
  { source, file, signal }: { source: VideoSourceRow; file: DumpFile; signal: AbortSignal },
  { readFields, toLine, decide }: Steps<Item, Line>,
): Promise<FileOutcome> {
  const { db, manners, maxBytes, batchSize = BATCH } = reader;
  const options = {
    fetch: manners.fetchFor(source.id),
    signal,
    limits: { maxFileBytes: maxBytes },
    batchSize,
  };
  const { address, layout } = await layoutOf(reader, source, file, options);
  const generation = await libraryGeneration(db);
  const faults = createFaultCounts();
  const outcome = { isUnchanged: false, error: null as string | null };
  let lines = 0;
  let isWhole = true;
  const soFar = (): SoFar => ({ lines, badLines: faults.all(), problems: faults.list() });
  let underWay: Promise<unknown> = Promise.resolve();
  try {
    for await (const part of readDump(address, layout, options, readFields)) {
      if (part.type === 'problem') outcome.error = part.message;
      else if (part.type === 'unchanged') outcome.isUnchanged = true;
      else if (part.type === 'file_read') {
        await underWay;
        if (isWhole) await rememberFile(db, source.id, { ...part, generation });
      } else {
        for (const fault of part.faults) faults.add(fault);
        const usable = part.items.flatMap((item) => usableLine(item, toLine, faults.add));
        await underWay;
        signal.throwIfAborted();
        lines += part.items.length + part.faults.length;
        underWay = decide(usable, soFar).then((all) => {
          isWhole &&= all;
        });
        // Its error is handled where it is awaited.
        underWay.catch(() => undefined);
      }
    }
  } finally {
    await underWay;
  }
  return { ...soFar(), ...outcome };
}

function usableLine<Item, Line>(
  item: OnLine<Item>,
  toLine: (item: OnLine<Item>) => Line,
  onFault: (fault: { line: number; message: string }) => void,
): Line[] {
  try {
    return [toLine(item)];
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    onFault({ line: item.line, message: error.message });
    return [];
  }
}

/** The saved layout, or a guessed one, which it saves. */
async function layoutOf(
  { db }: FileReader,
  source: VideoSourceRow,
  file: DumpFile,
  options: Parameters<typeof sampleDump>[1],
): Promise<{ address: string; layout: DumpLayout }> {
  const { address, layout: saved } = await readingOf(db, source, file);
  if (address === null) throw new AppError('conflict', 'The source has no deletion list.');
  const layout = saved ?? (await guessed(address, options));
  const missing = missingColumns(layout.columns, neededBy(source, file));
  if (missing !== null)
    throw new AppError('conflict', `${missing} Assign the columns on the source's page, and read it again.`);
  const url = file === 'videos' ? null : address;
  if (!saved) await upsertLayout(db, source.id, { file, url, layout });
  return { address, layout };
}

async function guessed(address: string, options: Parameters<typeof sampleDump>[1]): Promise<DumpLayout> {
  try {
    return (await sampleDump(address, options)).guess;
  } catch (error) {
    if (error instanceof SourceError) throw new AppError('conflict', error.message);
    throw error;
  }
}

export interface FaultCount {
  message: string;
  count: number;
  line: number;
}

/** Further kinds are counted together. */
const MOST_KINDS = 50;
const OTHERS = 'Other problems.';

/** Counts bad lines by sentence. */
export function createFaultCounts() {
  const byMessage = new Map<string, FaultCount>();
  let all = 0;
  return {
    add({ line, message }: DumpFault): void {
      all += 1;
      const kind = byMessage.has(message) || byMessage.size < MOST_KINDS ? message : OTHERS;
      const known = byMessage.get(kind);
      if (known) known.count += 1;
      else byMessage.set(kind, { message: kind, count: 1, line });
    },
    all: () => all,
    list: (): FaultCount[] => [...byMessage.values()].sort((a, b) => b.count - a.count || a.line - b.line),
  };
}
