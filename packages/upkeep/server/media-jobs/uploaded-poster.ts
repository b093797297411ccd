import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Db } from '@vesper/core/db/pool.ts';
import type { ReadFile } from '@vesper/core/http/read-file.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import {
  type LyingFile,
  type MediaFile,
  makePosterFiles,
  namedPictures,
  recordFiles,
  removeAnnounced,
  storing,
} from '@vesper/library/media';
import {
  lockMediaVideo,
  type MediaVideo,
  renewPicture,
  selectMediaVideo,
  updateMedia,
} from '@vesper/library/videos';
import { choosePoster, type PosterDeps } from './posters.ts';

/** Shown from then on, also after the film's pictures are made again. Throws not_found, conflict or bad_request. */
export async function uploadPoster(deps: PosterDeps, id: string, readFile: ReadFile): Promise<void> {
  const { db } = deps;
  requirePictured(await selectMediaVideo(db, id));
  const bytes = await readFile();
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-poster-'));
  const stored: LyingFile[] = [];
  try {
    const { files, placeholder } = await makePosterFiles(bytes, { folder });
    const store = storing(deps, id, { signal: AbortSignal.timeout(MOST_MS), stored });
    const kept: MediaFile[] = [];
    for (const file of files) kept.push(await store(file));
    await db.transaction().execute(async (tx) => {
      requirePictured(await lockMediaVideo(tx, id));
      const { thumbnailKey } = namedPictures(kept);
      await updateMedia(tx, id, { thumbnail_url: thumbnailKey, placeholder, poster_uploaded: true });
      await recordFiles(tx, id, kept);
    });
  } catch (error) {
    await removeAnnounced(deps, stored);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const MOST_MS = 60_000;

function requirePictured(video: MediaVideo | undefined): asserts video is MediaVideo {
  if (!video || video.status === 'removed') throw new AppError('not_found', 'This video does not exist.');
  if (video.status === 'processing')
    throw new AppError('conflict', 'This video is being downloaded. Please try again later.');
  if (video.hidden_reason === 'takedown')
    throw new AppError('conflict', 'This video was taken down, so its picture stays as it is.');
}

/** The film's, or the source's if its address is known. Until that is ready the uploaded one stays. */
export async function removePoster(db: Db, id: string): Promise<void> {
  const video = await selectMediaVideo(db, id);
  requirePictured(video);
  if (video.kind === 'hosted') {
    await choosePoster(db, id, { atSeconds: null });
    return;
  }
  await db.transaction().execute(async (tx) => {
    requirePictured(await lockMediaVideo(tx, id));
    if (!(await renewPicture(tx, id)))
      throw new AppError('conflict', "The source's picture is no longer known. Upload another one instead.");
    await updateMedia(tx, id, { poster_uploaded: false });
  });
}
