import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from '../../db/pool.ts';
import { deleteWorker, forgetWorkers, writeBeat } from './queries.ts';

export interface BeatTiming {
  beatMs: number;
}

export interface Beat {
  /** Ends the beat, and takes the worker off the list. */
  stop(): Promise<void>;
}

const BEAT_MS = 5_000;

/**
 * Shows that this worker lives, every few seconds until it is stopped, whatever it is busy with. A beat that cannot be
 * written is left out: whoever needs the database says so, and the next one comes.
 */
export async function startBeat(db: Db, { beatMs = BEAT_MS }: Partial<BeatTiming> = {}): Promise<Beat> {
  const worker = { id: randomUUID(), host: hostname() };
  await forgetWorkers(db);
  await writeBeat(db, worker);
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= writeBeat(db, worker)
      .catch(() => {})
      .finally(() => {
        current = undefined;
      });
  }, beatMs);
  return {
    async stop() {
      clearInterval(timer);
      await current;
      await deleteWorker(db, worker.id);
    },
  };
}
