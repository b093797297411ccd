import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Fetches the pictures of videos that came without downloads. */
export const fetchPicturesJob = defineRoutine({
  name: 'fetch-pictures',
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  atStart: true,
});
