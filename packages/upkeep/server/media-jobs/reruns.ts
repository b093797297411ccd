import type { MediaRerun, MediaStep, OldStreams } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { capped, MOST_COUNTED } from '@vesper/core/jobs/counts.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type HostedVideos, selectHostedBatch, selectOldStreams } from '@vesper/library/videos';
import { PRIORITY, queueMediaJobs } from './job-queries.ts';
import {
  advanceCount,
  advanceQueue,
  completeRerun,
  countLostStreams,
  insertRerun,
  lockRunning,
  type RerunRow,
  selectReruns,
  selectRunningReruns,
  selectSourceExists,
  stopRunning,
} from './rerun-queries.ts';
import { toMediaRerun } from './view.ts';

/** Per transaction. */
const COUNT_BATCH = 2_000;
const QUEUE_BATCH = 300;
/** Per re-run, before others have their turn. */
const BATCHES = 10;
/** Queues the next batch below this. */
const LOW_WATER = 100;

/** Throws not_found, or conflict if one that overlaps is running. */
export async function startRerun(
  db: Db,
  of: { step: MediaStep; sourceId: string | null },
): Promise<MediaRerun> {
  if (of.sourceId !== null && !(await selectSourceExists(db, of.sourceId)))
    throw new AppError('not_found', 'This source does not exist.');
  const id = await db.transaction().execute((tx) => insertRerun(tx, of));
  if (id === undefined) {
    const sentence = 'A re-run of this step for the same videos is in progress. Stop it or wait.';
    throw new AppError('conflict', sentence);
  }
  return getRerun(db, id);
}

/** Running jobs finish and count. Throws not_found, or conflict if it has ended. */
export async function stopRerun(db: Db, id: number): Promise<MediaRerun> {
  const stopped = await db.transaction().execute((tx) => stopRunning(tx, id));
  const rerun = await getRerun(db, id);
  if (!stopped && rerun.state !== 'stopped') throw new AppError('conflict', 'This re-run has already ended.');
  return rerun;
}

async function getRerun(db: Db, id: number): Promise<MediaRerun> {
  const [rerun] = await selectReruns(db, { limit: 1, id });
  if (!rerun) throw new AppError('not_found', 'This re-run does not exist.');
  return toMediaRerun(rerun);
}

export async function listReruns(db: Db, limit: number): Promise<MediaRerun[]> {
  return (await selectReruns(db, { limit })).map(toMediaRerun);
}

/** Videos with old playlists, and the re-run that rewrites them. */
export async function oldStreams(db: Db): Promise<OldStreams> {
  const videoIds = await selectOldStreams(db, MOST_COUNTED + 1);
  const lost = await countLostStreams(db, videoIds);
  const running = await selectRunningReruns(db);
  const reruns = await Promise.all(running.map((id) => getRerun(db, id)));
  const rerun = reruns.findLast(({ step, sourceId }) => step === 'playlists' && sourceId === null);
  return { ...capped(videoIds.length), lost, rerun: rerun ?? null };
}

/** Counts and queues a little further, keeping the queue short. One batch per transaction: safe to interrupt. */
export async function tendReruns(db: Db, { hls }: { hls: boolean }): Promise<void> {
  for (const id of await selectRunningReruns(db)) {
    await inBatches(() => countOn(db, id, hls));
    await inBatches(() => queueOn(db, id, hls));
    await completeRerun(db, id);
  }
}

async function inBatches(batch: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < BATCHES; n += 1) if (!(await batch())) return;
}

/** Returns whether there is more to count. */
function countOn(db: Db, id: number, hls: boolean): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const rerun = await lockRunning(tx, id);
    if (!rerun || rerun.counted_all) return false;
    const { lastId, ids } = await selectHostedBatch(tx, videosOf(rerun, hls), {
      afterId: rerun.counted_to,
      limit: COUNT_BATCH,
    });
    await advanceCount(tx, id, { lastId, counted: ids.length });
    return lastId !== undefined;
  });
}

/** Returns whether there is more to queue, and room for it. */
function queueOn(db: Db, id: number, hls: boolean): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const rerun = await lockRunning(tx, id);
    if (!rerun || rerun.queued_all || rerun.queued - rerun.done - rerun.failed >= LOW_WATER) return false;
    const { lastId, ids } = await selectHostedBatch(tx, videosOf(rerun, hls), {
      afterId: rerun.queued_to,
      limit: QUEUE_BATCH,
    });
    const step = rerun.step as MediaStep;
    await queueMediaJobs(tx, { step, videoIds: ids, priority: PRIORITY.rerun, rerunId: id });
    await advanceQueue(tx, id, { lastId, queued: ids.length });
    return lastId !== undefined;
  });
}

/** Over all videos, renditions only where wanted; of a source, always. Playlists only where old. */
function videosOf({ step, source_id: sourceId }: RerunRow, hls: boolean): HostedVideos {
  const ofSource = sourceId === null ? {} : { sourceId };
  if (step === 'playlists') return { ...ofSource, withOldStreams: true };
  if (sourceId !== null) return ofSource;
  return step === 'renditions' ? { wantRenditions: { byDefault: hls } } : {};
}
