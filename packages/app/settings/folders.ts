import { chmodSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';

/** Closes DATA_DIR's folders to other accounts, whatever the files' modes. Only removes rights, and spares a proxy's storage. */
export function closeFolders({ dataDir, delivery }: Config): void {
  const storage = delivery.accel.kind === 'off' ? ['storage'] : [];
  mkdirSync(dataDir, { recursive: true });
  // The accounts of database and proxy pass through.
  takeAway(dataDir, 0o066);
  for (const name of [...storage, 'work', 'uploads', 'yt-dlp', 'secrets', 'case-keys', 'compiled']) {
    const folder = path.join(dataDir, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    takeAway(folder, 0o077);
  }
}

/** If it exists. Asynchronous: it may be on a silent machine. */
export async function closeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const mode = found && withoutRights(found, 0o077);
  if (mode !== undefined) await chmod(folder, mode);
}

function takeAway(folder: string, rights: number): void {
  const mode = withoutRights(statSync(folder), rights);
  if (mode !== undefined) chmodSync(folder, mode);
}

/** Undefined if nothing changes. Another account's folder, such as a mounted disk, is the operator's to close. */
function withoutRights({ mode, uid }: Stats, rights: number): number | undefined {
  const isOurs = process.getuid?.() === uid || process.getuid?.() === 0;
  return isOurs && (mode & rights) !== 0 ? mode & 0o7777 & ~rights : undefined;
}
