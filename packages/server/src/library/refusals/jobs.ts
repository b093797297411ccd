import { defineRoutine } from '../../kernel/jobs/define.ts';

/** After a change of the blocked terms, or of the seed in a new version. */
export const sweepRefusedJob = defineJob<Record<never, never>>({
  name: 'sweep-refused',
  expireSeconds: 6 * 3600,
  cron: '25 * * * *',
  atStart: true,
});
