import { defineRoutine } from '../../kernel/jobs/define.ts';

/** Forgets what is kept long enough, and replaces the keys of what was erased. */
export const caseKeysJob = defineRoutine({
  name: 'case-keys',
  expireSeconds: 3600,
  cron: '17 * * * *',
  atStart: true,
});
