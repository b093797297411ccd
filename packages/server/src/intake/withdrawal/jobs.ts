import { defineJob } from '../../kernel/jobs/define.ts';

/** Removes a source's videos and deletes it. */
export const deleteSourceJob = defineJob<{ sourceId: string }>({
  name: 'delete-source',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: ({ sourceId }) => sourceId,
});
