import { JobEvent, type JobTimeline } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { deleteEventsBefore, type JobEventRow, selectEvents } from '@vesper/core/jobs/event-queries.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { selectListedDownload, toDownloadJob } from '@vesper/intake/downloads';
import { selectMediaJob, toMediaJob } from '../media-jobs/index.ts';

/** The latest. The database keeps about as many. */
const MOST_EVENTS = 150;

/** Of a download or media job. Throws not_found. */
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

/** A step ends with the next event. The job's row tells when it was queued. */
function toEvents(createdAt: Date, rows: readonly JobEventRow[]): JobEvent[] {
  const queued = { kind: 'queued', at: createdAt.toISOString() } as const;
  const nothing = { endedAt: null, step: null, errorClass: null, detail: null, nextTryAt: null };
  const events = rows.map((row, index) =>
    viewOf(JobEvent, row, {
      endedAt: row.kind === 'step' ? (rows[index + 1]?.at.toISOString() ?? null) : null,
    }),
  );
  return [{ ...nothing, ...queued }, ...events];
}

const KEPT_MS = 90 * 86_400_000;
const BATCH = 5_000;

export async function forgetOldEvents(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const moment = new Date(now.getTime() - KEPT_MS);
  while ((await deleteEventsBefore(db, moment, BATCH)) === BATCH) signal.throwIfAborted();
}
