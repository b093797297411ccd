import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const caseKeysJob = defineRoutine({
  name: 'case-keys',
  does: 'erases personal data of old cases',
  expireSeconds: 3600,
  cron: '17 * * * *',
  atStart: true,
});
