import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Why tests with a small disk are skipped: only root may mount, and not in every container. */
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

export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>;

/** A file system in memory. */
export async function mountSmallDisk(sizeBytes: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=755`, 'tmpfs', folder]);
  const filler = path.join(folder, 'filler');
  const empty = () => rm(filler, { force: true });
  return {
    folder,
    empty,
    /** Fills the disk until only so many bytes are free. */
    async fillTo(freeBytes: number): Promise<void> {
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
    setReadOnly: async (isReadOnly: boolean) => {
      await run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder]);
    },
    async unmount(): Promise<void> {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
