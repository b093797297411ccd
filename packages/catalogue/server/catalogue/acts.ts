import type { SkipReason } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { blockedMessage, DELETED, insertBlocks } from '@vesper/intake/block-list';
import { recordBlockedAddresses } from '@vesper/intake/ledger';
import { passHeldBack } from '@vesper/library/refusals';
import { remakeDocuments } from '@vesper/library/search';
import {
  type DeletedVideo,
  deleteVideos,
  forgetRelated,
  type NewState,
  updateStates,
  type VideoState,
} from '@vesper/library/videos';
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
export async function carryOut(tx: Db, change: Change, subjects: Subjects): Promise<Carried> {
  const { videos, missing } = await lockMeant(tx, subjects);
  return write(tx, videos, (video) => rule(video, change), missing);
}

export interface Subjects {
  ids: readonly string[];
  now: Date;
  isStillMeant?: StillMeant;
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

async function lockMeant(
  tx: Db,
  { ids, now, isStillMeant }: Subjects,
): Promise<{ videos: SubjectVideo[]; missing: number }> {
  const subjects = await lockSubjects(tx, ids, now);
  if (!isStillMeant) return { videos: subjects, missing: ids.length - subjects.length };
  const meant = await isStillMeant(ids);
  return { videos: subjects.filter(({ id }) => meant.has(id)), missing: 0 };
}

type RuleOn = (video: SubjectVideo) => Ruling;

async function write(
  tx: Db,
  videos: readonly SubjectVideo[],
  ruling: RuleOn,
  missing: number,
): Promise<Carried> {
  const carried = ruleAll(videos, ruling, missing);
  await writeStates(
    tx,
    carried.changed.map(({ id, after: state }) => ({ id, state })),
  );
  return carried;
}

function ruleAll(videos: readonly SubjectVideo[], ruling: RuleOn, missing: number): Carried {
  const skipped: Carried['skipped'] = missing > 0 ? { missing } : {};
  const changed: ChangedVideo[] = [];
  for (const video of videos) {
    const ruled = ruling(video);
    if ('skip' in ruled) skipped[ruled.skip] = (skipped[ruled.skip] ?? 0) + 1;
    else changed.push({ id: video.id, before: sameParts(video, ruled.state), after: ruled.state });
  }
  return { changed, skipped };
}

export async function writeStates(tx: Db, states: readonly NewState[]): Promise<void> {
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

/** In the caller's transaction. Their addresses stay blocked; with `blockFiles`, their files too. */
export async function deleteForGood(
  tx: Db,
  subjects: Subjects,
  { blockFiles, by }: { blockFiles: boolean; by: string },
): Promise<Carried> {
  const { videos, missing } = await lockMeant(tx, subjects);
  const ruling = (video: SubjectVideo): Ruling => {
    const skip = obstacleToDeleting(video);
    return skip ? { skip } : { state: {} };
  };
  const carried = ruleAll(videos, ruling, missing);
  const ids = carried.changed.map(({ id }) => id);
  if (ids.length > 0) await keepAway(tx, await deleteVideos(tx, ids), { blockFiles, by });
  return carried;
}

/** Deletes removed videos, so that their files can be imported again; skips those under notice. */
export async function deleteRemoved(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  const subjects = ids.length > 0 ? await lockSubjects(tx, ids, now) : [];
  const removed = subjects.filter((video) => video.status === 'removed' && !obstacleToDeleting(video));
  if (removed.length > 0)
    await deleteVideos(
      tx,
      removed.map(({ id }) => id),
    );
}

/** Another video may share a file, so files are blocked only on request. */
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
