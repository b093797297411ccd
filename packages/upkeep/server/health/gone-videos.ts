import type { GoneVideoDecided, GoneVideos } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { selectFilm } from '@vesper/library/media';
import { changeHiddenReason, removeVideo, showHidden } from '@vesper/library/videos';
import {
  countGoneVideos,
  type GoneKey,
  type HealthState,
  lockVideo,
  recordDecision,
  selectGoneVideos,
  selectHealthState,
  type VideoState,
} from './queries.ts';
import { redownload } from './redownload.ts';
import { hasFile } from './stored-files.ts';
import { viewGoneVideo } from './view.ts';

export interface HealthDeps {
  db: Db;
  queue: Queue;
  clock: Clock;
  storages: Storages;
}

export type GoneDecision = GoneVideoDecided['decision'];

const COUNT_CAP = 1000;
const DAY_MS = 24 * 3600 * 1000;

/** Throws bad_request for an invalid key. */
export async function listGoneVideos(
  db: Db,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<GoneVideos> {
  const rows = await selectGoneVideos(db, {
    limit: limit + 1,
    after: after === undefined ? undefined : parseKey(after),
  });
  const counted = await countGoneVideos(db, COUNT_CAP + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    videos: shown.map(viewGoneVideo),
    next: rows.length > limit && last ? formatKey({ goneAt: last.gone_at, videoId: last.id }) : null,
    total: Math.min(counted, COUNT_CAP),
    totalIsCapped: counted > COUNT_CAP,
  };
}

/** Throws not_found, or conflict with the other administrator's decision. */
export async function decideGoneVideo(
  deps: HealthDeps,
  id: string,
  decision: GoneDecision,
): Promise<GoneVideoDecided> {
  return deps.db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, id);
    if (!video) throw new AppError('not_found', 'This video does not exist.');
    const health = await selectHealthState(tx, id);
    if (!health?.awaits_decision) throw new AppError('conflict', notWaitingMessage(video, health));
    const status = await carryOut({ ...deps, db: tx }, { id, video, decision });
    const now = deps.clock.now();
    const isShown = status === 'published' && video.kind !== 'hosted';
    const nextCheckAt = isShown ? new Date(now.getTime() + DAY_MS) : null;
    await recordDecision(tx, id, { decision, now, nextCheckAt });
    return { id, decision, status };
  });
}

async function carryOut(
  { db: tx, storages }: HealthDeps,
  { id, video, decision }: { id: string; video: VideoState; decision: GoneDecision },
): Promise<GoneVideoDecided['status']> {
  if (decision === 'remove') {
    await removeVideo(tx, id);
    return 'removed';
  }
  if (decision === 'keep_hidden') {
    await changeHiddenReason(tx, id, { from: 'gone', to: 'administrator' });
    return 'hidden';
  }
  if (video.kind === 'hosted' && !(await hasFilm(tx, storages, { id, video_url: video.video_url }))) {
    await redownload(tx, [id]);
    return 'processing';
  }
  await showHidden(tx, id, 'gone');
  return 'published';
}

async function hasFilm(
  tx: Db,
  storages: Storages,
  video: { id: string; video_url: string },
): Promise<boolean> {
  const film = await selectFilm(tx, video);
  return film !== undefined && hasFile(storages, film);
}

function notWaitingMessage({ status }: VideoState, health: HealthState | undefined): string {
  if (health?.decision && health.decided_at) {
    const done = { remove: 'removed', restore: 'restored', keep_hidden: 'kept hidden' }[health.decision];
    return `Another decision came first: this video was ${done} at ${formatMoment(health.decided_at)}.`;
  }
  if (status === 'published') return 'This video is public: there is nothing to decide.';
  if (status === 'processing') return 'This video is being downloaded again: there is nothing to decide.';
  return 'This video is not waiting for a decision.';
}

function formatKey({ goneAt, videoId }: GoneKey): string {
  return `${goneAt.toISOString()}~${videoId}`;
}

function parseKey(text: string): GoneKey {
  const [, time = '', videoId = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(.{1,100})$/.exec(text) ?? [];
  const goneAt = new Date(time);
  if (videoId === '' || Number.isNaN(goneAt.getTime()))
    throw new AppError('bad_request', 'after must be the next of a previous page.');
  return { goneAt, videoId };
}
