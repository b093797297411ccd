import { defineRoutine } from '../kernel/jobs/define.ts';

export const fetchPicturesJob = defineJob<Record<never, never>>({
  name: 'fetch-pictures',
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  atStart: true,
});
