import type { Db } from '../../db/pool.ts';
import type { Queue } from '../../jobs/queue.ts';
import type { Clock } from '../../lib/clock.ts';
import { SourceError } from '../../lib/source-error.ts';
import type { Manners } from '../manners/index.ts';
import { readSource, type SourceItem } from '../readers/index.ts';
import { setSourceCrawled, type VideoSourceRow } from '../sources/index.ts';
import { admit } from './admit.ts';
import type { ProblemLog } from './problems.ts';

export interface Crawler {
  db: Db;
  queue: Queue;
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

const BATCH = 500;

/** Reads a source until its room is used up or it has no more, deciding about its addresses batch by batch. */
export async function crawlSource(crawler: Crawler, turn: SourceTurn): Promise<SourceOutcome> {
  const { runId, source, problems, signal } = turn;
  let room = turn.room;
  let batch: SourceItem[] = [];
  let items = 0;
  let failures = 0;
  const flush = async () => {
    if (room <= 0 || batch.length === 0) return;
    room -= (await admit(crawler, { runId, sourceId: source.id, room, items: batch })).new;
    batch = [];
  };
  const fail = (url: string, message: string) => {
    failures += 1;
    return problems.add(source.id, url, message);
  };
  try {
    const readable = { kind: source.kind, baseUrl: source.base_url };
    const fetch = crawler.manners.fetchFor(source.id);
    for await (const entry of readSource(readable, { fetch, signal })) {
      if (room <= 0) break;
      if (entry.type === 'problem') await fail(entry.url, entry.message);
      if (entry.type !== 'item') continue;
      items += 1;
      batch.push(entry);
      // Never far more in hand than can be used: most of a new source's addresses are new.
      if (batch.length >= Math.min(BATCH, Math.max(room, 100))) await flush();
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    await fail(source.base_url, error.message);
  }
  await flush();
  await setSourceCrawled(crawler.db, source.id, crawler.clock.now());
  return { readable: items > 0 || failures === 0, filled: room <= 0 };
}
