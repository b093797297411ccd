import { defineRoutine } from '../../kernel/jobs/define.ts';

/** Tells operators what notices have come in. */
export const caseDigestJob = defineRoutine({
  name: 'case-digest',
  expireSeconds: 60,
  cron: '* * * * *',
});

/** Mails the links of notices that got no receipt. */
export const receiptDigestsJob = defineRoutine({
  name: 'receipt-digests',
  expireSeconds: 600,
  cron: '44 * * * *',
});

/** Forwards counter-notices that had to wait for another day. */
export const counterNoticesJob = defineRoutine({
  name: 'counter-notices',
  expireSeconds: 600,
  cron: '29 * * * *',
});

/** Moves what 1.0.0 kept of old notices in a table of their own to their cases. */
export const formerNoticesJob = defineRoutine({
  name: 'former-notices',
  expireSeconds: 3600,
  atStart: true,
});
