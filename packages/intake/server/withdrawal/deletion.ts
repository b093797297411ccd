import type { SourceDeleted } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import {
  discardVideos,
  hideVideosOfSources,
  removeVideosOfSource,
  showVideosOfSources,
  sourceHasVideos,
} from '@vesper/library/videos';
import { cancelUncoveredDownloads, detachDownloads } from '../downloads/index.ts';
import {
  changedSince,
  deleteSourceRow,
  requireSource,
  type Sources,
  selectByCoverage,
  selectDeletingSources,
  selectSource,
  stopUncoveredSources,
  updateSource,
} from '../sources/index.ts';
import { deleteSourceJob } from './jobs.ts';

const BATCH = 500;
/** Removed while the administrator waits; a job does the rest. */
const BATCHES_OF_CALL = 2;

/**
 * With `videos: 'remove'` removes its videos first, if many by a job; otherwise keeps a source with videos, which
 * need its basis. Throws not_found, and conflict if being deleted or changed since `version`.
 */
export async function deleteSource(
  { db, queue, clock }: Sources,
  { id, videos, version }: { id: string; videos?: 'remove' | undefined; version?: number | undefined },
): Promise<SourceDeleted> {
  await db.transaction().execute(async (tx) => {
    const source = await requireSource(tx, id, { lock: true });
    if (source.deleting_at)
      throw new AppError('conflict', 'This source is already being deleted with its videos.');
    refuseOutdated(version, source.version, changedSince('it was not deleted'));
    if (videos !== 'remove' && (await sourceHasVideos(tx, id))) {
      throw new AppError(
        'conflict',
        'The source has videos, which may not be shown without it. Remove them too, or disable the source instead.',
      );
    }
    await updateSource(tx, id, { enabled: false, disabled_reason: null, deleting_at: clock.now() });
    await queue.send(tx, deleteSourceJob, { sourceId: id });
  });
  return { deleted: await removeWithVideos({ db, clock }, id, { maxBatches: BATCHES_OF_CALL }) };
}

/** Self-contained batches. False if there is more to do. */
export async function removeWithVideos(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  { maxBatches = Number.POSITIVE_INFINITY, signal }: { maxBatches?: number; signal?: AbortSignal } = {},
): Promise<boolean> {
  if (!(await selectSource(db, id))?.deleting_at) return true;
  for (let n = 0; n < maxBatches; n += 1) {
    signal?.throwIfAborted();
    // Downloads end before the videos go, and jobs before the source.
    const cancelled = await endUncoveredDownloads(db, clock.now(), BATCH);
    const removed = await removeVideosOfSource(db, id, BATCH);
    const detached = cancelled < BATCH ? await detachDownloads(db, id, BATCH) : BATCH;
    const isEmpty = Math.max(cancelled, removed, detached) < BATCH;
    if (isEmpty && (await deleteIfEmpty(db, id))) return true;
  }
  return false;
}

/** True once the source is gone, no matter who deleted it. */
function deleteIfEmpty(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const source = await selectSource(tx, id, { lock: true });
    if (!source) return true;
    if (await sourceHasVideos(tx, id)) return false;
    await deleteSourceRow(tx, id);
    return true;
  });
}

export async function requeueDeletions(db: Db, queue: Queue): Promise<void> {
  const jobs = (await selectDeletingSources(db)).map((sourceId) => ({ sourceId }));
  await queue.sendAll(db, deleteSourceJob, jobs);
}

/** Applies current bases to sources, downloads and videos in small complete steps: safe to interrupt. */
export async function followBasis(
  { db, clock }: { db: Db; clock: Clock },
  signal: AbortSignal,
): Promise<{ stopped: string[]; hidden: number; shown: number }> {
  const stopped = await stopUncoveredSources(db, clock.now());
  await inBatches(signal, () => endUncoveredDownloads(db, clock.now(), BATCH));
  // Checked before each batch: a basis may change meanwhile.
  const hidden = await inBatches(signal, async () =>
    hideVideosOfSources(db, await selectByCoverage(db, false, clock.now()), BATCH),
  );
  const shown = await inBatches(signal, async () =>
    showVideosOfSources(db, await selectByCoverage(db, true, clock.now()), BATCH),
  );
  return { stopped, hidden, shown };
}

/** Also ends the videos begun for them; returns how many. */
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
