import { stat } from 'node:fs/promises';
import { AppError } from '../../lib/app-error.ts';
import { isStorageKey, type Storages } from '../../storage/storage.ts';

/** Whether a file lies under that key in any of the places. Throws unavailable where the storage cannot be asked. */
export async function hasFile(storages: Storages, key: string): Promise<boolean> {
  if (!isStorageKey(key)) return false;
  try {
    for (const storage of storages.all) if (await storage.head(key)) return true;
    return false;
  } catch (error) {
    const fault = (error as NodeJS.ErrnoException).code ?? 'an unknown fault';
    throw new AppError(
      'unavailable',
      `The storage cannot be read (${fault}), so that nothing was checked further.`,
    );
  }
}

/**
 * Throws unavailable where the storage has no videos at all: more likely its disk is not mounted than every film was
 * lost, and to take all videos off the site for that would be wrong.
 */
export async function requireStorage({ main }: Storages): Promise<void> {
  const folder = main.localPath('videos');
  if (folder === undefined) return;
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  const sentence =
    'The storage has no folder "videos". Is its disk mounted? If all files are really lost, make that folder, empty, and call again.';
  throw new AppError('unavailable', sentence);
}
