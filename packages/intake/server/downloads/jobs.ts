import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const forgetClearingsJob = defineRoutine({
  name: 'forget-clearings',
  does: 'deletes cleared downloads after an hour',
  cron: '*/10 * * * *',
});
