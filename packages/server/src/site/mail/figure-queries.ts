import type { Db } from '../../kernel/db/pool.ts';
import { firstRow } from '../../kernel/db/run-sql.ts';

/** Since when the longest waiting mail waits, and when the last one was sent. */
export async function selectMailMoments(
  db: Db,
): Promise<{ oldestWaitingAt: Date | null; lastSentAt: Date | null }> {
  const row = await firstRow(db)<{ oldestWaitingAt: Date | null; lastSentAt: Date | null }>`
    select (select created_at from mail_outbox where status <> 'sent' and status = 'waiting'
        order by created_at limit 1) as "oldestWaitingAt",
      (select sent_at from mail_outbox where status = 'sent' and sent_at is not null
        order by sent_at desc limit 1) as "lastSentAt"`;
  return row ?? { oldestWaitingAt: null, lastSentAt: null };
}
