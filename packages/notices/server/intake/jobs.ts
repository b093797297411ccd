import { defineRoutine } from '@vesper/core/jobs/define.ts';

export const caseDigestJob = defineRoutine({
  name: 'case-digest',
  does: 'mails the digest of notices',
  expireSeconds: 60,
  cron: '* * * * *',
});

export const receiptDigestsJob = defineRoutine({
  name: 'receipt-digests',
  does: 'mails links of notices without a receipt',
  cron: '44 * * * *',
});

export const counterNoticesJob = defineRoutine({
  name: 'counter-notices',
  does: 'forwards counter-notices held back by the daily limit',
  cron: '29 * * * *',
});

export const formerNoticesJob = defineRoutine({
  name: 'former-notices',
  does: 'moves notices from before 1.0.0 to their cases',
  expireSeconds: 3600,
  atStart: true,
});
