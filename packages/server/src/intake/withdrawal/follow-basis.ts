import type { Db } from '../../kernel/db/pool.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { discardVideos, hideVideosOfSources, showVideosOfSources } from '../../library/videos/index.ts';
import { cancelUncoveredDownloads } from '../downloads/index.ts';
import { selectByCoverage, stopUncoveredSources } from '../sources/index.ts';

const BATCH = 500;

/**
 * Applies what the sources' bases cover now: stops sources, ends their downloads, hides what may no longer be shown and
 * shows again what may. In small complete steps; safe to interrupt and run again.
 */
export async function followBasis(
  { db, clock }: { db: Db; clock: Clock },
  signal: AbortSignal,
): Promise<{ stopped: string[]; hidden: number; shown: number }> {
  const stopped = await stopUncoveredSources(db, clock.now());
  await inBatches(signal, () => endUncoveredDownloads(db, clock.now(), BATCH));
  // Asked again before each batch: a basis may be recorded or withdrawn meanwhile.
  const hidden = await inBatches(signal, async () =>
    hideVideosOfSources(db, await selectByCoverage(db, false, clock.now()), BATCH),
  );
  const shown = await inBatches(signal, async () =>
    showVideosOfSources(db, await selectByCoverage(db, true, clock.now()), BATCH),
  );
  return { stopped, hidden, shown };
}

/** Ends up to `limit` uncovered downloads, and the videos begun for them; returns how many. */
export function endUncoveredDownloads(db: Db, now: Date, limit: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const hashes = await cancelUncoveredDownloads(tx, now, limit);
    if (hashes.length > 0) await discardVideos(tx, hashes);
    return hashes.length;
  });
}

async function inBatches(signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    signal.throwIfAborted();
    const done = await step();
    if (done === 0) return all;
    all += done;
  }
}
