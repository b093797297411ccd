import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const keepStatisticsJob = defineRoutine({
  name: 'keep-statistics',
  does: 'updates `/admin/charts`; hours are kept for 13 months',
  cron: '*/5 * * * *',
  atStart: true,
});
