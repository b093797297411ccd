import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const cleanUploadsJob = defineRoutine({
  name: 'clean-uploads',
  does: 'ends uploads that have been idle for a day, deletes files that are no longer needed',
  cron: '23 * * * *',
  atStart: true,
});
