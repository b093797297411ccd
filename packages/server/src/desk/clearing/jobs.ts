import { defineJob } from '../../kernel/jobs/define.ts';

export const deleteClearedJob = defineJob<Record<never, never>>({
  name: 'delete-cleared',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: () => 'delete-cleared',
});
