import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import { visitLanes } from '@vesper/core/jobs/visit-lanes.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { readBytes, tooLargeError } from '@vesper/core/lib/outbound/response-body.ts';
import { requireOk, type SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { hostsOfSource } from '@vesper/intake/readers';
import {
  forgetOtherFiles,
  type LyingFile,
  type MediaFile,
  makePosterFiles,
  namedPictures,
  type PosterFiles,
  recordFiles,
  removeAnnounced,
  storing,
} from '@vesper/library/media';
import {
  claimDuePictures,
  type DuePicture,
  lockMediaVideo,
  type PictureOutcome,
  returnPictures,
  settlePicture,
  updateMedia,
} from '@vesper/library/videos';
import type { Pipeline } from './work.ts';

export type PictureDeps = Pick<Pipeline, 'db' | 'manners' | 'storages' | 'workDirectory' | 'disks'> & {
  clock: Clock;
};

/** Per run: encoding uses about a quarter of a core meanwhile. */
const MOST_AT_ONCE = 500;

/** Fetches due pictures, the newest of each source first, until none is left, the batch is full or the disk is. */
export async function fetchPictures(deps: PictureDeps, context: JobContext): Promise<void> {
  const { db, clock, disks } = deps;
  if (!(await disks.hasRoom())) return;
  let left = MOST_AT_ONCE;
  await visitLanes(
    {
      async claim(batch) {
        const due = await claimDuePictures(db, { ...batch, limit: Math.min(batch.limit, left) });
        left -= due.length;
        return due;
      },
      visit: (picture) => fetchOne(deps, picture, context),
      giveBack: (pictures) => returnPictures(db, pictures, clock.now()),
    },
    { clock, signal: context.signal },
  );
}

async function fetchOne(deps: PictureDeps, picture: DuePicture, { signal, log }: JobContext): Promise<void> {
  const folder = path.join(deps.workDirectory, `picture-${picture.videoId}`);
  const stored: LyingFile[] = [];
  try {
    await mkdir(folder, { recursive: true });
    const made = await makeFiles(deps, picture, { folder, signal });
    if (made instanceof Error) {
      const { videoId, url } = picture;
      log.info({ videoId, url, reason: made.message }, 'A picture could not be fetched.');
      await settlePicture(deps.db, picture, outcomeOf(made, picture, deps.clock.now()));
    } else if (!(await publish(deps, picture, made, { signal, stored }))) await removeAnnounced(deps, stored);
  } catch (error) {
    throw deps.disks.blame(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files, or the picture's fault. A host that serves only pictures has its own rate limit. */
async function makeFiles(
  { manners, disks }: PictureDeps,
  { url, lane, sourceUrl }: DuePicture,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<PosterFiles | Error> {
  try {
    const isAtSource = hostsOfSource(sourceUrl).has(URL.parse(url)?.host ?? '');
    const bytes = await fetchPicture(manners.fetchFor(isAtSource ? lane : null), url, signal);
    return await makePosterFiles(bytes, { folder, allowsGif: true });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || disks.blame(error) !== error) throw error;
    return error;
  }
}

/** In one transaction; false if the video is no longer public, its picture has another address, or a poster was uploaded. */
async function publish(
  deps: PictureDeps,
  picture: DuePicture,
  { files, placeholder }: PosterFiles,
  storingOptions: { signal: AbortSignal; stored: LyingFile[] },
): Promise<boolean> {
  const { db, clock } = deps;
  const store = storing(deps, picture.videoId, storingOptions);
  const kept: MediaFile[] = [];
  for (const file of files) kept.push(await store(file));
  return db.transaction().execute(async (tx) => {
    const video = await lockMediaVideo(tx, picture.videoId);
    const isUploaded = video?.poster_uploaded === true;
    const isWanted = video?.kind === 'embed' && video.status === 'published' && !isUploaded;
    const dueAt = isWanted || isUploaded ? null : new Date(clock.now().getTime() + 7 * DAY_MS);
    if (!(await settlePicture(tx, picture, { dueAt, failures: 0 })) || !isWanted) return false;
    await updateMedia(tx, video.id, { thumbnail_url: namedPictures(kept).thumbnailKey, placeholder });
    await recordFiles(tx, video.id, kept);
    await forgetOtherFiles(tx, video.id, { files: kept });
    return true;
  });
}

const DAY_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 3_600_000;
const MOST_FAILURES = 5;
/** Errors before any request was sent. */
const WAITS: ReadonlySet<string> = new Set(['host_waits', 'source_paused', 'robots_unreachable']);

/** Retries after an hour, two, four ... unless a retry cannot help. */
export function outcomeOf(
  error: Error,
  { failures }: Pick<DuePicture, 'failures'>,
  now: Date,
): PictureOutcome {
  if (!(error instanceof SourceError) || error.kind === 'permanent') return { dueAt: null, failures };
  const after = WAITS.has(error.code) ? failures : failures + 1;
  if (after >= MOST_FAILURES) return { dueAt: null, failures: after };
  const pauseMs = error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** failures;
  return { dueAt: new Date(now.getTime() + pauseMs), failures: after };
}

const MOST_BYTES = 10_000_000;

/** Throws SourceError, also over 10 MB. */
export async function fetchPicture(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<Buffer> {
  const headers = { accept: 'image/avif, image/webp, image/jpeg, image/png, image/gif' };
  const response = requireOk(await fetch(url, { maxBytes: MOST_BYTES + 1, headers, signal }));
  const { bytes, complete } = await readBytes(response.body, MOST_BYTES);
  if (!complete) throw tooLargeError(MOST_BYTES);
  return bytes;
}
