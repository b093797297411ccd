import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

const HOUR = 3600;

/** Reads the sources of one crawler run and queues what is new. */
export const crawlJob = defineJob<{ runId: string }>({
  name: 'crawl',
  expireSeconds: 6 * HOUR,
  keyOf: ({ runId }) => runId,
});

/** Queues a run again whose job is gone. */
export const requeueRunJob = defineRoutine({
  name: 'requeue-run',
  expireSeconds: HOUR,
  cron: '5 * * * *',
  atStart: true,
});

/** Asks again for pages that had no video. */
export const comeBackJob = defineRoutine({
  name: 'come-back',
  expireSeconds: HOUR,
  cron: '*/20 * * * *',
});

/** Starts the run of the day; its time is a setting. It may have passed while no worker ran. */
export const dailyCrawlJob = defineJob<Record<never, never>>({
  name: 'daily-crawl',
  expireSeconds: 300,
  atStart: true,
});
