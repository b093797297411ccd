import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CaseRow } from './case-queries.ts';
import { COUNTERED_KINDS } from './kinds/index.ts';
import { COUNTERED_STATES } from './states.ts';

const MOST_OF_AN_END = 50;

/** The first and the latest forwarded counter-notices. */
export function selectAnswers(db: Db, caseId: string): Promise<CaseRow[]> {
  const from = (order: RawBuilder<unknown>) => sql`
    (select id from cases where about_case_id = ${caseId} and kind = 'counter_notice' and state = 'approved'
      order by ${order} limit ${MOST_OF_AN_END}::int)`;
  return execute(db)<CaseRow>`
    select * from cases where id in (
      ${from(sql`received_at, id`)} union ${from(sql`received_at desc, id desc`)})
    order by received_at, id`;
}

export function countForwarded(
  db: Db,
  caseId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<number> {
  return numberOf(db)`
    select count(*)::int from (
      select from mail_outbox where case_id = ${caseId} and kind = 'counter-notice'
        and created_at >= ${since} limit ${limit}::int) as counted`;
}

export function selectFirstForwarded(tx: Db, caseId: string, exceptId: string): Promise<Date | undefined> {
  return oneValue(tx)<Date>`
    select decided_at from cases
    where about_case_id = ${caseId} and kind = 'counter_notice' and state = 'approved' and id <> ${exceptId}
    order by decided_at limit 1`;
}

/** The case that keeps one of these videos down and can be countered. */
export function selectHolder(db: Db, videoIds: readonly string[]): Promise<string | undefined> {
  return oneValue(db)<string>`
    select c.id from takedown_videos t join cases c on c.id = t.case_id
    where t.video_id = any (${videoIds}::text[]) and c.kind = any (${COUNTERED_KINDS}::text[])
      and c.state = any (${COUNTERED_STATES}::text[]) and c.closed_at is null
    order by c.decided_at, c.id limit 1`;
}

/** Mails of a kind that a case's mailbox has had: because of the case's network, and in all. Counts up to a limit. */
export async function countReceipts(
  tx: Db,
  { mailbox_mac: mark, network_mac: network }: Pick<CaseRow, 'mailbox_mac' | 'network_mac'>,
  { kind, since, limit }: { kind: string; since: Date; limit: number },
): Promise<{ own: number; all: number }> {
  const mailbox = mark?.toString('base64url') ?? '';
  const sent = sql`
    select from mail_outbox m join cases c on c.id = m.case_id
    where m.mailbox = ${mailbox} and m.kind = ${kind} and m.created_at >= ${since}`;
  const counted = await firstRow(tx)<{ own: number; all: number }>`
    select (select count(*)::int from (${sent} and c.network_mac = ${network} limit ${limit}::int) as few) as own,
      (select count(*)::int from (${sent} limit ${limit}::int) as few) as "all"`;
  return counted ?? { own: 0, all: 0 };
}

export function isKnownSender(
  tx: Db,
  { id, mailbox_mac: mailbox, network_mac: network }: Pick<CaseRow, 'id' | 'mailbox_mac' | 'network_mac'>,
): Promise<boolean> {
  return anyRow(tx)`
    select from cases where mailbox_mac = ${mailbox} and network_mac = ${network} and confirmed_at is not null
      and id <> ${id} limit 1`;
}
