import { stat } from 'node:fs/promises';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Storage, Storages } from '@vesper/core/storage/storage.ts';
import type { MediaFile } from '@vesper/library/media';

/** Throws unavailable if the place does not answer. */
export async function hasFile(
  storages: Storages,
  { place, key }: Pick<MediaFile, 'place' | 'key'>,
): Promise<boolean> {
  try {
    return Boolean(await storages.at(place).head(key));
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): AppError {
  const { code, name } = error as NodeJS.ErrnoException;
  const fault = code ?? name ?? 'an unknown fault';
  const sentence = `The storage cannot be read (${fault}), so checking stopped.`;
  return new AppError('unavailable', sentence);
}

/** Throws unavailable if a place has no videos at all: more likely it is not mounted. Else all would be hidden. */
export async function requireStorage(
  { all, main }: Storages,
  files: readonly Pick<MediaFile, 'place'>[],
): Promise<void> {
  const asked = new Set(files.length > 0 ? files.map(({ place }) => place) : [main.place]);
  for (const storage of all)
    if (asked.has(storage.place) && !(await hasVideos(storage)))
      throw new AppError('unavailable', EMPTY[storage.place]);
}

const EMPTY = {
  fs: 'The storage has no folder "videos". Is its disk mounted? If all files are really lost, make that folder, empty, and call again.',
  s3: 'The bucket has nothing below "videos". Is it the right one? If all files are really lost, store any file as "videos/none", and call again.',
} as const;

async function hasVideos(storage: Storage): Promise<boolean> {
  const folder = storage.localPath('videos');
  if (folder !== undefined) {
    const found = await stat(folder).catch(() => undefined);
    return found?.isDirectory() ?? false;
  }
  try {
    for await (const _file of storage.list('videos')) return true;
    return false;
  } catch (error) {
    throw unreadable(error);
  }
}
