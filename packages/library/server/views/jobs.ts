import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const forgetVisitorsJob = defineRoutine({
  name: 'forget-visitors',
  does: 'keeps pairs of videos that many watched, deletes expired visitor marks',
  cron: '*/20 * * * *',
});
