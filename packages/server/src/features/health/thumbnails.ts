import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../db/pool.ts';
import type { JobContext } from '../../jobs/runner.ts';
import type { Storages } from '../../storage/storage.ts';
import { makeThumbnail, probeVideo } from '../media/index.ts';
import { selectFilesOf } from './file-check-queries.ts';
import { hasFile } from './stored-files.ts';

export interface Thumbnails {
  db: Db;
  storages: Storages;
  workDirectory: string;
}

/**
 * Makes a hosted video's missing thumbnail again, from its film, under the key that it had. A film from which none can
 * be made is left alone, with a word in the log: the next pass finds it again.
 */
export async function remakeThumbnail(
  { db, storages, workDirectory }: Thumbnails,
  videoId: string,
  { signal, log }: JobContext,
): Promise<void> {
  const files = await selectFilesOf(db, videoId);
  if (!files || (await hasFile(storages, files.thumbnail_url)) || !(await hasFile(storages, files.video_url)))
    return;
  // Named like no download: what a killed worker leaves here, the cleaning removes.
  const folder = path.join(workDirectory, `thumbnail-${videoId}`);
  const picture = path.join(folder, 'thumbnail.webp');
  const film = storages.main.localPath(files.video_url);
  if (film === undefined) return;
  try {
    await mkdir(folder, { recursive: true });
    const { durationSeconds } = await probeVideo(film, { signal });
    await makeThumbnail(film, picture, { durationSeconds, signal });
    await storages.main.adopt(picture, files.thumbnail_url);
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ err: error, videoId }, 'A thumbnail could not be made again.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
