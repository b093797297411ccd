import type { MediaRerunStarted, MediaStep, NewMediaRerun } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { lockMediaVideo } from '../../library/videos/index.ts';
import {
  cancelOpenJobs,
  type ListedJobRow,
  lockMediaJob,
  type MediaJobRow,
  moveUpPending,
  PRIORITY,
  queueMediaJobs,
  selectMediaJob,
} from './job-queries.ts';
import { lockFailedJobs, type MediaJobSearch } from './list-queries.ts';
import { startRerun } from './reruns.ts';
import { toMediaJob } from './view.ts';

/** Has a step made again for one video, a source's, or all. Throws not_found, conflict. */
export async function rerunStep(
  db: Db,
  { step, videoId, sourceId }: NewMediaRerun,
): Promise<MediaRerunStarted> {
  if (videoId === undefined)
    return { job: null, rerun: await startRerun(db, { step, sourceId: sourceId ?? null }) };
  const job = await db.transaction().execute((tx) => requestStep(tx, videoId, step));
  return { job: toMediaJob(job), rerun: null };
}

/** Asks for a step of one video by hand, in the caller's transaction. Throws not_found, and conflict where it has no film of ours. */
export async function requestStep(tx: Db, videoId: string, step: MediaStep): Promise<ListedJobRow> {
  const video = await lockMediaVideo(tx, videoId);
  if (!video || video.status === 'removed') throw new AppError('not_found', 'There is no such video.');
  if (video.kind !== 'hosted')
    throw new AppError('conflict', 'Only hosted videos have files of which something can be made again.');
  const [id] = await queueMediaJobs(tx, { step, videoIds: [videoId], priority: PRIORITY.byHand });
  return getMediaJob(tx, id ?? '');
}

/**
 * Puts a failed job back into the queue, before others; one that waits for a further try is tried at once. Throws
 * not_found, and conflict where somebody was first.
 */
export function retryMediaJob(db: Db, id: string): Promise<ListedJobRow> {
  return db.transaction().execute(async (tx) => {
    const job = await requireLocked(tx, id);
    if (job.status === 'pending' && job.run_at === null)
      throw new AppError('conflict', 'This job waits in the queue already.');
    if (job.status === 'processing') throw new AppError('conflict', 'This job is under way already.');
    if (job.status === 'completed')
      throw new AppError('conflict', 'This job was completed. To have it done again, ask for a re-run.');
    const step = job.step as MediaStep;
    await queueMediaJobs(tx, { step, videoIds: [job.video_id], priority: PRIORITY.byHand });
    return getMediaJob(tx, id);
  });
}

const STRETCH = 500;
/** So many failed jobs are looked at in one call. */
const MOST_STRETCHES = 20;

/** Puts failed jobs back into the queue, behind what people wait for; cancelled ones stay. How many. */
export async function retryFailedJobs(db: Db, search: MediaJobSearch): Promise<number> {
  let count = 0;
  let before: number | undefined = Number.MAX_SAFE_INTEGER;
  for (let stretch = 0; before !== undefined && stretch < MOST_STRETCHES; stretch += 1) {
    const part = { ...search, before };
    const jobs = await db.transaction().execute(async (tx) => {
      const locked = await lockFailedJobs(tx, part, STRETCH);
      const wanted = locked.filter((job) => job.cancelled_at === null);
      await queueAgain(tx, wanted, PRIORITY.rerun);
      count += wanted.length;
      return locked;
    });
    before = jobs.length < STRETCH ? undefined : jobs.at(-1)?.position;
  }
  return count;
}

/** Puts chosen failed jobs back into the queue, cancelled ones too; how many. Throws conflict where it is none. */
export function retryChosenJobs(db: Db, ids: readonly string[]): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const failed: MediaJobRow[] = [];
    for (const id of [...ids].sort()) {
      const job = await lockMediaJob(tx, id);
      if (job?.status === 'failed') failed.push(job);
    }
    if (failed.length === 0)
      throw new AppError(
        'conflict',
        'None of these jobs can be tried again: none has failed, or not any more.',
      );
    await queueAgain(tx, failed, PRIORITY.byHand);
    return failed.length;
  });
}

async function queueAgain(
  tx: Db,
  jobs: readonly { video_id: string; step: string }[],
  priority: number,
): Promise<void> {
  for (const [step, ofStep] of Map.groupBy(jobs, (job) => job.step))
    await queueMediaJobs(tx, {
      step: step as MediaStep,
      videoIds: ofStep.map((job) => job.video_id),
      priority,
    });
}

/** Ends an open job; a worker that is at it lets go of it. Throws not_found, conflict. */
export function cancelMediaJob(db: Db, id: string): Promise<ListedJobRow> {
  return db.transaction().execute(async (tx) => {
    const count = await cancelOpenJobs(tx, [id]);
    const job = await getMediaJob(tx, id);
    if (count === 0) throw new AppError('conflict', 'This job has ended already.');
    return job;
  });
}

/** Ends those of the chosen jobs that are open; how many. Throws conflict where it is none. */
export async function cancelChosenJobs(db: Db, ids: readonly string[]): Promise<number> {
  const count = await db.transaction().execute((tx) => cancelOpenJobs(tx, ids));
  if (count === 0)
    throw new AppError('conflict', 'None of these jobs can be cancelled: all have ended already.');
  return count;
}

/** Puts a waiting job before all others, and ends its pause. Throws not_found, conflict. */
export async function moveUpMediaJob(db: Db, id: string): Promise<ListedJobRow> {
  const moved = await moveUpPending(db, id, PRIORITY.next);
  const job = await getMediaJob(db, id);
  if (moved) return job;
  const sentence = job.status === 'processing' ? 'under way already' : 'not waiting: it has ended';
  throw new AppError('conflict', `This job is ${sentence}.`);
}

async function requireLocked(tx: Db, id: string): Promise<MediaJobRow> {
  const job = await lockMediaJob(tx, id);
  if (!job) throw new AppError('not_found', 'There is no such job.');
  return job;
}

async function getMediaJob(db: Db, id: string): Promise<ListedJobRow> {
  const job = await selectMediaJob(db, id);
  if (!job) throw new AppError('not_found', 'There is no such job.');
  return job;
}
