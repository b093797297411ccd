import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const fetchPicturesJob = defineRoutine({
  name: 'fetch-pictures',
  does: 'fetches pictures for videos from dumps',
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  atStart: true,
});
