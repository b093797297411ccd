import { counterNotice } from '@vesper/contract';
import { recordSystemEvent } from '../../access/audit/index.ts';
import { releaseBlocks } from '../../intake/block-list/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { type CaseRow, selectTargetVideos, updateCase } from './case-queries.ts';
import type { CaseParts } from './cases.ts';
import { countFurtherCopies } from './copy-queries.ts';
import { countHidden } from './hide-queries.ts';
import { rulesOf } from './kinds/index.ts';
import { takeOff } from './take-off.ts';
import { type FamilyVideo, MOST_FAMILY, selectFamilies } from './take-off-queries.ts';

const HOUR_MS = 3600 * 1000;

/** How many videos undecided notices hide, copies counted: those of one sender, and all. */
interface Bound {
  sinceMs: number;
  most: number;
  mostOfAll: number;
}

/** Of a network, and of all: they may be anybody's. */
const UNCONFIRMED: Bound = { sinceMs: HOUR_MS, most: 20, mostOfAll: 100 };
/** Of a mailbox, and of all: one who has a mail server has as many mailboxes as they like. */
const CONFIRMED: Bound = { sinceMs: 24 * HOUR_MS, most: 100, mostOfAll: 1000 };

/** The last fifth of what all may hide is kept for senders that have hidden fewer than this. */
const FEW = 3;

/** Copies that stay on the site are counted up to this. */
const MOST_LEFT = 10_000;

/** Whether a kind hides what it names before it is confirmed; a counter-notice never does, whatever the settings say. */
export function hidesOnReceipt({ hideOnReceipt }: CaseParts['config'], kind: string): boolean {
  if (kind === counterNotice.kind) return false;
  return rulesOf(kind).hides === 'received' || hideOnReceipt.includes(kind);
}

/** Whether what a case comes to name is off the site before it is decided, as what it named first. */
export function isToHide(
  config: CaseParts['config'],
  { kind, hidden_at: hiddenAt, confirmed_at: confirmedAt }: CaseRow,
): boolean {
  const onConfirmed = rulesOf(kind).hides === 'confirmed' && confirmedAt !== null;
  return hiddenAt !== null || onConfirmed || hidesOnReceipt(config, kind);
}

/** What a case may hide before it is decided. */
export interface Hiding {
  videoIds: string[];
  /** How many that it names stay on the site until somebody has looked. */
  left: number;
}

/**
 * What an open, locked case may take off the site before it is decided, the first that it names first. Hold the lock of
 * merges until it is hidden: all who hide hold it, so that the bounds are exact.
 */
export async function planHiding(tx: Db, kase: CaseRow, now: Date): Promise<Hiding> {
  const plan: Hiding = { videoIds: [], left: 0 };
  const named = kase.is_open ? await selectTargetVideos(tx, kase.id) : [];
  if (named.length === 0) return plan;
  const { sinceMs, most, mostOfAll } = kase.confirmed_at ? CONFIRMED : UNCONFIRMED;
  const hidden = await countHidden(tx, kase, new Date(now.getTime() - sinceMs));
  const hasRoom = () =>
    hidden.own < most && hidden.all < (hidden.own < FEW ? mostOfAll : mostOfAll - mostOfAll / 5);
  const seen = new Set<string>();
  const families = Map.groupBy(await selectFamilies(tx, named), ({ named_id: namedId }) => namedId);
  for (const id of named) {
    const shown = (families.get(id) ?? []).filter(
      (video) => video.status !== 'hidden' && !seen.has(video.id),
    );
    if (shown.length > 0 && !hasRoom()) {
      plan.left += 1;
      continue;
    }
    plan.videoIds.push(id);
    const family = families.get(id) ?? [];
    // Those beyond a family's end are not taken off with it.
    if (family.length >= MOST_FAMILY) plan.left += await countFurtherCopies(tx, idsOf(family), MOST_LEFT);
    for (const video of shown) seen.add(video.id);
    hidden.own += shown.length;
    hidden.all += shown.length;
  }
  return plan;
}

function idsOf(videos: readonly FamilyVideo[]): string[] {
  return videos.map(({ id }) => id);
}

/**
 * Takes what was planned for a locked case off the site; a denial brings it back. If all of it is off already it hides
 * nothing. Hold the lock of merges. The audit log's entry is its last statement.
 */
export async function hideTargets(
  tx: Db,
  kase: CaseRow,
  { videoIds, left }: Hiding,
  now: Date,
): Promise<CaseRow> {
  if (videoIds.length === 0) return kase;
  const { isTaken } = await takeOff(tx, { kase, videoIds, strikes: false, now });
  if (!isTaken) {
    // All of it is off because of others, who block it, too.
    if (!kase.hidden_at) await releaseBlocks(tx, kase.id);
    return kase;
  }
  const hidden = await updateCase(tx, kase.id, { hidden_at: kase.hidden_at ?? now });
  await recordSystemEvent(
    tx,
    { now: () => now },
    { action: 'cases.hide', subject: kase.id, after: { kind: kase.kind, videos: videoIds, left } },
  );
  return hidden;
}
