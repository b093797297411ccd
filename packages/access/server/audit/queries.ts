import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import type { Entry } from './chain.ts';

export const CHECK = 'audit.check';

export interface Head {
  seq: number;
  hash: Buffer;
  at: Date;
}

export type ChainedEntry = Entry & { prev_hash: Buffer; hash: Buffer };

export function lockHead(tx: Db): Promise<Head> {
  return tx.selectFrom('audit_head').select(['seq', 'hash', 'at']).forUpdate().executeTakeFirstOrThrow();
}

export function selectHead(db: Db): Promise<Head> {
  return db.selectFrom('audit_head').select(['seq', 'hash', 'at']).executeTakeFirstOrThrow();
}

/** A trigger moves the head. */
export async function insertEntry(tx: Db, entry: ChainedEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ ...entry, input: json(entry.input), before: json(entry.before), after: json(entry.after) })
    .execute();
}

export async function selectHash(db: Db, seq: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('audit_log').select('hash').where('seq', '=', seq).executeTakeFirst();
  return row?.hash;
}

/** Whether the last check found faults not accepted by `audit anchor`. */
export async function isAuditBroken(db: Db): Promise<boolean> {
  const row = await firstRow(db)<{ broken: boolean }>`
    select l.after ->> 'fault' is not null and l.after ->> 'digest' is distinct from a.after ->> 'digest' as broken
    from audit_log l left join audit_log a on a.seq = (
      select max(seq) from audit_acts where action = ${CHECK} and seq < (
        select ended_seq from audit_acts where action = 'cli.audit.anchor' and outcome = 'done'
        order by seq desc limit 1))
    where l.seq = (select max(seq) from audit_acts where action = ${CHECK})`;
  return row?.broken ?? false;
}

export async function selectChain(
  db: Db,
  afterSeq: number,
  limit: number,
): Promise<{ entry: ChainedEntry; listed: ListedAct | null }[]> {
  const rows = await execute(db)<ChainedEntry & { listed: ListedAct | null }>`
    select l.*, case when a.seq is not null then json_build_object('endedSeq', a.ended_seq, 'action', a.action,
      'actorName', a.actor_name, 'outcome', a.outcome, 'subject', a.subject) end as listed
    from audit_log l left join audit_acts a on a.seq = l.act
    where l.seq > ${afterSeq} order by l.seq limit ${limit}::int`;
  return rows.map(({ listed, ...entry }) => ({ entry, listed }));
}

export interface ListedAct {
  endedSeq: number | null;
  actorName: string;
  action: string;
  outcome: string | null;
  subject: string | null;
}

export interface ActFilter {
  administrator?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  outcome?: 'done' | 'refused' | 'failed' | 'unknown' | undefined;
  before?: number | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

export type ActRow = Awaited<ReturnType<typeof selectActs>>[number];

/** The latest first. */
export function selectActs(db: Db, filter: ActFilter, limit: number) {
  return (
    db
      // Materialized: joined the other way round, the log would be read from its end.
      .with(
        (cte) => cte('a').materialized(),
        (page) =>
          matchingActs(page as Db, filter)
            .orderBy('seq', 'desc')
            .limit(limit),
      )
      .selectFrom('a')
      .innerJoin('audit_log as b', 'b.seq', 'a.seq')
      .leftJoin('audit_log as e', 'e.seq', 'a.ended_seq')
      .leftJoin('personal_tokens as t', 't.id', 'b.token_id')
      .select(['a.seq', 'a.ended_seq', 'a.actor_name', 'a.action', 'a.subject', 'a.outcome'])
      .select(['b.at', 'b.actor_id', 'b.session_id', 'b.token_id', 'b.network', 'b.input', 'b.hash'])
      .select(['e.at as ended_at', 'e.reason', 'e.before', 'e.after', 't.name as token_name'])
      .orderBy('a.seq', 'desc')
      .execute()
  );
}

function matchingActs(db: Db, filter: ActFilter) {
  const { administrator, action, subject, outcome, before, since, until } = filter;
  let acts = db.selectFrom('audit_acts').selectAll();
  if (administrator !== undefined) acts = acts.where('actor_name', '=', administrator);
  if (action !== undefined) acts = acts.where('action', '=', action);
  if (subject !== undefined) acts = acts.where('subject', '=', subject);
  if (outcome === 'unknown') acts = acts.where('outcome', 'is', null);
  else if (outcome !== undefined) acts = acts.where('outcome', '=', outcome);
  if (before !== undefined) acts = acts.where('seq', '<', before);
  // Times in the log never go back, so a time is a position.
  if (since) acts = acts.where('seq', '>=', firstSince(since));
  if (until) acts = acts.where('seq', '<', firstSince(until));
  return acts;
}

export function wasDone(
  db: Db,
  {
    action,
    administrator,
    sessionId,
    tokenId,
    since,
  }: Record<'action' | 'administrator', string> &
    Record<'sessionId' | 'tokenId', string | null> & { since: Date },
): Promise<boolean> {
  return anyRow(db)`
    select from audit_acts a join audit_log b on b.seq = a.seq
    where a.actor_name = ${administrator} and a.action = ${action} and a.outcome = 'done'
      and a.seq >= ${firstSince(since)}
      and b.session_id is not distinct from ${sessionId} and b.token_id is not distinct from ${tokenId} limit 1`;
}

/** The first row at or after a time; one past the end if there is none. */
function firstSince(moment: Date) {
  return sql<number>`coalesce(
    (select seq from audit_log where at >= ${moment} order by at, seq limit 1),
    (select seq + 1 from audit_head))`;
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export function selectBeginning(
  db: Db,
  subject: string,
): Promise<{ seq: number; prev_hash: Buffer } | undefined> {
  return firstRow(db)<{ seq: number; prev_hash: Buffer }>`
    select l.seq, l.prev_hash from audit_acts a join audit_log l on l.seq = a.seq
    where a.subject = ${subject} order by a.seq limit 1`;
}

type MarkedEntry = ChainedEntry & { is_about: boolean };

export function selectMarked(
  db: Db,
  { subject, after, to, limit }: { subject: string; after: number; to: number; limit: number },
): Promise<MarkedEntry[]> {
  return execute(db)<MarkedEntry>`
    select l.*, coalesce(a.subject = ${subject}, false) as is_about
    from audit_log l left join audit_acts a on a.seq = l.act
    where l.seq > ${after} and l.seq <= ${to} order by l.seq limit ${limit}::int`;
}
