import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const caseDigestJob = defineRoutine({
  name: 'case-digest',
  expireSeconds: 60,
  cron: '* * * * *',
});

export const receiptDigestsJob = defineRoutine({
  name: 'receipt-digests',
  cron: '44 * * * *',
});

/** Those held back by the daily limit. */
export const counterNoticesJob = defineRoutine({
  name: 'counter-notices',
  cron: '29 * * * *',
});

export const formerNoticesJob = defineRoutine({
  name: 'former-notices',
  expireSeconds: 3600,
  atStart: true,
});
