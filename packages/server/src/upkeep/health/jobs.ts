import { defineJob } from '../../kernel/jobs/define.ts';

const MINUTE = 60;

/** Looks at remote and embedded videos whose check is due. */
export const recheckVideosJob = defineJob<Record<never, never>>({
  name: 'recheck-videos',
  concurrency: 1,
  expireSeconds: 15 * MINUTE,
  cron: '*/10 * * * *',
  keyOf: () => 'recheck-videos',
  atStart: true,
});

/** Goes on with a pass over the hosted videos' files that was begun. */
export const checkFilesJob = defineJob<Record<never, never>>({
  name: 'check-files',
  concurrency: 1,
  expireSeconds: 6 * 60 * MINUTE,
  cron: '*/10 * * * *',
  keyOf: () => 'check-files',
  atStart: true,
});
