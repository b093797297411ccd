import { defineJob } from '@vesper/core/jobs/define.ts';

export const deleteSourceJob = defineJob<{ sourceId: string }>({
  name: 'delete-source',
  does: 'deletes a source and its videos',
  expireSeconds: 6 * 3600,
  keyOf: ({ sourceId }) => sourceId,
});
