import { createHash } from 'node:crypto';
import type { Db } from '@vesper/core/db/pool.ts';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import { type Anchor, readAnchor } from './anchor.ts';
import { type AuditSettings, recordEvent } from './audit-log.ts';
import { type Entry, GENESIS, hashOf } from './chain.ts';
import { CHECK, type ChainedEntry, type Head, type ListedAct, selectChain, selectHead } from './queries.ts';

const PAGE = 1000;
const MOST_FAULTS = 20;
const SEARCHED = 100;

export interface Verification {
  rows: number;
  faults: string[];
  faultCount: number;
  /** Hash of all fault sentences: changes only when a fault appears or disappears, so do not reword them. */
  digest: string;
  /** Acts without an end: still running, or the process died. */
  unknown: Entry[];
  /** Undefined without an anchor. */
  anchoredAt: number | undefined;
}

/** Reads the whole chain in pages, while it may grow. */
export async function verifyAuditLog(
  db: Db,
  anchored: string | Anchor,
  signal?: AbortSignal,
): Promise<Verification> {
  const anchor = typeof anchored === 'string' ? await readAnchor(anchored).catch(errorMessage) : anchored;
  const head = await selectHead(db);
  const walk = createWalk({ head, anchor: typeof anchor === 'string' ? undefined : anchor });
  if (typeof anchor === 'string') walk.complain(anchor);
  let last = 0;
  for (;;) {
    signal?.throwIfAborted();
    const page = await selectChain(db, last, PAGE);
    for (const { entry, listed } of page) walk.step(entry, listed);
    const end = page.at(-1);
    if (!end) break;
    last = end.entry.seq;
  }
  return walk.end();
}

function createWalk({ head, anchor }: { head: Head; anchor: Anchor | undefined }) {
  const faults: string[] = [];
  let faultCount = 0;
  const digest = createHash('sha256');
  let rows = 0;
  let previous: { seq: number; hash: Buffer } = { seq: 0, hash: GENESIS };
  const open = new Map<number, { entry: Entry; listed: ListedAct | null }>();

  function complain(sentence: string): void {
    faultCount += 1;
    digest.update(`${sentence}\n`);
    if (faults.length < MOST_FAULTS) faults.push(sentence);
  }

  function step(entry: ChainedEntry, listed: ListedAct | null): void {
    rows += 1;
    if (entry.seq > previous.seq + 1)
      complain(`${rangeOf(previous.seq + 1, entry.seq - 1)} missing before entry ${entry.seq}.`);
    else if (!entry.prev_hash.equals(previous.hash))
      complain(`Entry ${entry.seq} does not follow entry ${previous.seq}: one of the two has been changed.`);
    if (!isAsWritten(entry)) complain(changed(entry));
    if (anchor?.seq === entry.seq && !anchor.hash.equals(entry.hash))
      complain(`Entry ${entry.seq} does not match the anchor: the log was rebuilt from there or earlier.`);
    if (head.seq === entry.seq && !head.hash.equals(entry.hash))
      complain(`Entry ${entry.seq} is not the one that the log ended with: it was replaced.`);
    const misled = misleading(entry, listed);
    if (misled) complain(misled);
    if (entry.phase === 'begun') open.set(entry.seq, { entry, listed });
    else open.delete(entry.act);
    previous = { seq: entry.seq, hash: entry.hash };
  }

  function end(): Verification {
    const known = Math.max(head.seq, anchor?.seq ?? 0);
    if (known > previous.seq)
      complain(`The end is cut off: ${rangeOf(previous.seq + 1, known).toLowerCase()} missing.`);
    for (const { entry, listed } of open.values()) {
      // Acts that ended during the pass end past the last row read.
      if (listed && listed.endedSeq !== null && listed.endedSeq <= previous.seq)
        complain(`The list of acts says that entry ${entry.seq} has ended; the log does not.`);
    }
    const unknown = [...open.values()].map(({ entry }) => entry);
    return { rows, faults, faultCount, digest: digest.digest('hex'), unknown, anchoredAt: anchor?.seq };
  }

  return { complain, step, end };
}

function isAsWritten({ hash, prev_hash, ...entry }: ChainedEntry): boolean {
  return hash.equals(hashOf(entry, prev_hash));
}

/** A row whose hash fits another position was moved; otherwise it was changed. */
function changed(entry: ChainedEntry): string {
  const first = Math.max(1, entry.seq - SEARCHED);
  for (let seq = first; seq <= entry.seq + SEARCHED; seq += 1) {
    const act = entry.act === entry.seq ? seq : entry.act;
    if (isAsWritten({ ...entry, seq, act }))
      return `Entry ${entry.seq} was entry ${seq}: the entries were reordered.`;
  }
  const what = `${entry.at.toISOString()}, ${entry.actor_name}, ${entry.action}`;
  return `Entry ${entry.seq} (${what}) was changed after it was written.`;
}

function misleading(entry: Entry, listed: ListedAct | null): string | undefined {
  if (!listed) return `The list of acts lacks entry ${entry.act}.`;
  const isSame =
    listed.actorName === entry.actor_name &&
    listed.action === entry.action &&
    (entry.phase === 'begun' || (listed.endedSeq === entry.seq && listed.outcome === entry.outcome)) &&
    (entry.phase === 'begun' || entry.subject === null || listed.subject === entry.subject);
  return isSame ? undefined : `The list of acts contradicts entry ${entry.seq}.`;
}

function rangeOf(first: number, last: number): string {
  return first === last ? `Entry ${first} is` : `Entries ${first} to ${last} are`;
}

/** Verifies the log and records the result in it; readiness, status and alerts read the last such record. */
export async function checkAuditLog(settings: AuditSettings, signal?: AbortSignal): Promise<Verification> {
  const found = await verifyAuditLog(settings.db, settings.anchorFile, signal);
  const { rows, faultCount, digest } = found;
  const [fault = null] = found.faults;
  // Logged first: a broken audit log may not accept the record.
  if (fault !== null) settings.log.error({ faultCount, fault }, 'The audit log has faults.');
  await recordEvent(settings, {
    ...{ action: CHECK, username: 'system', outcome: 'done' },
    after: { rows, faultCount, fault, digest },
  });
  return found;
}
