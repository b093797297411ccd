import type { LeaseLoop } from '../../kernel/jobs/lease-loop.ts';
import { type QueueWorkerOptions, startQueueWorker } from '../../kernel/jobs/leased-queue.ts';
import { returnMediaJobs } from './lease-queries.ts';
import { foldMediaJobCounts } from './list-queries.ts';
import { type LeasedMediaJob, takeMediaJob } from './media-lease.ts';
import { tendReruns } from './reruns.ts';

const BATCH = 100;

export interface MediaWorkerOptions extends QueueWorkerOptions<LeasedMediaJob> {
  /** Whether videos now get renditions unless their source says otherwise. */
  media: { readonly hls: boolean };
}

/** Takes media jobs from their queue, and brings the next ones of re-runs into it, until it is stopped. */
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
