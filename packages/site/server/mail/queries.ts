import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import type { MailOutbox } from '@vesper/core/db/schema.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { mailboxOf } from './address.ts';

export type MailRow = Selectable<MailOutbox>;
type NewMailRow = Pick<
  Insertable<MailOutbox>,
  | 'kind'
  | 'domain'
  | 'from_name'
  | 'reply_to'
  | 'to_address'
  | 'mailbox'
  | 'subject'
  | 'body'
  | 'case_id'
  | 'sealed'
  | 'created_at'
>;

export async function insertMail(db: Db, row: NewMailRow): Promise<string> {
  const { id } = await db.insertInto('mail_outbox').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export function countMailsTo(
  db: Db,
  { mailbox, kind, since }: { mailbox: string; kind: string; since: Date },
): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from mail_outbox
    where mailbox = ${mailbox} and kind = ${kind} and created_at >= ${since}`;
}

/** Without sealed mails. */
export function countMailsSince(
  db: Db,
  { to, kind, since }: { to: string; kind: string; since: Date },
): Promise<number> {
  return countMailsTo(db, { mailbox: mailboxOf(to), kind, since });
}

export function lastMailTo(
  db: Db,
  { to, kind, domain }: { to: string; kind: string; domain: string },
): Promise<Date | undefined> {
  return oneValue(db)<Date>`
    select created_at from mail_outbox
    where mailbox = ${mailboxOf(to)} and kind = ${kind} and domain = ${domain}
    order by created_at desc limit 1`;
}

/** Longest due first. */
export function selectDueMails(db: Db, now: Date, limit: number): Promise<string[]> {
  return columnOf(db)<string>`
    select id from mail_outbox where status = 'waiting' and next_attempt_at <= ${now}
      and (leased_until is null or leased_until <= ${now})
    order by next_attempt_at, id limit ${limit}`;
}

/** Undefined if it is not waiting or already leased. The number of leases is the holder's token. */
export function leaseMail(db: Db, id: string, leaseMs: number): Promise<MailRow | undefined> {
  return firstRow(db)<MailRow>`
    update mail_outbox set leases = leases + 1,
      leased_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
    where id = ${id} and status = 'waiting' and (leased_until is null or leased_until <= now()) returning *`;
}

export interface MailUpdate {
  status?: string;
  attempts?: number;
  error?: string | null;
  is_refused?: boolean;
  body?: string;
  sealed?: null;
  next_attempt_at?: Date;
  sent_at?: Date;
}

/** Also ends the lease. Does nothing if another worker holds it. */
export async function updateLeasedMail(
  db: Db,
  { id, leases }: Pick<MailRow, 'id' | 'leases'>,
  fields: MailUpdate,
): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ ...fields, leased_until: null })
    .where('id', '=', id)
    .where('leases', '=', leases)
    .where('status', '=', 'waiting')
    .execute();
}

/** Restarts failed mails and makes waiting ones due, all or one. A mail being sent stays with its holder. */
export function releaseMails(db: Db, id: string | undefined, now: Date): Promise<number> {
  return numberOf(db)`
    with released as (
      update mail_outbox set status = 'waiting', next_attempt_at = ${now},
        attempts = case status when 'failed' then 0 else attempts end,
        leases = case status when 'failed' then 0 else leases end
      where status <> 'sent' and (${id ?? null}::text is null or id = ${id ?? null}) returning id)
    select count(*)::int from released`;
}

export function selectUnsentMails(db: Db, limit: number): Promise<MailRow[]> {
  return execute(db)<MailRow>`
    select * from mail_outbox where status <> 'sent' order by created_at desc limit ${limit}`;
}

/** Counts to `most`: without a mail server they pile up. */
export async function countUnsentMails(db: Db, most: number): Promise<{ waiting: number; failed: number }> {
  const count = (status: string) => sql`(select count(*)::int from (
    select from mail_outbox where status <> 'sent' and status = ${status} limit ${most}::int) as counted)`;
  const rows = await execute(db)<{ waiting: number; failed: number }>`
    select ${count('waiting')} as waiting, ${count('failed')} as failed`;
  return rows[0] ?? { waiting: 0, failed: 0 };
}

export async function forgetMails(tx: Db, caseId: string): Promise<void> {
  await execute(tx)`delete from mail_outbox where case_id = ${caseId}`;
}

export async function deleteSentMails(db: Db, before: Date): Promise<void> {
  await execute(db)`delete from mail_outbox where status = 'sent' and sent_at < ${before}`;
}

interface MailMoments {
  oldestWaitingAt: Date | null;
  /** Null once a later mail was sent. */
  stuckSince: Date | null;
  lastSentAt: Date | null;
}

/** Looks at the oldest `most` waiting mails. */
export async function selectMailMoments(db: Db, most: number): Promise<MailMoments> {
  // One refusing mailbox says nothing about the server; a second one, or no answer, does.
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
