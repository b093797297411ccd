import { tryLock } from '@vesper/core/db/locks.ts';
import { connectForCopies } from '@vesper/core/db/table-copy.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type pg from 'pg';

const TAKEN = {
  backups: 'Another backup is being made, or old ones are being removed.',
  backupScratch: 'Another backup is being verified.',
};

/** Runs an act that only one process of the site may do at a time. Throws conflict if another is doing it. */
export async function alone<T>(
  connection: pg.ClientConfig,
  lock: keyof typeof TAKEN,
  act: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connectForCopies(connection, signal);
  try {
    if (!(await tryLock(client, lock))) throw new AppError('conflict', TAKEN[lock]);
    return await act(client);
  } finally {
    await client.end();
  }
}
