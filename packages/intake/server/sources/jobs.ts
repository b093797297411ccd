import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Stops sources without a valid basis, and shows videos that have one again. */
export const sourceBasisJob = defineRoutine({
  name: 'source-basis',
  expireSeconds: 6 * 3600,
  cron: '*/5 * * * *',
  atStart: true,
});
