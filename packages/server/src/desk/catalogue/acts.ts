import type { SkipReason } from '@vesper/contract';
import { blockedMessage, DELETED, insertBlocks } from '../../intake/block-list/index.ts';
import { recordBlockedAddresses } from '../../intake/ledger/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { passHeldBack } from '../../library/refusals/index.ts';
import { remakeDocuments } from '../../library/search/index.ts';
import {
  type DeletedVideo,
  deleteVideos,
  forgetRelated,
  type NewState,
  updateStates,
  type VideoState,
} from '../../library/videos/index.ts';
import { lockSubjects, selectCategoryNames } from './act-queries.ts';
import {
  type Change,
  obstacleToDeleting,
  type Ruling,
  rule,
  ruleUndoing,
  type SubjectVideo,
  sameParts,
} from './act-rules.ts';

export interface ChangedVideo {
  id: string;
  before: VideoState;
  after: VideoState;
}

export interface Carried {
  changed: ChangedVideo[];
  skipped: Partial<Record<SkipReason, number>>;
}

/** In the caller's transaction. With `isStillMeant`, only videos that still match once locked. */
export async function carryOut(
  tx: Db,
  change: Change,
  { ids, now, isStillMeant }: { ids: readonly string[]; now: Date; isStillMeant?: StillMeant },
): Promise<Carried> {
  const subjects = await lockSubjects(tx, ids, now);
  const meant = isStillMeant ? await isStillMeant(ids) : new Set(ids);
  const gone = isStillMeant ? 0 : ids.length - subjects.length;
  const held = subjects.filter(({ id }) => meant.has(id));
  return write(tx, held, (video) => rule(video, change), gone);
}

export type StillMeant = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Skips videos changed since. */
export async function undo(tx: Db, items: readonly ChangedVideo[], now: Date): Promise<Carried> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const subjects = await lockSubjects(tx, [...byId.keys()], now);
  const names = items.flatMap(({ before }) => before.category ?? []);
  const categories = await selectCategoryNames(tx, names);
  const ruling = (video: SubjectVideo): Ruling => {
    const item = byId.get(video.id);
    if (!item) return { skip: 'missing' };
    const { category } = item.before;
    if (category !== undefined && !categories.has(category)) return { skip: 'no_category' };
    return ruleUndoing(video, item);
  };
  return write(tx, subjects, ruling, items.length - subjects.length);
}

async function write(
  tx: Db,
  videos: readonly SubjectVideo[],
  ruling: (video: SubjectVideo) => Ruling,
  missing: number,
): Promise<Carried> {
  const skipped = new Map<SkipReason, number>();
  const skip = (reason: SkipReason, n = 1) => skipped.set(reason, (skipped.get(reason) ?? 0) + n);
  if (missing > 0) skip('missing', missing);
  const changed: ChangedVideo[] = [];
  for (const video of videos) {
    const ruled = ruling(video);
    if ('skip' in ruled) skip(ruled.skip);
    else changed.push({ id: video.id, before: sameParts(video, ruled.state), after: ruled.state });
  }
  await writeStates(
    tx,
    changed.map(({ id, after: state }) => ({ id, state })),
  );
  return { changed, skipped: Object.fromEntries(skipped) };
}

async function writeStates(tx: Db, states: readonly NewState[]): Promise<void> {
  await updateStates(tx, states);
  const shown = states.filter(({ state }) => state.status === 'published');
  if (shown.length > 0)
    await passHeldBack(
      tx,
      shown.map(({ id }) => id),
    );
  const reworded = states.filter(({ state }) => state.category !== undefined || state.tags !== undefined);
  const ids = reworded.map(({ id }) => id);
  if (ids.length === 0) return;
  await remakeDocuments(tx, ids);
  await forgetRelated(tx, ids);
}

/** In the caller's transaction. Their addresses stay blocked; with `blockFiles` also their files, wherever offered. */
export async function deleteForGood(
  tx: Db,
  {
    ids,
    now,
    isStillMeant,
    blockFiles = false,
    by,
  }: { ids: readonly string[]; now: Date; isStillMeant?: StillMeant; blockFiles?: boolean; by: string },
): Promise<{ deleted: string[]; skipped: Carried['skipped'] }> {
  const subjects = await lockSubjects(tx, ids, now);
  const meant = isStillMeant ? await isStillMeant(ids) : new Set(ids);
  const skipped: Carried['skipped'] = {};
  const gone = isStillMeant ? 0 : ids.length - subjects.length;
  if (gone > 0) skipped.missing = gone;
  const deleted: string[] = [];
  for (const video of subjects.filter(({ id }) => meant.has(id))) {
    const obstacle = obstacleToDeleting(video);
    if (obstacle) skipped[obstacle] = (skipped[obstacle] ?? 0) + 1;
    else deleted.push(video.id);
  }
  if (deleted.length > 0) {
    await keepAway(tx, await deleteVideos(tx, deleted), { blockFiles, by });
  }
  return { deleted, skipped };
}

/** Deletes removed videos, so that their files may come in again; not those that a notice names. */
export async function deleteRemoved(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  const subjects = ids.length > 0 ? await lockSubjects(tx, ids, now) : [];
  const removed = subjects.filter((video) => video.status === 'removed' && !obstacleToDeleting(video));
  if (removed.length > 0)
    await deleteVideos(
      tx,
      removed.map(({ id }) => id),
    );
}

/** Files may be another video's, and are blocked only on request. */
async function keepAway(
  tx: Db,
  deleted: readonly DeletedVideo[],
  { blockFiles, by }: { blockFiles: boolean; by: string },
): Promise<void> {
  const externalIds = deleted.flatMap(({ sourceId, externalId }) =>
    sourceId === null || externalId === null ? [] : [{ sourceId, externalId }],
  );
  const addressHashes = deleted.map(({ hash }) => hash);
  const contents = deleted.flatMap(({ contentSha256 }) => (blockFiles ? (contentSha256 ?? []) : []));
  const block = { reason: DELETED, caseId: null };
  await insertBlocks(tx, { addressHashes, externalIds, contents }, { ...block, by });
  await recordBlockedAddresses(tx, deleted, blockedMessage(block));
}
