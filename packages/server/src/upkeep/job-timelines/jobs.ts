import type { Db } from '../../kernel/db/pool.ts';
import { defineJob } from '../../kernel/jobs/define.ts';
import { deleteEventsBefore } from './queries.ts';

const KEPT_MS = 90 * 86_400_000;
const STRETCH = 5_000;

/** Forgets what happened to jobs more than 90 days ago. */
export const forgetEventsJob = defineJob<Record<never, never>>({
  name: 'forget-job-events',
  concurrency: 1,
  expireSeconds: 3600,
  cron: '20 3 * * *',
  keyOf: () => 'forget',
});

export async function forgetOldEvents(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const moment = new Date(now.getTime() - KEPT_MS);
  while ((await deleteEventsBefore(db, moment, STRETCH)) === STRETCH) signal.throwIfAborted();
}
