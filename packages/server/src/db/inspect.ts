import type pg from 'pg';
import { pendingMigrations, readMigrations } from './migrate.ts';

/** What a database says of itself; nothing in it is changed. */
export interface DatabaseState {
  /** 180001 is PostgreSQL 18.1. */
  serverVersion: number;
  /** That it only follows another server: nothing can be written to it. */
  isReplica: boolean;
  /** How much later its clock is than ours, in milliseconds; as exact as half the time that it took to answer. */
  aheadMs: number;
  /** Names of the migrations that a start would apply. */
  pending: string[];
  /** Why this version cannot use the database, in a sentence. */
  refusal: string | undefined;
  /** Whether the queue's tables are there. */
  hasQueue: boolean;
}

export async function inspectDatabase(client: pg.ClientBase): Promise<DatabaseState> {
  const before = Date.now();
  const { rows } = await client.query<{
    version: number;
    replica: boolean;
    now: Date;
    applied: boolean;
    queue: boolean;
  }>(
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as replica,
       clock_timestamp() as now, to_regclass('migrations') is not null as applied,
       to_regclass('jobs.job') is not null as queue`,
  );
  const after = Date.now();
  const [state] = rows;
  if (!state) throw new Error('The database gave no answer.');
  return {
    serverVersion: state.version,
    isReplica: state.replica,
    aheadMs: Math.round(state.now.getTime() - (before + after) / 2),
    ...(await migrationsOf(client, state.applied)),
    hasQueue: state.queue,
  };
}

async function migrationsOf(
  client: pg.ClientBase,
  areThere: boolean,
): Promise<Pick<DatabaseState, 'pending' | 'refusal'>> {
  const { rows } = areThere
    ? await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    : { rows: [] };
  try {
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
    const pending = pendingMigrations(readMigrations(), applied).map(({ name }) => name);
    return { pending, refusal: undefined };
  } catch (error) {
    return { pending: [], refusal: (error as Error).message };
  }
}
