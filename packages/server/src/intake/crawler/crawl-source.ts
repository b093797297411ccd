import type { Db } from '../../kernel/db/pool.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';
import { libraryGeneration, type Manners, rememberFile } from '../manners/index.ts';
import { readSource } from '../readers/index.ts';
import { type Reading, recordReading, type VideoSourceRow } from '../sources/index.ts';
import { admitAll } from './admit-all.ts';
import type { ProblemLog } from './problems.ts';
import { createReadingNotes, noting } from './reading.ts';

export interface Crawler {
  db: Db;
  manners: Manners;
  clock: Clock;
}

export interface SourceTurn {
  runId: string;
  source: VideoSourceRow;
  /** How many videos it may queue in this turn. */
  room: number;
  problems: ProblemLog;
  signal: AbortSignal;
}

export interface SourceOutcome {
  /** Null if the source was not requested. */
  reading: Reading | null;
  /** The whole room was used up: the source may have more. */
  filled: boolean;
}

/** Small enough that a batch which fills the room has not read much more than needed. */
const BATCH = 500;

/** Reads a source until its room is used up or it ends, deciding batch by batch. */
export async function crawlSource(crawler: Crawler, turn: SourceTurn): Promise<SourceOutcome> {
  const { runId, source, room, problems, signal } = turn;
  const notes = createReadingNotes(source.kind);
  const found: { url: string; message: string }[] = [];
  const generation = await libraryGeneration(crawler.db);
  const fetch = crawler.manners.fetchFor(source.id);
  const entries = readSource({ kind: source.kind, baseUrl: source.base_url }, { fetch, signal });
  let queued = 0;
  try {
    await admitAll(
      crawler,
      {
        ...{ sourceId: source.id, runId, room, batchSize: BATCH, stopWhenFull: true },
        onProblem: (problem) => found.push(problem),
        onBatch: (decisions) => {
          queued += decisions.new;
        },
        onFileDecided: (file) => rememberFile(crawler.db, source.id, { ...file, generation }),
      },
      noting(entries, notes),
    );
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    notes.problem(error.message);
    found.push({ url: source.base_url, message: error.message });
  }
  for (const { url, message } of found) await problems.add(source.id, url, message);
  const reading = notes.reading();
  if (reading) {
    const at = crawler.clock.now();
    await recordReading(crawler.db, { id: source.id, baseUrl: source.base_url }, reading, {
      at,
      isCrawl: true,
    });
  }
  return { reading, filled: queued >= room };
}
