import type {
  JobCount,
  MediaJobFilter,
  MediaJobs,
  MediaRerunStarted,
  MediaStep,
  NewMediaRerun,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { capped, MOST_COUNTED } from '@vesper/core/jobs/counts.ts';
import { type BatchDone, retryInBatches, type SteeredQueue } from '@vesper/core/jobs/steering.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { typedAddressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { findVideoByAddress, lockMediaVideo } from '@vesper/library/videos';
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
import {
  countMediaJobs,
  lockFailedJobs,
  type MediaJobScope,
  type MediaJobSearch,
  selectMediaJobs,
} from './list-queries.ts';
import { startRerun } from './reruns.ts';
import { toMediaJob } from './view.ts';

/** For one video, a source's, or all. Throws not_found or conflict. */
export async function rerunStep(
  db: Db,
  { step, videoId, sourceId }: NewMediaRerun,
): Promise<MediaRerunStarted> {
  if (videoId === undefined)
    return { job: null, rerun: await startRerun(db, { step, sourceId: sourceId ?? null }) };
  const job = await db.transaction().execute((tx) => requestStep(tx, videoId, step));
  return { job: toMediaJob(job), rerun: null };
}

/** Throws not_found, or conflict if we do not host the video. */
export async function requestStep(tx: Db, videoId: string, step: MediaStep): Promise<ListedJobRow> {
  const video = await lockMediaVideo(tx, videoId);
  if (!video || video.status === 'removed') throw new AppError('not_found', 'This video does not exist.');
  if (video.kind !== 'hosted')
    throw new AppError('conflict', 'Only hosted videos have files that can be remade.');
  const [id] = await queueMediaJobs(tx, { step, videoIds: [videoId], priority: PRIORITY.byHand });
  return getMediaJob(tx, id ?? '');
}

/** Ahead of others, also a job waiting for a retry. Throws not_found, or conflict if somebody was first. */
async function retryMediaJob(tx: Db, id: string): Promise<ListedJobRow> {
  const job = await lockMediaJob(tx, id);
  if (!job) throw new AppError('not_found', 'This job does not exist.');
  if (job.status === 'pending' && job.run_at === null)
    throw new AppError('conflict', 'This job is already in the queue.');
  if (job.status === 'processing') throw new AppError('conflict', 'This job is already in progress.');
  if (job.status === 'completed')
    throw new AppError('conflict', 'This job is completed. To repeat it, start a re-run.');
  await queueAgain(tx, [job], PRIORITY.byHand);
  return getMediaJob(tx, id);
}

const BATCH = 500;
const MOST_BATCHES = 20;

/** Behind what people wait for; cancelled ones stay. Returns how many. */
export function retryFailedJobs(db: Db, search: MediaJobSearch): Promise<number> {
  return retryInBatches(MOST_BATCHES, (before) =>
    db.transaction().execute((tx) => retryBatch(tx, { ...search, before })),
  );
}

async function retryBatch(tx: Db, search: MediaJobSearch): Promise<BatchDone> {
  const failed = await lockFailedJobs(tx, search, BATCH);
  const wanted = failed.filter((job) => job.cancelled_at === null);
  await queueAgain(tx, wanted, PRIORITY.rerun);
  return { count: wanted.length, next: failed.length < BATCH ? null : (failed.at(-1)?.position ?? null) };
}

async function retryChosen(tx: Db, ids: readonly string[]): Promise<number> {
  const failed: MediaJobRow[] = [];
  for (const id of [...ids].sort()) {
    const job = await lockMediaJob(tx, id);
    if (job?.status === 'failed') failed.push(job);
  }
  await queueAgain(tx, failed, PRIORITY.byHand);
  return failed.length;
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

/** A worker on it stops. */
async function cancelMediaJob(tx: Db, id: string): Promise<ListedJobRow> {
  const count = await cancelOpenJobs(tx, [id]);
  const job = await getMediaJob(tx, id);
  if (count === 0) throw new AppError('conflict', 'This job has already ended.');
  return job;
}

async function getMediaJob(db: Db, id: string): Promise<ListedJobRow> {
  const job = await selectMediaJob(db, id);
  if (!job) throw new AppError('not_found', 'This job does not exist.');
  return job;
}

export const MEDIA_JOBS: SteeredQueue<ListedJobRow> = {
  noun: 'job',
  get: getMediaJob,
  retry: retryMediaJob,
  cancel: cancelMediaJob,
  moveUp: (tx, id) => moveUpPending(tx, id, PRIORITY.next),
  retryChosen,
  cancelChosen: cancelOpenJobs,
  audited: ({ video_id: videoId, step, status, priority }) => ({ videoId, step, status, priority }),
};

export async function listMediaJobs(
  db: Db,
  { limit, before, ...filter }: MediaJobFilter & { limit: number; before: number },
): Promise<MediaJobs> {
  const rows = await selectMediaJobs(db, limit + 1, { ...(await searchOf(db, filter)), before });
  const page = rows.slice(0, limit);
  return { jobs: page.map(toMediaJob), next: rows.length > limit ? (page.at(-1)?.position ?? null) : null };
}

export async function countByFilter(db: Db, filter: MediaJobFilter): Promise<JobCount> {
  return capped(await countMediaJobs(db, await searchOf(db, filter), MOST_COUNTED + 1));
}

async function searchOf(db: Db, filter: MediaJobFilter): Promise<MediaJobSearch> {
  const { status, step, errorClass } = filter;
  return { status, step, errorClass, scope: await scopeOf(db, filter) };
}

async function scopeOf(
  db: Db,
  { sourceId, rerunId, videoId, search }: MediaJobFilter,
): Promise<MediaJobScope | undefined> {
  if (sourceId) return { sourceId };
  if (rerunId) return { rerunId };
  if (videoId) return { videoId };
  if (!search) return undefined;
  const video = await findVideoByAddress(db, typedAddressHash(search));
  return { videoId: video?.id ?? '' };
}
