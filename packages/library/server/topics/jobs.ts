import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const moveTopicsJob = defineRoutine({
  name: 'move-topics',
  does: 'moves videos between categories and tags',
  expireSeconds: 6 * 3600,
  atStart: true,
});
