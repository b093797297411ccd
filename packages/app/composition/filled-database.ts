import { createDb, createPool, type Db } from '@vesper/core/db/pool.ts';
import { connectForCopies } from '@vesper/core/db/table-copy.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { WaitingJob } from '@vesper/upkeep/backups';
import type pg from 'pg';
import { composeQueue } from './compose-queue.ts';

export function openDb(connection: pg.ClientConfig): Db {
  const options = { maxConnections: 2, applicationName: 'vesper-restore', onIdleError: () => {} };
  return createDb(createPool({ ...options, connection }));
}

export async function withDb<T>(connection: pg.ClientConfig, use: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(connection);
  return use(db).finally(() => db.destroy());
}

export async function roleOf(site: pg.ClientConfig): Promise<string> {
  const client = await connectForCopies(site);
  try {
    return (await client.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? '';
  } finally {
    await client.end();
  }
}

/** Without jobs of queues that no longer exist. */
export async function sendAgain(site: pg.ClientConfig, jobs: readonly WaitingJob[], log: Log): Promise<void> {
  const { boss } = await composeQueue(site, log);
  try {
    const queues = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const { name, data, singleton_key: singletonKey, priority, start_after: startAfter } of jobs)
      if (queues.has(name))
        await boss.send(name, data ?? {}, {
          priority,
          startAfter,
          ...(singletonKey === null ? {} : { singletonKey }),
        });
  } finally {
    await boss.stop({ graceful: false });
  }
}
