import { defineJob } from '../../kernel/jobs/define.ts';

const HOUR = 3600;

export const crawlJob = defineJob<{ runId: string }>({
  name: 'crawl',
  concurrency: 1,
  expireSeconds: 6 * HOUR,
  keyOf: ({ runId }) => runId,
});

export const requeueRunJob = defineJob<Record<never, never>>({
  name: 'requeue-run',
  concurrency: 1,
  expireSeconds: HOUR,
  cron: '5 * * * *',
  keyOf: () => 'requeue',
  atStart: true,
});

export const comeBackJob = defineJob<Record<never, never>>({
  name: 'come-back',
  concurrency: 1,
  expireSeconds: HOUR,
  cron: '*/20 * * * *',
  keyOf: () => 'come-back',
});

/** Starts the daily run, also late if no worker ran at its time. */
export const dailyCrawlJob = defineJob<Record<never, never>>({
  name: 'daily-crawl',
  concurrency: 1,
  expireSeconds: 300,
  atStart: true,
});
