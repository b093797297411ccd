import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from '../../kernel/db/pool.ts';
import type { DiskWatch } from '../../kernel/lib/disk-watch.ts';
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
 * Shows that this worker lives, and how its disks stand, every few seconds until it is stopped, whatever it is busy with. A beat that cannot be
 * written is left out: whoever needs the database says so, and the next one comes.
 */
export async function startBeat(
  db: Db,
  disks: DiskWatch,
  { beatMs = BEAT_MS }: Partial<BeatTiming> = {},
): Promise<Beat> {
  const worker = { id: randomUUID(), host: hostname() };
  await forgetWorkers(db);
  const beat = async () => writeBeat(db, worker, await disks.look().catch(() => []));
  await beat();
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= beat()
      .catch(() => {})
      .finally(() => {
        current = undefined;
      });
  }, beatMs);
  return {
    async stop() {
      clearInterval(timer);
      await current;
      await deleteWorker(db, worker.id).catch(() => {});
    },
  };
}
