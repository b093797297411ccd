import type { Db } from '@vesper/core/db/pool.ts';
import type { LeaseLoop } from '@vesper/core/jobs/lease-loop.ts';
import { claimNext, type QueueWorkerOptions, startQueueWorker } from '@vesper/core/jobs/leased-queue.ts';
import { finalSentence, judge } from '@vesper/core/jobs/retry-rules.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { noteJobError } from '@vesper/core/lib/tracing.ts';
import type { MediaJobRow } from './job-queries.ts';
import {
  claimMediaJob,
  endMediaJob,
  type JobEnd,
  postponeMediaJob,
  renewMediaLease,
  returnMediaJobs,
} from './lease-queries.ts';
import { foldMediaJobCounts } from './list-queries.ts';
import { tendReruns } from './reruns.ts';

/** Then even a temporary error is final. */
const MAX_ATTEMPTS = 4;
const PAUSES_MS = [60_000, 600_000, 3_600_000];
const AFTER_CHANGE_MS = 15_000;

export interface LeasedMediaJob {
  job: MediaJobRow;
  /** From 0 to 1; stored with the next renewal. */
  report(share: number): void;
  /** False if the lease is lost. */
  renew(db: Db, leaseMs: number): Promise<boolean>;
}

/** The video has changed since the work began: the job is retried, and nothing counted. */
export class VideoChangedError extends Error {
  override readonly name = 'VideoChangedError';
}

/** Fails jobs on the way that killed their workers too often. */
export async function takeMediaJob(db: Db, leaseMs: number): Promise<LeasedMediaJob | undefined> {
  const job = await claimNext({
    claim: () => claimMediaJob(db, leaseMs),
    deathsOf: ({ deaths }) => deaths,
    fail: (dead, end) => endFailed(db, dead, end),
  });
  return job && leasedMediaJob(job);
}

function endFailed(db: Db, job: MediaJobRow, end: Omit<JobEnd, 'status'>): Promise<boolean> {
  return db.transaction().execute((tx) => endMediaJob(tx, job, { ...end, status: 'failed' }));
}

function leasedMediaJob(job: MediaJobRow): LeasedMediaJob {
  let progress = 0;
  return {
    job,
    report: (share) => {
      progress = Math.max(progress, Math.min(99, Math.floor(share * 100)));
    },
    renew: (db, leaseMs) => renewMediaLease(db, job, { leaseMs, progress }),
  };
}

/** `problems`: what could not be made. False if the lease is lost. */
export function completeMediaJob(
  tx: Db,
  { job }: LeasedMediaJob,
  problems: readonly string[],
): Promise<boolean> {
  return endMediaJob(tx, job, { status: 'completed', error: problems.join(' ') || null });
}

/** The worker stops; another starts the job again. */
export async function giveBackMediaJob(db: Db, { job }: LeasedMediaJob): Promise<void> {
  await postponeMediaJob(db, job, { pauseMs: 0 });
}

/** Retries temporary errors after a pause. */
export async function endMediaJobWithError(
  db: Db,
  { job }: LeasedMediaJob,
  error: unknown,
  { log, pauseScale = 1 }: { log: Log; pauseScale?: number | undefined },
): Promise<void> {
  if (error instanceof VideoChangedError) {
    await postponeMediaJob(db, job, { pauseMs: AFTER_CHANGE_MS * pauseScale });
    return;
  }
  const verdict = judge(error);
  const { errorClass, permanent, sentence, unexpected } = verdict;
  noteJobError(errorClass);
  const attempts = job.attempts + (verdict.asked ? 1 : 0);
  const about = { videoId: job.video_id, step: job.step, attempts };
  if (unexpected) log.error({ err: error, ...about }, 'A media job hit an unexpected error.');
  else log.info({ reason: sentence, ...about }, 'A media job hit an error.');
  if (!permanent && attempts < MAX_ATTEMPTS) {
    const pauseMs = (PAUSES_MS[Math.max(attempts, 1) - 1] ?? 0) * pauseScale;
    await postponeMediaJob(db, job, { attempts, error: sentence, errorClass, pauseMs });
    return;
  }
  await endFailed(db, job, { error: finalSentence(verdict, attempts, 'It'), errorClass, attempts });
}

const BATCH = 100;

interface MediaWorkerOptions extends QueueWorkerOptions<LeasedMediaJob> {
  /** Whether videos get renditions by default. */
  media: { readonly hls: boolean };
}

/** Also feeds re-runs into the queue. */
export function startMediaWorker({ media, ...options }: MediaWorkerOptions): LeaseLoop {
  const { db } = options;
  const queue = {
    async tend() {
      await returnMediaJobs(db, BATCH);
      await foldMediaJobCounts(db);
      await tendReruns(db, media);
    },
    take: (leaseMs: number) => takeMediaJob(db, leaseMs),
    traced: ({ job: { attempts, step } }: LeasedMediaJob) => ({
      name: 'media',
      attempt: attempts + 1,
      lane: step,
    }),
  };
  return startQueueWorker(queue, options);
}
