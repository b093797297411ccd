import type { LeaseLoop } from '@vesper/core/jobs/lease-loop.ts';
import { type QueueWorkerOptions, startQueueWorker } from '@vesper/core/jobs/leased-queue.ts';
import { type LeasedDownload, takeDownload } from './download-lease.ts';
import { returnDownloads } from './lease-queries.ts';

const BATCH = 1_000;

export function startDownloadWorker(options: QueueWorkerOptions<LeasedDownload>): LeaseLoop {
  const { db } = options;
  let servedLane = '';
  const queue = {
    tend: () => returnDownloads(db, BATCH),
    async take(leaseMs: number) {
      const leased = await takeDownload(db, servedLane, leaseMs);
      if (leased) servedLane = leased.job.lane;
      return leased;
    },
    traced: ({ job: { attempts, lane } }: LeasedDownload) => ({
      name: 'download',
      attempt: attempts + 1,
      lane,
    }),
  };
  return startQueueWorker(queue, options);
}
