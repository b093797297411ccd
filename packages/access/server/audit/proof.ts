import { type Anchor, readAnchor } from './anchor.ts';
import type { AuditSettings } from './audit-log.ts';
import { digestOf } from './chain.ts';
import { type ChainedEntry, type Head, selectBeginning, selectHead, selectMarked } from './queries.ts';

/** Proves that the entries about a subject are unchanged, without showing other entries. */
export interface Proof {
  /** The row before the subject's first entry; 0 before the first row of all. */
  start: Pick<Head, 'seq' | 'hash'>;
  head: Head;
  /** Only if its row is between start and head. */
  anchor: Anchor | undefined;
  /** Every row after the start up to the head, in pages. */
  links(): AsyncGenerator<Link[]>;
}

export interface Link {
  digest: Buffer;
  /** Only if the row is about the subject. */
  entry: ChainedEntry | undefined;
}

const PAGE = 1000;

export async function proofAbout(
  { db, anchorFile }: Pick<AuditSettings, 'db' | 'anchorFile'>,
  subject: string,
): Promise<Proof | undefined> {
  const first = await selectBeginning(db, subject);
  if (!first) return undefined;
  const head = await selectHead(db);
  const start = { seq: first.seq - 1, hash: first.prev_hash };
  // `audit verify` reports a damaged anchor.
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
