import type { JobTimeline } from '@vesper/contract';
import { selectListedDownload, toDownloadJob } from '../../intake/downloads/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { type JobEventRow, selectEvents } from '../../kernel/jobs/event-queries.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { selectMediaJob, toMediaJob } from '../media-jobs/index.ts';
import { toEvents } from './view.ts';

/** How many of a job's events are shown, the last ones. The database keeps about as many. */
const MOST_EVENTS = 150;

/** A download or a media job, and what has happened to it. Throws not_found. */
export async function timelineOf(db: Db, id: string, now: Date): Promise<JobTimeline> {
  const download = await selectListedDownload(db, id);
  const media = download ? undefined : await selectMediaJob(db, id);
  const job = download ?? media;
  if (!job) throw new AppError('not_found', 'This job does not exist.');
  const events = await selectEvents(db, id, MOST_EVENTS);
  return {
    download: download ? toDownloadJob(download, now) : null,
    media: media ? toMediaJob(media) : null,
    events: toEvents(job.created_at, events),
    requestId: download?.request_id ?? null,
    isCut: job.leases > 0 && !events.some(isFirstStart),
  };
}

function isFirstStart({ kind, lease }: JobEventRow): boolean {
  return kind === 'started' && lease === 1;
}
