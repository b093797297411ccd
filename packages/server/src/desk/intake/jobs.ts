import { defineJob } from '../../kernel/jobs/define.ts';

/** Tells operators what notices have come in. */
export const caseDigestJob = defineJob<Record<never, never>>({
  name: 'case-digest',
  concurrency: 1,
  expireSeconds: 60,
  cron: '* * * * *',
  keyOf: () => 'case-digest',
});

/** Mails the links of notices that got no receipt. */
export const receiptDigestsJob = defineJob<Record<never, never>>({
  name: 'receipt-digests',
  concurrency: 1,
  expireSeconds: 600,
  cron: '44 * * * *',
  keyOf: () => 'receipt-digests',
});

/** Forwards counter-notices that had to wait for another day. */
export const counterNoticesJob = defineJob<Record<never, never>>({
  name: 'counter-notices',
  concurrency: 1,
  expireSeconds: 600,
  cron: '29 * * * *',
  keyOf: () => 'counter-notices',
});

/** Moves what 1.0.0 kept of old notices in a table of their own to their cases. */
export const formerNoticesJob = defineJob<Record<never, never>>({
  name: 'former-notices',
  concurrency: 1,
  expireSeconds: 3600,
  keyOf: () => 'former-notices',
  atStart: true,
});
