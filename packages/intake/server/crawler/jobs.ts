import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const crawlJob = defineJob<{ runId: string }>({
  name: 'crawl',
  does: 'reads the sources of a crawler run and queues what is new',
  expireSeconds: 6 * 3600,
  keyOf: ({ runId }) => runId,
});

export const requeueRunJob = defineRoutine({
  name: 'requeue-run',
  does: 'requeues a crawl whose job was lost',
  expireSeconds: 3600,
  cron: '5 * * * *',
  atStart: true,
});

export const comeBackJob = defineRoutine({
  name: 'come-back',
  does: 'retries pages that had no video',
  expireSeconds: 3600,
  cron: '*/20 * * * *',
});

export const dailyCrawlJob = defineJob<Record<never, never>>({
  name: 'daily-crawl',
  does: 'starts a crawl at `CRAWL_TIME`, or later if no worker ran then',
  expireSeconds: 300,
  atStart: true,
});
