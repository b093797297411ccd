import { type Anchor, readAnchor } from './anchor.ts';
import type { AuditSettings } from './audit-log.ts';
import { digestOf } from './chain.ts';
import { type ChainedEntry, type Head, selectBeginning, selectHead, selectMarked } from './queries.ts';

/** Shows that the log's entries about a subject are as they were written, without showing any other entry. */
export interface Proof {
  /** The row before the first one about the subject; with the hash before the first row of all, 0. */
  start: Pick<Head, 'seq' | 'hash'>;
  /** The end of the log. */
  head: Head;
  /** As it is kept outside the database, if it is of a row between start and head. */
  anchor: Anchor | undefined;
  /** Every row after the start, up to the head, a thousand at a time. */
  links(): AsyncGenerator<Link[]>;
}

/** One step of the walk. */
export interface Link {
  /** The former hash and this make the next. */
  digest: Buffer;
  /** Only where the row is about the subject. */
  entry: ChainedEntry | undefined;
}

const PAGE = 1000;

/** Undefined if the log has nothing about the subject. */
export async function proofAbout(
  { db, anchorFile }: Pick<AuditSettings, 'db' | 'anchorFile'>,
  subject: string,
): Promise<Proof | undefined> {
  const first = await selectBeginning(db, subject);
  if (!first) return undefined;
  const head = await selectHead(db);
  const start = { seq: first.seq - 1, hash: first.prev_hash };
  // A damaged one is told by `audit verify`.
  const anchor = await readAnchor(anchorFile).catch(() => undefined);
  const isBetween = anchor && anchor.seq > start.seq && anchor.seq <= head.seq;
  async function* links() {
    for (let after = start.seq; after < head.seq; ) {
      const rows = await selectMarked(db, { subject, after, to: head.seq, limit: PAGE });
      const last = rows.at(-1);
      if (!last) return;
      after = last.seq;
      yield rows.map(({ is_about: isAbout, ...row }) => linkOf(row, isAbout));
    }
  }
  return { start, head, anchor: isBetween ? anchor : undefined, links };
}

function linkOf(row: ChainedEntry, isAbout: boolean): Link {
  const { prev_hash: _previous, hash: _hash, ...fields } = row;
  return { digest: digestOf(fields), entry: isAbout ? row : undefined };
}
