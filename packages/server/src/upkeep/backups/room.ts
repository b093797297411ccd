import { statfs } from 'node:fs/promises';
import { AppError } from '../../kernel/lib/app-error.ts';
import { nearestFolder } from '../../kernel/lib/files/disk-error.ts';
import { formatSize } from '../../kernel/lib/outbound/source-error.ts';
import type { Manifest } from './manifest.ts';

/** The rows as text take about half of what they take as tables with their indexes. */
const ROOM_FOR_EACH_BYTE = 2;
/** A new cluster, and its log of changes. */
const EMPTY_SERVER_BYTES = 150_000_000;

/** Throws unavailable unless a folder has room for the database of a backup. */
export async function requireRoom(
  folder: string,
  { tables }: Pick<Manifest, 'tables'>,
  act: 'verify' | 'restore',
): Promise<void> {
  const bytes = tables.reduce((sum, { plainBytes }) => sum + plainBytes, 0);
  const needed = EMPTY_SERVER_BYTES + ROOM_FOR_EACH_BYTE * bytes;
  const { bavail, bsize } = await statfs(await nearestFolder(folder));
  if (bavail * bsize < needed)
    throw new AppError(
      'unavailable',
      `To ${act} this backup takes about ${formatSize(needed)} in ${folder}, and ${formatSize(bavail * bsize)} are free.`,
    );
}
