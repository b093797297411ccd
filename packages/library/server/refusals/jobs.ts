import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const sweepRefusedJob = defineRoutine({
  name: 'sweep-refused',
  does: 'applies blocked terms to all videos after they have changed',
  expireSeconds: 6 * 3600,
  cron: '25 * * * *',
  atStart: true,
});
