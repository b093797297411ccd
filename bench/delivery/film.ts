import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { TestDatabase } from '../../packages/test/database.ts';
import { makeVideo } from '../../packages/test/factories.ts';

const KEY = 'videos/be/bench/video-0.mp4';
const PIECE = 1024 * 1024;

export interface Film {
  id: string;
  key: string;
  sizeBytes: number;
}

/** A hosted video whose film is noise, since nothing here decodes it. */
export async function makeFilm(
  { db }: TestDatabase,
  storageFolder: string,
  megabytes: number,
): Promise<Film> {
  const file = path.join(storageFolder, KEY);
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'w');
  for (let piece = 0; piece < megabytes; piece += 1) await handle.write(randomBytes(PIECE));
  await handle.close();
  const id = await makeVideo(db, { video_url: KEY });
  const sizeBytes = megabytes * PIECE;
  await db.updateTable('stored_files').set({ size_bytes: sizeBytes }).where('video_id', '=', id).execute();
  return { id, key: KEY, sizeBytes };
}
