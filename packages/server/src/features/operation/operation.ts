import type { Operation } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { selectWorkers } from './queries.ts';

/** For whoever has asked for work that only a worker does. */
export const NO_WORKER = 'No worker is running: nothing is crawled, downloaded or sent until one is started.';

/** A site with more would not be looked at one by one. */
const MOST_WORKERS = 100;

/** The workers that live, and when one was last heard of. */
export async function livingWorkers(db: Db): Promise<Pick<Operation, 'workers' | 'lastBeatAt'>> {
  const rows = await selectWorkers(db, MOST_WORKERS);
  return {
    workers: rows
      .filter(({ lives }) => lives)
      .map(({ id, host, started_at }) => ({ id, host, startedAt: started_at.toISOString() })),
    lastBeatAt: rows[0]?.beat_at.toISOString() ?? null,
  };
}
