import { defineJob } from '../kernel/jobs/define.ts';

export const fetchPicturesJob = defineJob<Record<never, never>>({
  name: 'fetch-pictures',
  concurrency: 1,
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  keyOf: () => 'fetch-pictures',
  atStart: true,
});
