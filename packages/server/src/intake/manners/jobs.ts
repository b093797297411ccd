import type { Db } from '../../kernel/db/pool.ts';
import { defineJob } from '../../kernel/jobs/define.ts';
import { deleteForgotten } from './host-queries.ts';

const KEPT_MS = 90 * 86_400_000;

/** Forgets what was remembered of hosts and files that nobody has asked for in 90 days. */
export const forgetHostsJob = defineJob<Record<never, never>>({
  name: 'forget-hosts',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '40 3 * * *',
  keyOf: () => 'forget',
});

export function forgetHosts(db: Db, now: Date): Promise<void> {
  return deleteForgotten(db, new Date(now.getTime() - KEPT_MS));
}
