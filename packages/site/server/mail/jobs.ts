import { defineJob, defineRoutine } from '@vesper/core/jobs/define.ts';

/** Hands one mail to the mail server. */
export const sendMailJob = defineJob<{ mailId: string; priority: number }>({
  name: 'send-mail',
  concurrency: 2,
  expireSeconds: 900,
  keyOf: ({ mailId }) => mailId,
  priorityOf: ({ priority }) => priority,
});

/** Queues the mails that are due, and deletes old ones. */
export const mailOutboxJob = defineRoutine({
  name: 'mail-outbox',
  expireSeconds: 300,
  cron: '* * * * *',
  atStart: true,
});
