import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Forgets what was cleared from the queue and can be put back no more. */
export const forgetClearingsJob = defineRoutine({
  name: 'forget-clearings',
  cron: '*/10 * * * *',
});
