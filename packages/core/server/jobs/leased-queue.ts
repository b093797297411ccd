import type { DownloadErrorClass } from '@vesper/contract';
import type { Db } from '../db/pool.ts';
import type { Log } from '../lib/log.ts';
import { withRequestId } from '../lib/request-id.ts';
import type { TracedJob, Tracing } from '../lib/tracing.ts';
import { JOB_TIMING, type LeaseLoop, type LeaseTiming, startLeaseLoop } from './lease-loop.ts';
import type { JobContext } from './runner.ts';

export interface Leased {
  job: { id: string; request_id?: string | null };
  renew(db: Db, leaseMs: number): Promise<boolean>;
}

export interface QueueWorkerOptions<L extends Leased> {
  db: Db;
  log: Log;
  concurrency: () => number;
  /** Disk room for the results; without it no job begins. */
  hasRoom: () => Promise<boolean>;
  run: (leased: L, context: JobContext) => Promise<void>;
  tracing?: Tracing | undefined;
  timing?: Partial<LeaseTiming> | undefined;
}

export interface LeasedQueue<L extends Leased> {
  /** Frees the jobs of dead workers, and those whose pause is over. */
  tend(): Promise<void>;
  take(leaseMs: number): Promise<L | undefined>;
  traced(leased: L): TracedJob;
}

export function startQueueWorker<L extends Leased>(
  { tend, take, traced }: LeasedQueue<L>,
  { db, log, concurrency, hasRoom, run, tracing, ...options }: QueueWorkerOptions<L>,
): LeaseLoop {
  const timing = { ...JOB_TIMING, ...options.timing };
  return startLeaseLoop<L>(
    {
      keyOf: ({ job }) => job.id,
      tend,
      claim: async () => ((await hasRoom()) ? take(timing.leaseMs) : undefined),
      renew: (leased) => leased.renew(db, timing.leaseMs),
      run: (leased, context) => {
        const work = () => run(leased, context);
        return withRequestId(leased.job.request_id, () => tracing?.runJob(traced(leased), work) ?? work());
      },
    },
    { concurrency, timing, log },
  );
}

/** After this many dead workers the job itself is considered the cause. */
const MOST_DEATHS = 25;

export interface Claiming<Job> {
  claim(): Promise<Job | undefined>;
  deathsOf(job: Job): number;
  fail(job: Job, end: { error: string; errorClass: DownloadErrorClass }): Promise<unknown>;
}

/** Fails jobs that killed their workers too often, and claims the next. */
export async function claimNext<Job>({ claim, deathsOf, fail }: Claiming<Job>): Promise<Job | undefined> {
  for (;;) {
    const job = await claim();
    if (!job || deathsOf(job) < MOST_DEATHS) return job;
    const error = `The worker died ${MOST_DEATHS} times while processing this video.`;
    await fail(job, { error, errorClass: 'worker_died' });
  }
}
