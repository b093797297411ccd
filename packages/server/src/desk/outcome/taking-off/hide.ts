import { counterNotice } from '@vesper/contract';
import { recordSystemEvent } from '../../../access/audit/index.ts';
import { releaseBlocks } from '../../../intake/block-list/index.ts';
import type { Db } from '../../../kernel/db/pool.ts';
import {
  type CaseParts,
  type CaseRow,
  findCase,
  rulesOf,
  selectTargetVideos,
  updateCase,
} from '../../cases/index.ts';
import { countFurtherCopies } from '../restoring/copy-queries.ts';
import { countHeld, countHidden, selectDenied, selectLeft } from './hide-queries.ts';
import { takeOff } from './take-off.ts';
import { type FamilyVideo, MOST_FAMILY, selectFamilies } from './take-off-queries.ts';

const HOUR_MS = 3600 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;

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

/** How many videos undecided, unconfirmed notices may keep hidden at once. */
const mostHeld = (publicVideos: number) => Math.max(20, Math.floor(publicVideos / 20));

/** The last fifth of what all may hide is kept for senders that have hidden fewer than this. */
const FEW = 3;

/** A denial keeps a video on the site for this long, whatever unconfirmed notices of its kind come. */
const DENIAL_WEEKS = 4;

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

/** What a case names and does not hide. */
export interface Left {
  /** How many stay on the site until somebody has looked. */
  left: number;
  /** How many of these because an earlier notice about them was denied. */
  denied: number;
}

/** What a case may hide before it is decided. */
export interface Hiding extends Left {
  videoIds: string[];
}

/** Why videos stay on the site, as the end of a sentence. */
export function whyLeft({ left, denied }: Left): string {
  const bounds = 'what notices hide before you have looked is limited';
  if (denied === 0) return bounds;
  const answered = `a notice about ${left === 1 ? 'it' : 'them'} was denied within the last ${DENIAL_WEEKS} weeks`;
  return denied === left ? answered : `${bounds}, and a notice about ${denied} of them was denied lately`;
}

/** What an open case names that should be off the site, and is not; null without any. Throws not_found. */
export async function whatIsLeft(
  { db, config, clock }: Pick<CaseParts, 'db' | 'config' | 'clock'>,
  id: string,
): Promise<{ videos: number; why: string } | null> {
  const caseRow = await findCase(db, id);
  const ids = caseRow.is_open && isToHide(config, caseRow) ? await selectLeft(db, id) : [];
  if (ids.length === 0) return null;
  const denied = await deniedAmong(db, caseRow, ids, clock.now());
  return { videos: ids.length, why: whyLeft({ left: ids.length, denied: denied.size }) };
}

/** Which of these videos stay after a recent denial; none if the case is confirmed. */
async function deniedAmong(
  db: Db,
  { kind, confirmed_at: confirmedAt }: CaseRow,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  if (confirmedAt !== null || ids.length === 0) return new Set();
  const since = new Date(now.getTime() - DENIAL_WEEKS * WEEK_MS);
  return new Set(await selectDenied(db, { kind, ids, since }));
}

/**
 * What an open, locked case may take off the site before it is decided, the first that it names first. Hold the lock of
 * merges until it is hidden: all who hide hold it, so that the bounds are exact.
 */
export async function planHiding(tx: Db, caseRow: CaseRow, now: Date): Promise<Hiding> {
  const plan: Hiding = { videoIds: [], left: 0, denied: 0 };
  const named = caseRow.is_open ? await selectTargetVideos(tx, caseRow.id) : [];
  if (named.length === 0) return plan;
  const { sinceMs, most, mostOfAll } = caseRow.confirmed_at ? CONFIRMED : UNCONFIRMED;
  const hidden = await countHidden(tx, caseRow, new Date(now.getTime() - sinceMs));
  const atOnce = caseRow.confirmed_at
    ? { held: 0, publicVideos: Number.POSITIVE_INFINITY }
    : await countHeld(tx);
  const isWithin = (count: number, bound: number) => count < (hidden.own < FEW ? bound : bound * 0.8);
  const hasRoom = () =>
    hidden.own < most &&
    isWithin(hidden.all, mostOfAll) &&
    isWithin(atOnce.held, mostHeld(atOnce.publicVideos));
  const seen = new Set<string>();
  const videos = await selectFamilies(tx, named);
  const denied = await deniedAmong(tx, caseRow, idsOf(videos), now);
  const families = Map.groupBy(videos, ({ named_id: namedId }) => namedId);
  for (const id of named) {
    const family = families.get(id) ?? [];
    const shown = family.filter((video) => video.status !== 'hidden' && !seen.has(video.id));
    const isDenied = family.some((video) => denied.has(video.id));
    if (shown.length > 0 && (isDenied || !hasRoom())) {
      plan.left += 1;
      if (isDenied) plan.denied += 1;
      continue;
    }
    plan.videoIds.push(id);
    // Those beyond a family's end are not taken off with it.
    if (family.length >= MOST_FAMILY) plan.left += await countFurtherCopies(tx, idsOf(family), MOST_LEFT);
    for (const video of shown) seen.add(video.id);
    hidden.own += shown.length;
    hidden.all += shown.length;
    atOnce.held += shown.length;
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
  caseRow: CaseRow,
  { videoIds, left }: Hiding,
  now: Date,
): Promise<CaseRow> {
  if (videoIds.length === 0) return caseRow;
  const { isTaken } = await takeOff(tx, { caseRow, videoIds, strikes: false, now });
  if (!isTaken) {
    // All of it is off because of others, who block it, too.
    if (!caseRow.hidden_at) await releaseBlocks(tx, caseRow.id);
    return caseRow;
  }
  const hidden = await updateCase(tx, caseRow.id, { hidden_at: caseRow.hidden_at ?? now });
  await recordSystemEvent(
    tx,
    { now: () => now },
    { action: 'cases.hide', subject: caseRow.id, after: { kind: caseRow.kind, videos: videoIds, left } },
  );
  return hidden;
}
