import type { Db } from '../../kernel/db/pool.ts';
import { deleteEventsBefore } from '../../kernel/jobs/event-queries.ts';

const KEPT_MS = 90 * 86_400_000;
const BATCH = 5_000;

export async function forgetOldEvents(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const moment = new Date(now.getTime() - KEPT_MS);
  while ((await deleteEventsBefore(db, moment, BATCH)) === BATCH) signal.throwIfAborted();
}
