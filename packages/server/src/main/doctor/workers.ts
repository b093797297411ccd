import type pg from 'pg';
import { createDb, createPool } from '../../kernel/db/pool.ts';
import { NO_WORKER, operationState } from '../../site/operation/index.ts';
import type { Config } from '../config.ts';
import { watchDisks } from '../disks.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Whether a worker is running; the database must have this version. */
export async function checkWorkers(config: Config, connection: pg.PoolConfig): Promise<Finding> {
  const options = { connection, maxConnections: 1, applicationName: 'vesper-doctor' };
  const db = createDb(createPool({ ...options, onIdleError: () => {} }));
  const { workers } = await operationState(db, watchDisks(config)).finally(() => db.destroy());
  if (workers.length > 0)
    return ok(
      'Workers',
      workers.length === 1 ? '1 worker is running.' : `${workers.length} workers are running.`,
    );
  return warning(
    'Workers',
    NO_WORKER,
    'Start script/server; next to one with ROLE=web, another with ROLE=worker.',
  );
}
