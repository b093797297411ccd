import path from 'node:path';
import pg from 'pg';
import { type EmbeddedServer, startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import type { Log } from '../lib/log.ts';
import type { Config } from './config.ts';

export interface DatabaseServer {
  connection: pg.PoolConfig;
  /** Starts an embedded server again that has gone away. */
  ensureRunning(): Promise<void>;
  stop(): Promise<void>;
}

/** The configured server, or the embedded one in DATA_DIR/postgres, started or joined. */
export async function openDatabase(config: Config, log: Log): Promise<DatabaseServer> {
  if (config.databaseUrl) {
    const nothing = async () => {};
    return { connection: { connectionString: config.databaseUrl }, ensureRunning: nothing, stop: nothing };
  }
  const directory = path.join(config.dataDir, 'postgres');
  let server: EmbeddedServer = await startEmbeddedPostgres(directory, log);
  return {
    connection: { ...server.connection },
    async ensureRunning() {
      server = await startEmbeddedPostgres(directory, log);
    },
    stop: () => server.stop(),
  };
}

/** Brings the database to this version; any number of processes may do so at once. */
export async function migrateDatabase(connection: pg.PoolConfig, log: Log): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'vesper-migrate' });
  await client.connect();
  try {
    const applied = await migrate(client);
    if (applied.length > 0) log.info({ applied }, 'The database was brought to this version.');
  } finally {
    await client.end();
  }
}
