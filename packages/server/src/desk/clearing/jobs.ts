import { defineJob } from '../../kernel/jobs/define.ts';

/** Deletes the rows of cleared videos. */
export const deleteClearedJob = defineJob<Record<never, never>>({
  name: 'delete-cleared',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: () => 'delete-cleared',
});
