import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../packages/server/src/kernel/db/embedded.ts';
import { silentLog } from '../../packages/server/src/kernel/lib/log.ts';
import { migrateDatabase } from '../../packages/server/src/main/database.ts';
import { createTestDatabase, NOT_DURABLE, startTestServer } from '../../packages/server/src/test/database.ts';
import { fillDatabase } from './fill-database.ts';

export interface FilledDatabase {
  connection: pg.PoolConfig;
  /** Throws it away, unless it was to be kept. */
  leave(): Promise<void>;
}

/**
 * A database with `size` videos: one that is thrown away in the end, or, given a directory, one that is kept there and
 * found again as it was.
 */
export async function filledDatabase(
  size: number,
  directory: string | undefined,
  print: (line: string) => void,
): Promise<FilledDatabase> {
  if (directory !== undefined) return keptDatabase(size, path.resolve(directory), print);
  const server = await startTestServer();
  const database = await createTestDatabase();
  const leave = async () => {
    await database.drop();
    await server.stop();
  };
  try {
    await fillAs(database.superuser, size, print);
  } catch (error) {
    await leave();
    throw error;
  }
  return { connection: database.connection, leave };
}

async function keptDatabase(
  size: number,
  directory: string,
  print: (line: string) => void,
): Promise<FilledDatabase> {
  const server = await startEmbeddedPostgres(directory, silentLog, { settings: NOT_DURABLE });
  const { connection } = server;
  const pool = new pg.Pool(connection);
  try {
    await migrateDatabase(server, silentLog);
    const { rowCount } = await pool.query('select from videos limit 1');
    if (!rowCount) await fillAs(server.superuser, size, print);
  } finally {
    await pool.end();
  }
  return { connection, leave: () => server.stop() };
}

/** Triggers off, and rows in the audit log: the site's own role may do neither. */
async function fillAs(superuser: pg.PoolConfig, size: number, print: (line: string) => void): Promise<void> {
  const pool = new pg.Pool(superuser);
  await fillDatabase(pool, size, print).finally(() => pool.end());
}
