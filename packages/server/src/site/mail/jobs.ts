import { defineJob } from '../../kernel/jobs/define.ts';

/** Hands one mail to the mail server. */
export const sendMailJob = defineJob<{ mailId: string; priority: number }>({
  name: 'send-mail',
  concurrency: 2,
  expireSeconds: 900,
  keyOf: ({ mailId }) => mailId,
  priorityOf: ({ priority }) => priority,
});

/** Queues the mails that are due, and deletes old ones. */
export const mailOutboxJob = defineJob<Record<never, never>>({
  name: 'mail-outbox',
  concurrency: 1,
  expireSeconds: 300,
  cron: '* * * * *',
  keyOf: () => 'mail-outbox',
  atStart: true,
});
