import type { Db } from '../../kernel/db/pool.ts';
import { execute, firstRow } from '../../kernel/db/run-sql.ts';
import type { ChainedEntry } from './queries.ts';

/** Where the log's rows about a subject begin: the first one, and the hash that it follows. */
export function selectBeginning(
  db: Db,
  subject: string,
): Promise<{ seq: number; prev_hash: Buffer } | undefined> {
  return firstRow(db)<{ seq: number; prev_hash: Buffer }>`
    select l.seq, l.prev_hash from audit_acts a join audit_log l on l.seq = a.seq
    where a.subject = ${subject} order by a.seq limit 1`;
}

export type MarkedEntry = ChainedEntry & { is_about: boolean };

/** The next rows of the log up to one, and which of them begin or end an act about a subject. */
export function selectMarked(
  db: Db,
  { subject, after, to, limit }: { subject: string; after: number; to: number; limit: number },
): Promise<MarkedEntry[]> {
  return execute(db)<MarkedEntry>`
    select l.*, coalesce(a.subject = ${subject}, false) as is_about
    from audit_log l left join audit_acts a on a.seq = l.act
    where l.seq > ${after} and l.seq <= ${to} order by l.seq limit ${limit}::int`;
}
