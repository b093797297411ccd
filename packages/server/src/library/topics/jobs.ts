import { defineJob } from '../../kernel/jobs/define.ts';

/** Continues moves of videos; queued with each move. */
export const moveTopicsJob = defineJob<Record<never, never>>({
  name: 'move-topics',
  concurrency: 1,
  expireSeconds: 6 * 3600,
  keyOf: () => 'move-topics',
  atStart: true,
});
