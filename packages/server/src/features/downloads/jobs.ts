import { defineJob } from '../../jobs/define.ts';

const HOUR = 3600;

/** Brings one video from its source. */
export const downloadJob = defineJob<{ downloadJobId: string }>({
  name: 'download',
  concurrency: 3,
  expireSeconds: 6 * HOUR,
  keyOf: ({ downloadJobId }) => downloadJobId,
});

/** Puts open downloads whose job is gone into the queue again. */
export const requeueDownloadsJob = defineJob<Record<never, never>>({
  name: 'requeue-downloads',
  concurrency: 1,
  expireSeconds: HOUR,
  cron: '5 * * * *',
  keyOf: () => 'requeue',
});
