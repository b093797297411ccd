import { defineRoutine } from '@vesper/core/jobs/define.ts';

/** Goes on with moves of videos between categories and tags; queued with each move. */
export const moveTopicsJob = defineRoutine({
  name: 'move-topics',
  expireSeconds: 6 * 3600,
  atStart: true,
});
