import type { DownloadErrorClass } from '@vesper/contract';
import type { Db } from '../db/pool.ts';
import type { Log } from '../lib/log.ts';
import { withRequestId } from '../lib/request-id.ts';
import type { TracedJob, Tracing } from '../lib/tracing.ts';
import { JOB_TIMING, type LeaseLoop, type LeaseTiming, startLeaseLoop } from './lease-loop.ts';
import type { JobContext } from './runner.ts';

/** A job in the hands of one worker. */
export interface Leased {
  job: { id: string; request_id?: string | null };
  /** Holds the job for longer; false once another worker has taken it over. */
  renew(db: Db, leaseMs: number): Promise<boolean>;
}

/** What the worker of a queue may and does. */
export interface QueueWorkerOptions<L extends Leased> {
  db: Db;
  log: Log;
  /** How many jobs at once, now. */
  concurrency: () => number;
  /** Whether there is room for what they bring; without it none is begun. */
  hasRoom: () => Promise<boolean>;
  run: (leased: L, context: JobContext) => Promise<void>;
  tracing?: Tracing | undefined;
  timing?: Partial<LeaseTiming> | undefined;
}

/** One queue, as its workers see it. */
export interface LeasedQueue<L extends Leased> {
  /** Puts back what dead workers held, and makes ready what has waited long enough. */
  tend(): Promise<void>;
  /** The job whose turn it is, if there is one. */
  take(leaseMs: number): Promise<L | undefined>;
  /** How traces name it. */
  traced(leased: L): TracedJob;
}

/** Takes jobs from a queue until it is stopped. */
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

/** A job over which this many workers have died is taken for the cause. */
const MOST_DEATHS = 25;

export interface Claiming<Job> {
  claim(): Promise<Job | undefined>;
  /** How many workers have died over it. */
  deathsOf(job: Job): number;
  fail(job: Job, end: { error: string; errorClass: DownloadErrorClass }): Promise<unknown>;
}

/** Claims the next job; those that have killed their workers too often are failed on the way. */
export async function claimNext<Job>({ claim, deathsOf, fail }: Claiming<Job>): Promise<Job | undefined> {
  for (;;) {
    const job = await claim();
    if (!job || deathsOf(job) < MOST_DEATHS) return job;
    const error = `The worker died ${MOST_DEATHS} times over this video.`;
    await fail(job, { error, errorClass: 'worker_died' });
  }
}
