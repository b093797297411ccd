import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Looks through the videos after a change of the refused terms, and after the program came with others. */
export const sweepRefusedJob = defineRoutine({
  name: 'sweep-refused',
  expireSeconds: 6 * 3600,
  cron: '25 * * * *',
  atStart: true,
});
