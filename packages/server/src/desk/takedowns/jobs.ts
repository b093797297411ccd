import { defineJob } from '../../kernel/jobs/define.ts';

/** Seals the notices that are in clear, from before there were keys. */
export const sealNoticesJob = defineJob<Record<never, never>>({
  name: 'seal-notices',
  concurrency: 1,
  expireSeconds: 3600,
  keyOf: () => 'seal-notices',
  atStart: true,
});
