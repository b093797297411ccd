import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded.ts';
import { migrate } from '../../packages/server/src/db/migrate.ts';
import { silentLog } from '../../packages/server/src/lib/log.ts';
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
    await fillDatabase(database.pool, size, print);
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
    const client = await pool.connect();
    await migrate(client).finally(() => client.release());
    const { rowCount } = await pool.query('select from videos limit 1');
    if (!rowCount) await fillDatabase(pool, size, print);
  } finally {
    await pool.end();
  }
  return { connection, leave: () => server.stop() };
}
