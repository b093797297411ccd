import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  type EmbeddedConnection,
  type EmbeddedServer,
  startEmbeddedPostgres,
} from '../kernel/db/embedded.ts';
import { migrate, readMigrations } from '../kernel/db/migrate.ts';
import { createDb, createPool, type Db } from '../kernel/db/pool.ts';
import { silentLog } from '../kernel/lib/log.ts';
import { olderBuild } from './older-postgres.ts';

/** Another version than the embedded one, where POSTGRES_VERSION names it. */
const VERSION = process.env.POSTGRES_VERSION;
const SERVER_DIRECTORY = fileURLToPath(
  new URL(`../../../../.cache/test-postgres${VERSION ? `-${VERSION}` : ''}`, import.meta.url),
);

export interface TestDatabase {
  db: Db;
  pool: pg.Pool;
  /** As the site's role, like the pool. */
  connection: pg.ClientConfig;
  superuser: pg.ClientConfig;
  drop(): Promise<void>;
}

/**
 * The database server of a test run before its first test. It is kept between runs, and durability is traded for
 * speed: one that a power cut or a kill has broken is thrown away and made anew.
 */
export async function prepareTestServer(): Promise<EmbeddedServer> {
  try {
    return await startTestServer();
  } catch {
    await rm(SERVER_DIRECTORY, { recursive: true, force: true });
    return startTestServer();
  }
}

/** Faster, and good enough for what is thrown away. */
export const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** The one database server of a test run. */
export function startTestServer(): Promise<EmbeddedServer> {
  return startEmbeddedPostgres(SERVER_DIRECTORY, silentLog, {
    settings: { ...NOT_DURABLE, max_connections: '300' },
    ...(VERSION ? { build: olderBuild(VERSION) } : {}),
  });
}

/** A migrated database of its own, cloned from a template that is made once for each state of the migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await startTestServer();
  const admin = { ...server.superuser, database: 'postgres' };
  const template = await ensureTemplate(server);
  const database = `t_${process.pid}_${randomBytes(5).toString('hex')}`;
  // Without durability copying files is several times faster than logging their pages.
  await runAsAdmin(
    admin,
    `create database ${database} template ${template} strategy file_copy owner ${server.owner.user}`,
  );
  const connection = { ...server.connection, database };
  const pool = createPool({
    connection,
    maxConnections: 10,
    applicationName: 'test',
    onIdleError: () => {},
  });
  return {
    pool,
    db: createDb(pool),
    connection,
    superuser: { ...server.superuser, database },
    drop: async () => {
      await pool.end();
      await runAsAdmin(admin, `drop database ${database} with (force)`);
    },
  };
}

/** Does what the site's role may not. */
export async function asSuperuser<T>(superuser: pg.ClientConfig, use: (db: Db) => Promise<T>): Promise<T> {
  const options = { maxConnections: 1, applicationName: 'test-superuser', onIdleError: () => {} };
  const db = createDb(createPool({ ...options, connection: superuser }));
  return use(db).finally(() => db.destroy());
}

/** Those of test processes that are gone (`t_{pid}_...`), killed before they could drop their own. */
export async function dropAbandonedDatabases(): Promise<void> {
  const server = await startTestServer();
  const admin = { ...server.superuser, database: 'postgres' };
  await withClient(admin, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname ~ '^t_[0-9]+_'",
    );
    for (const { datname } of rows) {
      if (!isAlive(Number(datname.split('_')[1])))
        await client.query(`drop database if exists ${datname} with (force)`);
    }
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function ensureTemplate({ superuser, owner, connection }: EmbeddedServer): Promise<string> {
  const hash = createHash('sha256');
  for (const migration of readMigrations()) hash.update(migration.sha256);
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  await withClient({ ...superuser, database: 'postgres' }, async (client) => {
    await client.query('select pg_advisory_lock(4711)');
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (rowCount) return;
    await client.query(`drop database if exists ${template}`);
    await client.query(`create database ${template} owner ${owner.user}`);
    await withClient({ ...owner, database: template }, (migrating) =>
      migrate(migrating, { site: connection.user }),
    );
    // Marked last: a template that was only half made is made again.
    await client.query(`alter database ${template} with is_template true`);
  });
  return template;
}

async function runAsAdmin(admin: EmbeddedConnection, statement: string): Promise<void> {
  await withClient(admin, (client) => client.query(statement));
}

async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
