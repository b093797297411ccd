import type { Db } from '../../kernel/db/pool.ts';
import { firstRow } from '../../kernel/db/run-sql.ts';

export interface MailMoments {
  oldestWaitingAt: Date | null;
  /** Since when mails wait for want of a mail server, and none was sent. */
  stuckSince: Date | null;
  lastSentAt: Date | null;
}

/** Of the waiting, the oldest `most` are looked at. */
export async function selectMailMoments(db: Db, most: number): Promise<MailMoments> {
  // A mailbox that takes nothing says nothing of the server; a second one does, and so does a server without an answer.
  const row = await firstRow(db)<MailMoments>`
    with waiting as (
      select mailbox, created_at, is_refused from mail_outbox
      where status <> 'sent' and status = 'waiting' order by created_at limit ${most}::int
    ), mailboxes as (
      select min(created_at) as since, min(created_at) filter (where not is_refused) as unanswered_since
      from waiting group by mailbox
    ), moments as (
      select (select min(since) from mailboxes) as "oldestWaitingAt",
        least((select min(unanswered_since) from mailboxes),
          (select since from mailboxes order by since offset 1 limit 1)) as stuck_since,
        (select sent_at from mail_outbox where status = 'sent' and sent_at is not null
          order by sent_at desc limit 1) as "lastSentAt"
    )
    select "oldestWaitingAt", "lastSentAt",
      case when "lastSentAt" > stuck_since then null else stuck_since end as "stuckSince"
    from moments`;
  return row ?? { oldestWaitingAt: null, stuckSince: null, lastSentAt: null };
}
