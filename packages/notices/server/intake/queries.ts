import { counterNotice, TAKEN_OFF_STATES } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CaseRow } from '../cases/index.ts';

const MOST_COUNTED = 10;

/** Counts up to ten each. */
export async function selectRecord(
  tx: Db,
  { sender, network, since }: { sender: Buffer | undefined; network: Buffer; since: Date },
): Promise<{ approved: number; denied: number; fromNetwork: number }> {
  const count = (condition: RawBuilder<unknown>) =>
    sql`(select count(*)::int from (select from cases where ${condition} limit ${MOST_COUNTED}) as counted)`;
  const decided = (verdict: string) => count(sql`mailbox_mac = ${sender ?? null} and verdict = ${verdict}`);
  const row = await firstRow(tx)<{ approved: number; denied: number; fromNetwork: number }>`
    select ${decided('approved')} as approved, ${decided('denied')} as denied,
      ${count(sql`network_mac = ${network} and received_at >= ${since}`)} as "fromNetwork"`;
  return row ?? { approved: 0, denied: 0, fromNetwork: 0 };
}

export function findByLink(
  db: Db,
  link: 'token_hash' | 'confirm_hash',
  hash: Buffer,
): Promise<CaseRow | undefined> {
  return firstRow(db)<CaseRow>`select * from cases where ${sql.ref(link)} = ${hash}`;
}

export function selectTargets(db: Db, caseId: string): Promise<{ shape: string; video_id: string | null }[]> {
  return execute(db)<{ shape: string; video_id: string | null }>`
    select shape, video_id from case_targets where case_id = ${caseId} order by position`;
}

export interface DigestLine {
  kind: string;
  arrived: number;
  waiting: number;
  overdue: number;
  next_due: Date | null;
}

/** By kind: new since then, and waiting. */
export function selectDigest(
  db: Db,
  { domain, since, now }: { domain: string; since: Date; now: Date },
): Promise<DigestLine[]> {
  return execute(db)<DigestLine>`
    select kind, count(*) filter (where received_at > ${since})::int as arrived,
      count(*) filter (where is_open)::int as waiting,
      count(*) filter (where is_open and due_at <= ${now})::int as overdue,
      min(due_at) filter (where is_open) as next_due
    from (
      select kind, received_at, is_open, due_at from cases where is_open and domain = ${domain}
      union all
      select kind, received_at, is_open, due_at from cases
      where not is_open and domain = ${domain} and received_at > ${since}) as counted
    group by kind order by kind`;
}

export function selectDomainsWithNews(db: Db, since: Date): Promise<string[]> {
  return columnOf(db)<string>`
    select distinct domain from cases where received_at > ${since} and domain is not null`;
}

/** An administrator dismissed another counter-notice to the same case, from the same mailbox or network. */
const DISMISSED = sql`exists (
  select from cases d where d.about_case_id = c.about_case_id and d.state = 'denied' and d.ground is not null
    and (d.mailbox_mac = c.mailbox_mac or d.network_mac = c.network_mac))`;

export function wasDismissed(db: Db, { id }: Pick<CaseRow, 'id'>): Promise<boolean> {
  return anyRow(db)`select from cases c where c.id = ${id} and ${DISMISSED}`;
}

/** Complete, confirmed and not forwarded: per notice the first few of a day. */
export function selectWaitingAnswers(
  db: Db,
  { mostOfOne, limit }: { mostOfOne: number; limit: number },
): Promise<string[]> {
  return columnOf(db)<string>`
    select id from (
      select c.id, c.received_at, row_number() over (partition by c.about_case_id order by c.received_at, c.id) as place
      from cases c join cases about on about.id = c.about_case_id
      where c.kind = ${counterNotice.kind} and c.is_open and c.state = 'open' and c.confirmed_at is not null
        and about.state = any (${TAKEN_OFF_STATES}::text[]) and about.closed_at is null
        and not ${DISMISSED}) as waiting
    where place <= ${mostOfOne}::int order by received_at, id limit ${limit}::int`;
}

/** Their sender has no link to confirm them. */
const UNMAILED = sql`state in ('unconfirmed', 'incomplete') and confirmed_at is null and linked_at is null
  and confirm_hash is not null`;

export function selectUnmailed(
  db: Db,
  { since, until, mailedSince }: Record<'since' | 'until' | 'mailedSince', Date>,
  { kind, limit }: { kind: string; limit: number },
): Promise<Buffer[]> {
  return columnOf(db)<Buffer>`
    select mailbox_mac from cases c
    where received_at between ${since} and ${until} and ${UNMAILED} and not exists (
      select from mail_outbox m where m.kind = ${kind} and m.created_at > ${mailedSince}
        and m.mailbox = rtrim(translate(encode(c.mailbox_mac, 'base64'), '+/', '-_'), '='))
    group by mailbox_mac order by min(received_at) limit ${limit}::int`;
}

/** The most important first. */
export function selectUnmailedOf(
  tx: Db,
  mailbox: Buffer,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  return columnOf(tx)<string>`
    select id from cases where mailbox_mac = ${mailbox} and verdict = 'pending' and received_at >= ${since}
      and ${UNMAILED} order by rank desc, received_at, id limit ${limit}::int`;
}
