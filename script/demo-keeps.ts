import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the demo keeps in DATA_DIR from one start to the next, by its name there; undefined if it is not there yet. */
export function readKept(dataDir: string, name: string): string | undefined {
  return asOwner(dataDir, () => {
    try {
      return readFileSync(name, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  });
}

/** Only its owner can read it. Throws if the name is taken, even by a link that leads nowhere. */
export function keep(dataDir: string, name: string, text: string): void {
  asOwner(dataDir, () => {
    mkdirSync(path.dirname(name), { recursive: true, mode: 0o700 });
    writeFileSync(name, text, { mode: 0o600, flag: 'wx' });
  });
}

/**
 * Run by root, the demo stays root, and the site does not. The site's account could put links to root's files into the
 * folder, so root does there only what that account may do. Names are relative, because the folders above may be closed
 * to it.
 */
function asOwner<T>(folder: string, act: () => T): T {
  mkdirSync(folder, { recursive: true });
  const { uid, gid } = statSync(folder);
  const before = {
    folder: process.cwd(),
    gid: process.getegid?.() ?? 0,
    groups: process.getgroups?.() ?? [],
  };
  const isRoot = process.getuid?.() === 0;
  process.chdir(folder);
  try {
    if (isRoot) {
      process.setgroups?.([gid]);
      process.setegid?.(gid);
      process.seteuid?.(uid);
    }
    return act();
  } finally {
    if (isRoot) {
      process.seteuid?.(0);
      process.setegid?.(before.gid);
      process.setgroups?.(before.groups);
    }
    process.chdir(before.folder);
  }
}
