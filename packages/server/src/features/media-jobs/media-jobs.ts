import type { MediaJobs, MediaRerunStarted, MediaStep, NewMediaRerun } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import { lockMediaVideo } from '../videos/index.ts';
import {
  type JobFilter,
  type ListedJobRow,
  PRIORITY,
  queueMediaJobs,
  selectMediaJob,
  selectMediaJobs,
} from './job-queries.ts';
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

/** A page of jobs, the latest first. */
export async function listMediaJobs(
  db: Db,
  { limit, ...filter }: JobFilter & { limit: number },
): Promise<MediaJobs> {
  const rows = await selectMediaJobs(db, limit + 1, filter);
  const page = rows.slice(0, limit);
  return { jobs: page.map(toMediaJob), next: rows.length > limit ? (page.at(-1)?.position ?? null) : null };
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

/** Puts a failed job back into the queue, before others; one that waits is tried at once. Throws not_found, conflict. */
export function retryMediaJob(db: Db, id: string): Promise<ListedJobRow> {
  return db.transaction().execute(async (tx) => {
    const job = await getMediaJob(tx, id);
    if (job.status === 'completed')
      throw new AppError('conflict', 'This job was completed. To have it done again, ask for a re-run.');
    if (job.status === 'processing') return job;
    const step = job.step as MediaStep;
    await queueMediaJobs(tx, { step, videoIds: [job.video_id], priority: PRIORITY.byHand });
    return getMediaJob(tx, id);
  });
}

async function getMediaJob(db: Db, id: string): Promise<ListedJobRow> {
  const job = await selectMediaJob(db, id);
  if (!job) throw new AppError('not_found', 'There is no such job.');
  return job;
}
