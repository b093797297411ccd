import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

export const sendMailJob = defineJob<{ mailId: string; priority: number }>({
  name: 'send-mail',
  does: 'hands a mail to the mail server',
  concurrency: 2,
  expireSeconds: 900,
  keyOf: ({ mailId }) => mailId,
  priorityOf: ({ priority }) => priority,
});

export const mailOutboxJob = defineRoutine({
  name: 'mail-outbox',
  does: 'queues due emails, deletes old ones',
  expireSeconds: 300,
  cron: '* * * * *',
  atStart: true,
});
