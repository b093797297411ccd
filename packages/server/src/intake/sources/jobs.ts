import { defineJob } from '../../kernel/jobs/define.ts';

/** Stops what has no valid basis any more, and shows again what has one. */
export const sourceBasisJob = defineJob<Record<never, never>>({
  name: 'source-basis',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  cron: '*/5 * * * *',
  keyOf: () => 'source-basis',
  atStart: true,
});

/** Takes the videos of a source off and deletes it. */
export const deleteSourceJob = defineJob<{ sourceId: string }>({
  name: 'delete-source',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: ({ sourceId }) => sourceId,
});
