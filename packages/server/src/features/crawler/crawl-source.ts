import type { Db } from '../../db/pool.ts';
import type { Clock } from '../../lib/clock.ts';
import { SourceError } from '../../lib/source-error.ts';
import { libraryGeneration, type Manners, rememberFile } from '../manners/index.ts';
import { readSource, type SourceEntry } from '../readers/index.ts';
import { setSourceCrawled, type VideoSourceRow } from '../sources/index.ts';
import { admitAll } from './admit-all.ts';
import type { ProblemLog } from './problems.ts';

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
  /** False if the source could not be read at all. */
  readable: boolean;
  /** The whole room was used up: the source may have more. */
  filled: boolean;
}

/** Few enough that a batch which fills the room has not asked the source for much more than it needed. */
const BATCH = 500;

/** Reads a source until its room is used up or it has no more, deciding about its addresses batch by batch. */
export async function crawlSource(crawler: Crawler, turn: SourceTurn): Promise<SourceOutcome> {
  const { runId, source, room, problems, signal } = turn;
  let isRead = false;
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
      watched(entries, () => {
        isRead = true;
      }),
    );
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    found.push({ url: source.base_url, message: error.message });
  }
  for (const { url, message } of found) await problems.add(source.id, url, message);
  await setSourceCrawled(crawler.db, source.id, crawler.clock.now());
  return { readable: isRead || found.length === 0, filled: queued >= room };
}

/** Passes the entries on, and tells of the first that is no problem. */
async function* watched(
  entries: AsyncIterable<SourceEntry>,
  onRead: () => void,
): AsyncGenerator<SourceEntry> {
  for await (const entry of entries) {
    if (entry.type !== 'problem') onRead();
    yield entry;
  }
}
