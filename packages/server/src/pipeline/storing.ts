import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../db/pool.ts';
import type { MadeFile, MediaFile } from '../features/media/index.ts';
import { selectNamedKeys } from '../features/videos/index.ts';
import type { Storages } from '../storage/storage.ts';

/** Moves a finished file into its video's folder of the main storage, under a key that tells its content. */
export type StoreFile = (file: MadeFile) => Promise<MediaFile>;

/**
 * For one video. The keys are written down in `storedKeys` before anything is stored. The same bytes have the same key:
 * work that is done again replaces a file by its like.
 */
export function storing({ main }: Storages, videoId: string, storedKeys: string[]): StoreFile {
  return async ({ localPath, purpose, name }) => {
    const { size: sizeBytes } = await stat(localPath);
    const key = `videos/${videoId.slice(0, 2)}/${videoId}/${await storedName(localPath, { purpose, name })}`;
    storedKeys.push(key);
    await main.adopt(localPath, key);
    return { key, purpose, name, place: main.place, sizeBytes };
  };
}

/** `video-1a2b3c4d5e6f.mp4`, `thumbnail-640-….webp`: the picture's size alone would say little in a folder. */
async function storedName(
  localPath: string,
  { purpose, name }: Omit<MadeFile, 'localPath'>,
): Promise<string> {
  const { name: stem, ext } = path.parse(name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(localPath), hash);
  const version = hash.digest('hex').slice(0, 12);
  return `${purpose === 'thumbnail' ? `${purpose}-` : ''}${stem}-${version}${ext}`;
}

/** Of work that came to nothing: what nobody names. The cleaner would find it, only later. */
export async function removeStored(
  { db, storages }: { db: Db; storages: Storages },
  storedKeys: readonly string[],
): Promise<void> {
  const named = await selectNamedKeys(db, storedKeys);
  for (const key of storedKeys) if (!named.has(key)) await storages.main.remove(key);
}
