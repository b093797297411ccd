import type { Decision } from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { addressHash, canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { type NewDownload, queueDownloads } from '../downloads/index.ts';
import {
  addRunCounts,
  type Judgement,
  judgeAddresses,
  lockSource,
  type NewDecision,
  NO_DECISIONS,
  recordChanges,
  recordDecisions,
} from '../ledger/index.ts';
import type { Manners } from '../manners/index.ts';
import type { SourceItem } from '../readers/index.ts';
import { queueRevisits } from '../revisits/index.ts';
import { holdRun } from './queries.ts';

export interface Candidates {
  sourceId: string;
  /** Null outside a crawler run. */
  runId: string | null;
  /** How many may be queued. */
  room: number;
  items: readonly SourceItem[];
  /** Only pages that changed since then may be revisited; unset, none. */
  changedSince?: Date | undefined;
}

export type Decisions = Record<Decision, number>;

export interface AdmitDeps {
  db: Db;
  clock: Clock;
}

const MAX_ATTEMPTS = 3;

/**
 * Decides on every address of a batch and queues up to `room`. One transaction of a few statements: queue, ledger
 * and counts change together or not at all. Addresses without room are decided again when next found.
 */
export async function admit({ db, clock }: AdmitDeps, candidates: Candidates): Promise<Decisions> {
  return decidingOnce(db, (tx) => admitIn(tx, clock, candidates));
}

export interface FreshItem {
  item: SourceItem;
  isReturning: boolean;
}

export async function sift(
  { db, clock }: AdmitDeps,
  candidates: Omit<Candidates, 'room'>,
): Promise<FreshItem[]> {
  const decide = (tx: Db) => decideIn(tx, clock, { ...candidates, room: 0, keepsFresh: true });
  return (await decidingOnce(db, decide)).fresh;
}

/** Retries on a unique violation: another transaction just wrote one of these addresses to the ledger. */
export async function decidingOnce<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  // Recently removed videos must not be imported again.
  await drainOutbox(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const { constraint } = error as { constraint?: string };
      if (constraint !== 'addresses_pkey' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** For use in a transaction of `decidingOnce`. */
export async function admitIn(tx: Db, clock: Clock, candidates: Candidates): Promise<Decisions> {
  return (await decideIn(tx, clock, { ...candidates, keepsFresh: false })).decisions;
}

async function decideIn(
  tx: Db,
  clock: Clock,
  { sourceId, runId, room, items, changedSince, keepsFresh }: Candidates & { keepsFresh: boolean },
): Promise<{ fresh: FreshItem[]; decisions: Decisions }> {
  if (runId !== null) await holdRun(tx, runId);
  const { entries, unusable } = byAddress(items);
  const now = clock.now();
  // Without room only the ledger is written, always in the same order.
  if (room > 0) await lockSource(tx, sourceId);
  const withoutRoom = room <= 0 && !keepsFresh;
  const batch = { sourceId, runId, now, withoutRoom, ...toBatch(entries, changedSince) };
  const judgement = await judgeAddresses(tx, batch);
  const planned = keepsFresh ? { ...judgement, fresh: [] } : judgement;
  const plan = planBatch(entries, planned, Math.max(0, room));
  const taken = plan.taken.map((index) => toDownload(entries[index] as Entry, sourceId, runId));
  const queued = await queueDownloads(tx, taken);
  await recordDecisions(tx, { sourceId, runId, now }, plan.written);
  await comeBackTo(
    tx,
    { sourceId, now },
    judgement.renewed.flatMap((index) => entries[index] ?? []),
  );
  const decided = sum(countWritten(plan, queued), judgement.recorded);
  const seen = { ...judgement.seen, over_quota: judgement.seen.over_quota + plan.waiting };
  if (runId !== null) await addRunCounts(tx, { runId, sourceId }, { decided, seen });
  const met = sum(decided, seen, judgement.repeated);
  met.over_quota += plan.waitingHere + plan.relieved;
  met.failed += unusable;
  return { fresh: keepsFresh ? freshItems(entries, judgement) : [], decisions: met };
}

async function comeBackTo(
  tx: Db,
  { sourceId, now }: { sourceId: string; now: Date },
  renewed: readonly Entry[],
): Promise<void> {
  const changes = renewed.flatMap(({ url, item }) =>
    item.lastmod ? [{ hash: addressHash(url), lastmod: item.lastmod, item }] : [],
  );
  if (changes.length === 0) return;
  await recordChanges(tx, changes);
  const pages = changes.map(({ hash, item: { externalId = null, metadata } }) => ({
    addressHash: hash,
    externalId,
    metadata,
  }));
  await queueRevisits(tx, sourceId, pages, now);
}

export interface Inspection {
  /** How many items to process to find `room` that may be queued; all if there are fewer. */
  consumed: number;
  decisions: Decisions;
}

/** A dry run of `admit`. */
export async function inspect({ db, clock }: AdmitDeps, candidates: Candidates): Promise<Inspection> {
  const { sourceId, room, items } = candidates;
  const { entries, unusable } = byAddress(items);
  const batch = { sourceId, runId: null, now: clock.now(), ...toBatch(entries) };
  const judgement = await judgeAddresses(db, batch);
  const plan = planBatch(entries, judgement, room);
  const last = entries[plan.taken[room - 1] ?? -1];
  const consumed = last ? last.position + 1 : items.length;
  if (consumed < items.length) {
    return inspect({ db, clock }, { ...candidates, items: items.slice(0, consumed) });
  }
  const decisions = sum(countWritten(plan, plan.taken.length), judgement.seen);
  decisions.over_quota += plan.waiting;
  decisions.failed += unusable;
  return { consumed, decisions };
}

interface Entry {
  url: string;
  item: SourceItem;
  position: number;
}

/** Unique canonical addresses, each as first found. Readers yield none without such a form. */
function byAddress(items: readonly SourceItem[]): { entries: Entry[]; unusable: number } {
  const entries = new Map<string, Entry>();
  let unusable = 0;
  for (const [position, item] of items.entries()) {
    try {
      const url = canonicalAddress(item.loc);
      if (!entries.has(url)) entries.set(url, { url, item, position });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      unusable += 1;
    }
  }
  return { entries: [...entries.values()], unusable };
}

function toBatch(entries: readonly Entry[], changedSince?: Date) {
  const changed = entries.map(({ item: { lastmod } }) =>
    changedSince && lastmod && lastmod > changedSince ? lastmod : null,
  );
  return {
    urls: entries.map(({ url }) => url),
    externalIds: entries.map(({ item }) => item.externalId || null),
    ...(changed.some((lastmod) => lastmod !== null) && { lastmods: changed }),
  };
}

function freshItems(entries: readonly Entry[], { fresh }: Judgement): FreshItem[] {
  return fresh.flatMap(({ index, standing }) => {
    const item = entries[index]?.item;
    return item ? [{ item, isReturning: standing === 'changed' }] : [];
  });
}

interface BatchPlan {
  taken: number[];
  written: NewDecision[];
  /** How many still lack room: from before this run, and from this run. */
  waiting: number;
  waitingHere: number;
  /** How many that lacked room earlier in this run are now queued. */
  relieved: number;
}

/** Takes the first fresh ones, skipping repeated ids, while there is room. */
function planBatch(
  entries: readonly Entry[],
  { fresh, changed }: Pick<Judgement, 'fresh' | 'changed'>,
  room: number,
): BatchPlan {
  const urlOf = (index: number) => entries[index]?.url ?? '';
  const plan: BatchPlan = {
    taken: [],
    written: changed.map((one) => ({ ...one, url: urlOf(one.index) })),
    waiting: 0,
    waitingHere: 0,
    relieved: 0,
  };
  const externalIds = new Set<string>();
  for (const { index, standing } of fresh) {
    const externalId = entries[index]?.item.externalId;
    const lastmod = entries[index]?.item.lastmod;
    const write = (decision: Decision) =>
      plan.written.push({
        url: urlOf(index),
        decision,
        videoId: null,
        lastmod,
        isUnseen: standing === 'unseen',
      });
    if (externalId && externalIds.has(externalId)) write('duplicate');
    else if (plan.taken.length < room) {
      plan.taken.push(index);
      write('new');
      if (externalId) externalIds.add(externalId);
      if (standing === 'waiting_here') plan.relieved += 1;
    } else if (standing === 'waiting') plan.waiting += 1;
    else if (standing === 'waiting_here') plan.waitingHere += 1;
    else write('over_quota');
  }
  return plan;
}

function toDownload({ url, item }: Entry, sourceId: string, runId: string | null): NewDownload {
  const { metadata, externalId = null } = item;
  return {
    sourceUrl: url,
    sourceUrlHash: addressHash(url),
    sourceId,
    crawlerRunId: runId,
    externalId,
    metadata,
  };
}

/** Addresses just queued by another writer count as known. */
function countWritten({ written, taken, relieved }: BatchPlan, queued: number): Decisions {
  const counts: Decisions = { ...NO_DECISIONS };
  for (const { decision } of written) counts[decision] += 1;
  counts.new = queued;
  counts.known += taken.length - queued;
  counts.over_quota -= relieved;
  return counts;
}

function sum(...parts: readonly Readonly<Decisions>[]): Decisions {
  const total: Decisions = { ...NO_DECISIONS };
  for (const part of parts) for (const name of Object.keys(total) as Decision[]) total[name] += part[name];
  return total;
}

export interface Crawler extends AdmitDeps {
  manners: Manners;
  /** Multiplies our own pauses. */
  pauseScale?: number | undefined;
}
