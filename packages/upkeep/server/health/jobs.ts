import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const recheckVideosJob = defineRoutine({
  name: 'recheck-videos',
  does: 'checks remote and embedded videos',
  expireSeconds: 15 * 60,
  cron: '*/10 * * * *',
  atStart: true,
});

export const checkFilesJob = defineRoutine({
  name: 'check-files',
  does: 'continues a check of hosted files',
  expireSeconds: 6 * 3600,
  cron: '*/10 * * * *',
  atStart: true,
});
