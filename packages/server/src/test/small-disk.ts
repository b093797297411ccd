import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  folder: string;
  /** Takes up room until so many bytes are free; more room than before is made by emptying first. */
  fillTo(freeBytes: number): Promise<void>;
  empty(): Promise<void>;
  setReadOnly(isReadOnly: boolean): Promise<void>;
  unmount(): Promise<void>;
}

/** Why there can be none here; undefined where there can. Only root may mount, and not in every container. */
export const NO_SMALL_DISK = await trial();

async function trial(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Only root can mount a small disk.';
  try {
    await (await mountSmallDisk(1_000_000)).unmount();
    return undefined;
  } catch (error) {
    return `A small disk cannot be mounted here: ${(error as Error).message}`;
  }
}

/** A file system of its own, in memory, of so many bytes. */
export async function mountSmallDisk(sizeBytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=755`, 'tmpfs', folder]);
  const filler = path.join(folder, 'filler');
  const empty = () => rm(filler, { force: true });
  return {
    folder,
    empty,
    async fillTo(freeBytes) {
      await mkdir(folder, { recursive: true });
      const file = await open(filler, constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND);
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          const missing = bavail * bsize - freeBytes;
          if (missing <= 0) return;
          await file.write(Buffer.alloc(Math.min(missing, 1_000_000)));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    setReadOnly: async (isReadOnly) => {
      await run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]);
    },
    async unmount() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
