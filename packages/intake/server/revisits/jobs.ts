import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Looks again at changed pages of videos that are here; its handler is the pipeline's. */
export const revisitJob = defineRoutine({
  name: 'revisit',
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  atStart: true,
});
