import type { Db } from '../../kernel/db/pool.ts';
import {
  JOB_TIMING,
  type LeaseLoop,
  type LeaseTiming,
  startLeaseLoop,
} from '../../kernel/jobs/lease-loop.ts';
import type { JobContext } from '../../kernel/jobs/runner.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { type LeasedDownload, takeDownload } from './download-lease.ts';
import { returnDownloads } from './lease-queries.ts';

const STRETCH = 1_000;

export interface DownloadWorkerOptions {
  db: Db;
  log: Log;
  /** How many downloads at once. */
  concurrency: number;
  /** Whether there is room for what they bring; without it none is begun. */
  hasRoom: () => Promise<boolean>;
  bring: (leased: LeasedDownload, context: JobContext) => Promise<void>;
  timing?: Partial<LeaseTiming> | undefined;
}

/** Takes downloads from their queue, lane after lane in turn, until it is stopped. */
export function startDownloadWorker(options: DownloadWorkerOptions): LeaseLoop {
  const { db, log, concurrency, hasRoom, bring } = options;
  const timing = { ...JOB_TIMING, ...options.timing };
  let servedLane = '';
  return startLeaseLoop<LeasedDownload>(
    {
      keyOf: ({ job }) => job.id,
      tend: () => returnDownloads(db, STRETCH),
      async claim() {
        if (!(await hasRoom())) return undefined;
        const leased = await takeDownload(db, servedLane, timing.leaseMs);
        if (leased) servedLane = leased.job.lane;
        return leased;
      },
      renew: (leased) => leased.renew(db, timing.leaseMs),
      run: bring,
    },
    { concurrency, timing, log },
  );
}
