import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Db } from '@vesper/core/db/pool.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import type { Loop } from '@vesper/core/lib/loop.ts';
import { deleteWorker, forgetWorkers, writeBeat, writeFigures } from './queries.ts';

export interface BeatTiming {
  beatMs: number;
}

export interface BeatParts {
  db: Db;
  disks: DiskWatch;
  ownFigures: () => Promise<readonly object[]>;
}

const BEAT_MS = 5_000;
/** Figures are kilobytes. */
const FIGURES_EVERY = 3;

/** Sends heartbeats until stopped, sometimes with figures. Ignores failed beats: others report the database. */
export async function startBeat(
  { db, disks, ownFigures }: BeatParts,
  { beatMs = BEAT_MS }: Partial<BeatTiming> = {},
): Promise<Loop> {
  const worker = { id: randomUUID(), host: hostname() };
  await forgetWorkers(db);
  let beats = 0;
  const beat = async () => {
    await writeBeat(db, worker, await disks.look().catch(() => []));
    if (beats % FIGURES_EVERY === 0) await writeFigures(db, worker.id, await ownFigures());
    beats += 1;
  };
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
