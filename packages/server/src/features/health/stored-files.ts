import { stat } from 'node:fs/promises';
import { AppError } from '../../lib/app-error.ts';
import type { FsStorage } from '../../storage/fs-storage.ts';

const STORAGE_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** Whether a file lies under that key. Throws unavailable where the storage cannot be asked. */
export async function hasFile(storage: FsStorage, key: string): Promise<boolean> {
  if (!STORAGE_KEY.test(key)) return false;
  try {
    return (await storage.head(key)) !== undefined;
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
export async function requireStorage(storage: FsStorage): Promise<void> {
  const found = await stat(storage.pathOf('videos')).catch(() => undefined);
  if (found?.isDirectory()) return;
  const sentence =
    'The storage has no folder "videos". Is its disk mounted? If all files are really lost, make that folder, empty, and call again.';
  throw new AppError('unavailable', sentence);
}
