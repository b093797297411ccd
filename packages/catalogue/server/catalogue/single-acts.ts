import type { BulkAct, ManagedVideo, SkipReason } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import type { VideoState } from '@vesper/library/videos';
import { redownload } from '@vesper/upkeep/health';
import { lockSubjects } from './act-queries.ts';
import { type Change, SENTENCES, type SubjectVideo } from './act-rules.ts';
import { type Carried, carryOut, deleteForGood } from './acts.ts';
import { type BulkActDeps, getBulkAct } from './bulk-acts.ts';
import { advanceBulkAct, insertBulkAct, insertItems } from './bulk-queries.ts';
import { getManagedVideo, type ManagedVideoDeps } from './details.ts';

export interface SingleAct {
  id: string;
  change: Change;
  seenStatus?: string | undefined;
  orderedBy: string;
}

export interface ActedVideo {
  video: ManagedVideo;
  act: BulkAct;
  before: VideoState;
  after: VideoState;
}

/** Can be undone. Throws not_found, and conflict if impossible or the status is not the one seen. */
export async function actOnVideo(
  { db, clock }: BulkActDeps,
  videos: ManagedVideoDeps,
  { id, change, seenStatus, orderedBy }: SingleAct,
): Promise<ActedVideo> {
  const reason = change.act === 'remove' ? { reason: (change.reason ?? '').trim() } : {};
  const { actId, changed } = await db.transaction().execute(async (tx) => {
    const wanted = { ...change, ...reason };
    if (seenStatus !== undefined) await refuseOther(tx, id, { seenStatus, now: clock.now() });
    const { changed: all, skipped } = await carryOut(tx, wanted, { ids: [id], now: clock.now() });
    const [only] = all;
    if (!only) throw refusal(skipped);
    const made = await insertBulkAct(tx, {
      ...{ act: change.act, change: reason, videoIds: [id] },
      ...{ expected: 1, orderedBy, cursor: id },
    });
    await insertItems(tx, made, all);
    await advanceBulkAct(tx, made, { cursor: undefined, done: 1, skipped: {} });
    return { actId: made, changed: only };
  });
  const video = await getManagedVideo(videos, id);
  return { video, act: await getBulkAct(db, actId), before: changed.before, after: changed.after };
}

const SAID_STATUS: Record<string, string> = {
  published: 'public',
  hidden: 'hidden',
  processing: 'being downloaded',
  removed: 'removed',
};

async function refuseOther(
  tx: Db,
  id: string,
  { seenStatus, now }: { seenStatus: string; now: Date },
): Promise<void> {
  const [video] = await lockSubjects(tx, [id], now);
  if (!video) return;
  const status = SAID_STATUS[video.status] ?? video.status;
  refuseOutdated(
    seenStatus,
    video.status,
    `This video has changed since you opened it: it is now ${status}. Nothing was changed. Check it again.`,
  );
}

/** With `blockFiles`, also blocks its file. Throws not_found, conflict. */
export async function deleteVideo(
  { db, clock }: Pick<BulkActDeps, 'db' | 'clock'>,
  { id, blockFiles, by }: { id: string; blockFiles: boolean; by: string },
): Promise<{ id: string }> {
  return db.transaction().execute(async (tx) => {
    const { changed, skipped } = await deleteForGood(tx, { ids: [id], now: clock.now() }, { blockFiles, by });
    if (changed.length === 0) throw refusal(skipped);
    return { id };
  });
}

/** Downloads a hosted video again; it is not public until then. Throws not_found, conflict. */
export async function redownloadVideo({ db }: Pick<BulkActDeps, 'db'>, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const [video] = await lockSubjects(tx, [id], new Date());
    if (!video) throw new AppError('not_found', SENTENCES.missing);
    if (video.isTakenDown) throw new AppError('conflict', takenDown(video));
    if (video.isBlocked) throw new AppError('conflict', SENTENCES.address_deleted);
    if (video.kind !== 'hosted')
      throw new AppError('conflict', 'Only hosted videos can be downloaded again.');
    if (video.isUploaded) throw new AppError('conflict', 'Its film was uploaded: upload it again.');
    if (video.status === 'processing') throw new AppError('conflict', 'It is already being downloaded.');
    const canDownload =
      video.status === 'published' || (video.status === 'hidden' && video.hiddenReason === 'gone');
    if (!canDownload) throw new AppError('conflict', 'Publish it first: hidden videos are not downloaded.');
    if ((await redownload(tx, [id])) === 0)
      throw new AppError(
        'conflict',
        'Its download could not be queued: its address is already in the queue.',
      );
  });
}

function takenDown({ takenDownBy }: SubjectVideo): string {
  if (takenDownBy === null) return SENTENCES.taken_down;
  return `Case ${takenDownBy} took this video down. It will not be downloaded again.`;
}

function refusal(skipped: Carried['skipped']): AppError {
  const [reason = 'missing'] = Object.keys(skipped) as SkipReason[];
  return new AppError(reason === 'missing' ? 'not_found' : 'conflict', SENTENCES[reason]);
}
