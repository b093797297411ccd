import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from '../../kernel/db/pool.ts';
import type { DiskWatch } from '../../kernel/lib/disk-watch.ts';
import type { Loop } from '../../kernel/lib/loop.ts';
import { deleteWorker, forgetWorkers, writeBeat } from './queries.ts';

export interface BeatTiming {
  beatMs: number;
}

const BEAT_MS = 5_000;

/**
 * Shows that this worker lives, and the state of its disks, every few seconds until stopped, whatever it is doing. A
 * beat that cannot be written is skipped: other users of the database report it, and the next beat follows.
 */
export async function startBeat(
  db: Db,
  disks: DiskWatch,
  { beatMs = BEAT_MS }: Partial<BeatTiming> = {},
): Promise<Loop> {
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
