import { defineRoutine } from '../../kernel/jobs/define.ts';

/** Continues moves of videos; queued with each move. */
export const moveTopicsJob = defineJob<Record<never, never>>({
  name: 'move-topics',
  expireSeconds: 6 * 3600,
  atStart: true,
});
