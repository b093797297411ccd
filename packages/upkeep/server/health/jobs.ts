import { defineRoutine } from '@vesper/core/jobs/define.ts';

const MINUTE = 60;

export const recheckVideosJob = defineRoutine({
  name: 'recheck-videos',
  does: 'checks remote and embedded videos',
  expireSeconds: 15 * MINUTE,
  cron: '*/10 * * * *',
  atStart: true,
});

export const checkFilesJob = defineRoutine({
  name: 'check-files',
  does: 'continues a check of hosted files',
  expireSeconds: 6 * 60 * MINUTE,
  cron: '*/10 * * * *',
  atStart: true,
});
