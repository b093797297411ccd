import { recordSystemEvent } from '@vesper/access/audit';
import { counterNotice } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { releaseBlocks } from '@vesper/intake/block-list';
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

/** Videos that undecided notices may hide, copies counted. */
interface Bound {
  sinceMs: number;
  most: number;
  mostOfAll: number;
}

/** Per network and in all: anybody can send these. */
const UNCONFIRMED: Bound = { sinceMs: HOUR_MS, most: 20, mostOfAll: 100 };
/** Per mailbox and in all: a mail server owner has any number of mailboxes. */
const CONFIRMED: Bound = { sinceMs: 24 * HOUR_MS, most: 100, mostOfAll: 1000 };

/** Hidden at once by undecided, unconfirmed notices. */
const mostHeld = (publicVideos: number) => Math.max(20, Math.floor(publicVideos / 20));

/** The last fifth is reserved for senders that have hidden fewer than this. */
const FEW = 3;

/** A denied video stays public this long despite unconfirmed notices of its kind. */
const DENIAL_WEEKS = 4;

const MOST_LEFT = 10_000;

/** A counter-notice never does, whatever the settings say. */
export function hidesOnReceipt({ hideOnReceipt }: CaseParts['config'], kind: string): boolean {
  if (kind === counterNotice.kind) return false;
  return rulesOf(kind).hides === 'received' || hideOnReceipt.includes(kind);
}

export function isToHide(
  config: CaseParts['config'],
  { kind, hidden_at: hiddenAt, confirmed_at: confirmedAt }: CaseRow,
): boolean {
  const onConfirmed = rulesOf(kind).hides === 'confirmed' && confirmedAt !== null;
  return hiddenAt !== null || onConfirmed || hidesOnReceipt(config, kind);
}

export interface Left {
  /** Public until an administrator decides. */
  left: number;
  /** Of these, after an earlier denial. */
  denied: number;
}

export interface Hiding extends Left {
  videoIds: string[];
}

export function whyLeft({ left, denied }: Left): string {
  const bounds = 'notices can hide only a limited number of videos before a decision';
  if (denied === 0) return bounds;
  const answered = `a notice about ${left === 1 ? 'it' : 'them'} was denied within the last ${DENIAL_WEEKS} weeks`;
  return denied === left ? answered : `${bounds}, and a notice about ${denied} of them was denied recently`;
}

/** Null if nothing is left. Throws not_found. */
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

/** None for a confirmed case. */
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

/** In the case's order. Lock the case; hold the lock of merges until it is hidden, which keeps the bounds exact. */
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
    // Copies beyond a family's cut are not hidden with it.
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

/** Hides the plan of a locked case; a denial undoes it. Hold the lock of merges. Audits: last in the transaction. */
export async function hideTargets(
  tx: Db,
  caseRow: CaseRow,
  { videoIds, left }: Hiding,
  now: Date,
): Promise<CaseRow> {
  if (videoIds.length === 0) return caseRow;
  const { isTaken } = await takeOff(tx, { caseRow, videoIds, strikes: false, now });
  if (!isTaken) {
    // Other cases already keep all of it down and blocked.
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
