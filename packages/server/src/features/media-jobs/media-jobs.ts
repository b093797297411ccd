import type { MediaStep } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import { lockMediaVideo } from '../videos/index.ts';
import { type ListedJobRow, PRIORITY, queueMediaJobs, selectMediaJob } from './job-queries.ts';

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
