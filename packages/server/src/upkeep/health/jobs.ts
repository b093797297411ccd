import { defineJob } from '../../kernel/jobs/define.ts';

const MINUTE = 60;

/** Checks remote and embedded videos that are due. */
export const recheckVideosJob = defineJob<Record<never, never>>({
  name: 'recheck-videos',
  concurrency: 1,
  expireSeconds: 15 * MINUTE,
  cron: '*/10 * * * *',
  keyOf: () => 'recheck-videos',
  atStart: true,
});

/** Continues a pass over the hosted videos' files. */
export const checkFilesJob = defineJob<Record<never, never>>({
  name: 'check-files',
  concurrency: 1,
  expireSeconds: 6 * 60 * MINUTE,
  cron: '*/10 * * * *',
  keyOf: () => 'check-files',
  atStart: true,
});
