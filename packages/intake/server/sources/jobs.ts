import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const sourceBasisJob = defineRoutine({
  name: 'source-basis',
  does: 'stops sources without a valid permission, and shows their videos again once they have one',
  expireSeconds: 6 * 3600,
  cron: '*/5 * * * *',
  atStart: true,
});
