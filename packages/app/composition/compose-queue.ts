import { createBoss, createQueue, ensureQueues, type Queue } from '@vesper/core/jobs/queue.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { JOBS } from '../features.ts';

export async function composeQueue(
  connection: pg.PoolConfig,
  log: Log,
): Promise<{ boss: PgBoss; queue: Queue }> {
  const boss = createBoss({ connection, log, worker: false });
  await boss.start();
  return { boss, queue: createQueue(boss) };
}

/** Creates the queue's tables, so that jobs can be queued before a worker starts. */
export async function prepareQueue(connection: pg.PoolConfig, log: Log): Promise<void> {
  const boss = createBoss({ connection, log, worker: true });
  await boss.start();
  await ensureQueues(boss, JOBS);
  await boss.stop({ graceful: false });
}
