import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { FILE_NAMES } from './file-names.ts';
import type { MadeFile, MediaFile } from './files.ts';
import { announceFile, type LyingFile } from './loose-queries.ts';

export interface StoringDeps {
  db: Db;
  storages: Storages;
}

/** Moves a finished file into its video's folder in the main storage, under a key made from its content. */
export type StoreFile = (file: MadeFile) => Promise<MediaFile>;

interface Storing {
  /** Also aborts a running upload. */
  signal: AbortSignal;
  /** Collects the stored files. */
  stored: LyingFile[];
}

/** Announces each file before storing it. Keys are made from the content, so repeated work replaces equal files. */
export function storing(
  { db, storages: { main } }: StoringDeps,
  videoId: string,
  { signal, stored }: Storing,
): StoreFile {
  return async ({ localPath, purpose, name }) => {
    const { size: sizeBytes } = await stat(localPath);
    const key = `videos/${videoId.slice(0, 2)}/${videoId}/${await storedName(localPath, { purpose, name })}`;
    stored.push({ place: main.place, key });
    await announceFile(db, { place: main.place, key });
    await main.adopt(localPath, key, { signal });
    return { key, purpose, name, place: main.place, sizeBytes };
  };
}

/** `video-1a2b3c4d5e6f.mp4`, `thumbnail-640-….webp`. */
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

/** The keys for a video's row, '' for missing pictures. */
export function namedPictures(files: readonly MediaFile[]) {
  const keyOf = (wanted: string) => files.find(({ name }) => name === wanted)?.key ?? '';
  return {
    thumbnailKey: keyOf(FILE_NAMES.thumbnail(640, 'webp')),
    previewKey: keyOf(FILE_NAMES.preview),
    storyboardKey: keyOf(FILE_NAMES.storyboard),
  };
}
