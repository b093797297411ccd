import { defineRoutine } from '@vesper/core/jobs/define.ts';

const MINUTE = 60;

export const recheckVideosJob = defineRoutine({
  name: 'recheck-videos',
  expireSeconds: 15 * MINUTE,
  cron: '*/10 * * * *',
  atStart: true,
});

/** Continues a pass over the hosted videos' files. */
export const checkFilesJob = defineRoutine({
  name: 'check-files',
  expireSeconds: 6 * 60 * MINUTE,
  cron: '*/10 * * * *',
  atStart: true,
});
