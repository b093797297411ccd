import { defineJob } from '../../kernel/jobs/define.ts';

/** Moves what 1.0.0 kept of old notices in a table of their own to their cases. */
export const formerNoticesJob = defineJob<Record<never, never>>({
  name: 'former-notices',
  concurrency: 1,
  expireSeconds: 3600,
  keyOf: () => 'former-notices',
  atStart: true,
});
