import path from 'node:path';
import { createDb, createPool, type Db } from '@vesper/core/db/pool.ts';
import { createRowKeys, type RowKeys } from '@vesper/core/db/sealed/row-keys.ts';
import { createSlowQueryLog } from '@vesper/core/db/slow-queries.ts';
import { type Clock, systemClock } from '@vesper/core/lib/clock.ts';
import { type Faults, faultsOf } from '@vesper/core/lib/faults.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Tracing } from '@vesper/core/lib/tracing.ts';
import { createFsStorage } from '@vesper/core/storage/fs-storage.ts';
import { createStorages, type Storages } from '@vesper/core/storage/storage.ts';
import { createRefusals, type Refusals } from '@vesper/library/refusals';
import { CASES } from '@vesper/notices/cases';
import type pg from 'pg';
import type { Config } from '../settings/config.ts';
import { createLiveConfig } from '../settings/live-config.ts';
import type { TraceSettings } from '../settings/service-settings.ts';

/** Common to all processes: see compose-web.ts and compose-worker.ts. */
export interface Base {
  /** Working settings change at run time: read them when needed. */
  config: Config;
  /** Applies stored settings. Returns whether anything changed. */
  refreshSettings: () => Promise<boolean>;
  log: Log;
  tracing: Tracing | undefined;
  clock: Clock;
  pool: pg.Pool;
  db: Db;
  storages: Storages;
  /** Cases' keys: outside the database and its backups. */
  keys: RowKeys;
  refusals: Refusals;
  workDirectory: string;
  uploadsDirectory: string;
  close(): Promise<void>;
}

export interface Identity {
  name: string;
  log: Log;
  maxConnections?: number;
  onQuery?: (text: string) => void;
  traces?: TraceSettings | undefined;
}

const LOST_CONNECTION = 'Connections to the database were lost.';

/** Database connections of all web processes together, and each one's minimum. */
const CONNECTIONS = 20;
const LEAST_CONNECTIONS = 3;

export function connectionsOfEach(processes: number): number {
  return Math.max(LEAST_CONNECTIONS, Math.floor(CONNECTIONS / processes));
}

export async function composeBase(
  given: Config,
  connection: pg.PoolConfig,
  { name, log, maxConnections = CONNECTIONS, onQuery, traces }: Identity,
): Promise<Base> {
  const faults = faultsOf(log);
  const tracing = await composeTracing(traces, { name, faults });
  const pool = createPool({
    connection,
    maxConnections,
    applicationName: `vesper-${name}`,
    onIdleError: (error) =>
      faults.begin('database', { sentence: LOST_CONNECTION, fields: { err: error }, level: 'warn' }),
    onConnect: () => faults.end('database'),
  });
  const noteSlow = createSlowQueryLog({ log, thresholdMs: given.slowQueryMs });
  const db = createDb(pool, (text, ms, failed) => {
    onQuery?.(text);
    noteSlow(text, ms);
    tracing?.noteQuery(text, ms, failed);
  });
  const { config, refresh: refreshSettings } = createLiveConfig(given, db, log);
  const storages = await composeStorages(config, faults);
  async function close() {
    storages.close();
    await db.destroy();
    await tracing?.close();
  }
  const workDirectory = path.join(config.dataDir, 'work');
  const uploadsDirectory = path.join(config.dataDir, 'uploads');
  const keys = caseKeysOf(config);
  const refusals = createRefusals(db);
  const base = { config, refreshSettings, log, tracing, clock: systemClock, pool, db };
  return { ...base, storages, keys, refusals, workDirectory, uploadsDirectory, close };
}

export function caseKeysOf({ dataDir }: Pick<Config, 'dataDir'>): RowKeys {
  return createRowKeys(path.join(dataDir, 'case-keys'), [CASES]);
}

/** The SDK takes 20 MB of memory that a site without traces saves. */
async function composeTracing(
  settings: TraceSettings | undefined,
  process: { name: string; faults: Faults },
): Promise<Tracing | undefined> {
  if (!settings) return undefined;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing(settings, process);
}

/** A former or future main place still serves its files. */
export async function composeStorages(
  { dataDir, storage: { main, s3 } }: Config,
  faults?: Faults,
): Promise<Storages> {
  const folder = createFsStorage(path.join(dataDir, 'storage'));
  if (!s3) return createStorages(folder);
  // 34 MB of memory that a site without a bucket saves.
  const { createS3Storage } = await import('@vesper/core/storage/s3-storage.ts');
  const bucket = createS3Storage(s3, {
    onAnswer: () => faults?.end('storage'),
    onAway: (error) =>
      faults?.begin('storage', { sentence: 'The bucket does not answer.', fields: { err: error } }),
  });
  return main === 's3' ? createStorages(bucket, [folder]) : createStorages(folder, [bucket]);
}
