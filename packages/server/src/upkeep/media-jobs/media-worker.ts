import type { Db } from '../../kernel/db/pool.ts';
import {
  JOB_TIMING,
  type LeaseLoop,
  type LeaseTiming,
  startLeaseLoop,
} from '../../kernel/jobs/lease-loop.ts';
import type { JobContext } from '../../kernel/jobs/runner.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { returnMediaJobs } from './lease-queries.ts';
import { foldMediaJobCounts } from './list-queries.ts';
import { type LeasedMediaJob, takeMediaJob } from './media-lease.ts';
import { tendReruns } from './reruns.ts';

const STRETCH = 100;

export interface MediaWorkerOptions {
  db: Db;
  log: Log;
  /** How many jobs at once. */
  concurrency: number;
  /** Whether videos get renditions unless their source says otherwise. */
  hls: boolean;
  /** Whether there is room for what they make; without it none is begun. */
  hasRoom: () => Promise<boolean>;
  run: (leased: LeasedMediaJob, context: JobContext) => Promise<void>;
  timing?: Partial<LeaseTiming> | undefined;
}

/** Takes media jobs from their queue, and brings the next ones of re-runs into it, until it is stopped. */
export function startMediaWorker(options: MediaWorkerOptions): LeaseLoop {
  const { db, log, concurrency, hls, hasRoom, run } = options;
  const timing = { ...JOB_TIMING, ...options.timing };
  return startLeaseLoop<LeasedMediaJob>(
    {
      keyOf: ({ job }) => job.id,
      async tend() {
        await returnMediaJobs(db, STRETCH);
        await foldMediaJobCounts(db);
        await tendReruns(db, { hls });
      },
      claim: async () => ((await hasRoom()) ? takeMediaJob(db, timing.leaseMs) : undefined),
      renew: (leased) => leased.renew(db, timing.leaseMs),
      run,
    },
    { concurrency, timing, log },
  );
}
