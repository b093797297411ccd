import { defineJob } from '../../kernel/jobs/define.ts';

export const caseDigestJob = defineJob<Record<never, never>>({
  name: 'case-digest',
  concurrency: 1,
  expireSeconds: 60,
  cron: '* * * * *',
  keyOf: () => 'case-digest',
});

export const receiptDigestsJob = defineJob<Record<never, never>>({
  name: 'receipt-digests',
  concurrency: 1,
  expireSeconds: 600,
  cron: '44 * * * *',
  keyOf: () => 'receipt-digests',
});

/** Those held back by the daily limit. */
export const counterNoticesJob = defineJob<Record<never, never>>({
  name: 'counter-notices',
  concurrency: 1,
  expireSeconds: 600,
  cron: '29 * * * *',
  keyOf: () => 'counter-notices',
});

export const formerNoticesJob = defineJob<Record<never, never>>({
  name: 'former-notices',
  concurrency: 1,
  expireSeconds: 3600,
  keyOf: () => 'former-notices',
  atStart: true,
});
