import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const sourceBasisJob = defineRoutine({
  name: 'source-basis',
  does: 'stops sources without a valid basis, and shows videos again whose basis is valid',
  expireSeconds: 6 * 3600,
  cron: '*/5 * * * *',
  atStart: true,
});
