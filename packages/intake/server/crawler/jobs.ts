import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

const HOUR = 3600;

export const crawlJob = defineJob<{ runId: string }>({
  name: 'crawl',
  does: 'reads the sources of a crawler run and queues what is new',
  expireSeconds: 6 * HOUR,
  keyOf: ({ runId }) => runId,
});

export const requeueRunJob = defineRoutine({
  name: 'requeue-run',
  does: 'requeues a crawl whose job was lost',
  expireSeconds: HOUR,
  cron: '5 * * * *',
  atStart: true,
});

export const comeBackJob = defineRoutine({
  name: 'come-back',
  does: 'retries pages that had no video',
  expireSeconds: HOUR,
  cron: '*/20 * * * *',
});

export const dailyCrawlJob = defineJob<Record<never, never>>({
  name: 'daily-crawl',
  does: 'starts a crawl at `CRAWL_TIME`, or later if no worker ran then',
  expireSeconds: 300,
  atStart: true,
});
