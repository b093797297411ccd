import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';

/**
 * Closes the folders of DATA_DIR to other accounts: whatever the modes of the files inside, they are out of reach. Only
 * removes rights. Leaves the storage alone if a proxy reads it.
 */
export function closeFolders({ dataDir, delivery }: Config): void {
  const storage = delivery.accel.kind === 'off' ? ['storage'] : [];
  mkdirSync(dataDir, { recursive: true });
  // The accounts of database and proxy pass through.
  takeAway(dataDir, 0o066);
  for (const name of [...storage, 'work', 'yt-dlp', 'secrets', 'case-keys', 'compiled']) {
    const folder = path.join(dataDir, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    takeAway(folder, 0o077);
  }
}

/** The same for another folder, if it is there. */
export function closeFolder(folder: string): void {
  if (existsSync(folder)) takeAway(folder, 0o077);
}

/** A folder of another account, such as a mounted disk, is the operator's to close. */
function takeAway(folder: string, rights: number): void {
  const { mode, uid } = statSync(folder);
  const isOurs = process.getuid?.() === uid || process.getuid?.() === 0;
  if (isOurs && (mode & rights) !== 0) chmodSync(folder, mode & 0o7777 & ~rights);
}
