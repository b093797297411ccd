import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const revisitJob = defineRoutine({
  name: 'revisit',
  does: 'revisits changed pages of videos',
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  atStart: true,
});
