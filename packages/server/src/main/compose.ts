import path from 'node:path';
import type pg from 'pg';
import { createDb, createPool, type Db } from '../db/pool.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createFsStorage } from '../storage/fs-storage.ts';
import { createStorages, type Storages } from '../storage/storage.ts';
import type { Config } from './config.ts';

/** What every process has. The site is put together in compose-web.ts, the worker in compose-worker.ts. */
export interface Base {
  config: Config;
  log: Log;
  clock: Clock;
  pool: pg.Pool;
  db: Db;
  storages: Storages;
}

export interface Identity {
  /** What the database calls this process. */
  name: string;
  log: Log;
  onQuery?: (text: string) => void;
}

export function composeBase(
  config: Config,
  connection: pg.PoolConfig,
  { name, log, onQuery }: Identity,
): Base {
  const pool = createPool({
    connection,
    maxConnections: 20,
    applicationName: `vesper-${name}`,
    onIdleError: (error) => log.warn({ err: error }, 'A database connection was lost.'),
  });
  const storages = createStorages(createFsStorage(path.join(config.dataDir, 'storage')));
  return { config, log, clock: systemClock, pool, db: createDb(pool, onQuery), storages };
}

/** Where downloads gather until they are stored. */
export function workDirectory({ config }: Base): string {
  return path.join(config.dataDir, 'work');
}
