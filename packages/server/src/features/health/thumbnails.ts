import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../db/pool.ts';
import type { JobContext } from '../../jobs/runner.ts';
import { withLocalFile } from '../../storage/local-file.ts';
import type { Storages } from '../../storage/storage.ts';
import { announceFile, FILE_NAMES, makeThumbnail, probeVideo, recordFiles } from '../media/index.ts';
import { type HostedFiles, selectFilesOf } from './file-check-queries.ts';
import { hasFile } from './stored-files.ts';

export interface Thumbnails {
  db: Db;
  storages: Storages;
  workDirectory: string;
}

/**
 * Makes a hosted video's missing thumbnail again, from its film, under the key that it had, in the main place. A film
 * from which none can be made is left alone, with a word in the log: the next pass finds it again.
 */
export async function remakeThumbnail(
  { db, storages, workDirectory }: Thumbnails,
  videoId: string,
  { signal, log }: JobContext,
): Promise<void> {
  const video = await selectFilesOf(db, videoId);
  if (!video) return;
  const [film, thumbnail] = [video.video_url, video.thumbnail_url].map((key) =>
    video.files.find((file) => file.key === key),
  );
  if (!film || !(await hasFile(storages, film)) || (thumbnail && (await hasFile(storages, thumbnail))))
    return;
  // Named like no download: what a killed worker leaves here, the cleaning removes.
  const folder = path.join(workDirectory, `thumbnail-${videoId}`);
  const picture = path.join(folder, 'thumbnail.webp');
  try {
    await mkdir(folder, { recursive: true });
    await withLocalFile(storages.at(film.place), film.key, { folder, signal }, async (localPath) => {
      const { durationSeconds } = await probeVideo(localPath, signal);
      await makeThumbnail(localPath, picture, { durationSeconds, signal });
    });
    await storeThumbnail({ db, storages }, video, picture);
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ err: error, videoId }, 'A thumbnail could not be made again.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function storeThumbnail(
  { db, storages: { main } }: Pick<Thumbnails, 'db' | 'storages'>,
  { id, thumbnail_url: key }: HostedFiles,
  picture: string,
): Promise<void> {
  const { size: sizeBytes } = await stat(picture);
  await announceFile(db, { place: main.place, key });
  await main.adopt(picture, key);
  const name = FILE_NAMES.thumbnail(640, 'webp');
  await recordFiles(db, id, [{ key, purpose: 'thumbnail', name, place: main.place, sizeBytes }]);
}
