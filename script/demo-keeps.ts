import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A value that the demo keeps in DATA_DIR between starts, by file name; undefined if there is none yet. */
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

/** Readable only by its owner. Throws if the name is taken, even by a dangling link. */
export function keep(dataDir: string, name: string, text: string): void {
  asOwner(dataDir, () => {
    mkdirSync(path.dirname(name), { recursive: true, mode: 0o700 });
    writeFileSync(name, text, { mode: 0o600, flag: 'wx' });
  });
}

/**
 * When started by root, the demo stays root, unlike the site. The site's account could put links to root's files into
 * the folder, so root only acts there as that account. Names are relative, because it may not have access to the
 * folders above.
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
