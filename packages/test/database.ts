import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedServer, startEmbeddedPostgres } from '@vesper/core/db/embedded.ts';
import { migrate, readMigrations } from '@vesper/core/db/migrate.ts';
import { createDb, createPool, type Db } from '@vesper/core/db/pool.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import pg from 'pg';
import { prepareQueue } from '../app/composition/compose-queue.ts';
import { JOBS } from '../app/features.ts';
import { olderBuild } from './older-postgres.ts';

/** Instead of the embedded version. */
const VERSION = process.env.POSTGRES_VERSION;
const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));
const MIN_MEMORY_BYTES = 4 * 1024 ** 3;

/** Starts the database server of a test run. It is kept between runs without durability, and recreated if broken. */
export async function prepareTestServer(): Promise<EmbeddedServer> {
  const server = await startTestServer().catch(async () => {
    await rm(serverDirectory(), { recursive: true, force: true });
    return startTestServer();
  });
  await quickenSigningIn(server);
  return server;
}

/** Speeds up thousands of connections: a password of 256 random bits needs no 4096 rounds of hashing. */
async function quickenSigningIn({ superuser, owner, connection }: EmbeddedServer): Promise<void> {
  // PostgreSQL 15 cannot.
  if (VERSION === '15') return;
  await withClient({ ...superuser, database: 'postgres' }, async (client) => {
    await client.query('set scram_iterations = 1');
    for (const { user, password } of [superuser, owner, connection])
      await client.query(`alter role ${user} password ${pg.escapeLiteral(password)}`);
  });
}

export const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Besides the kinds of jobs, these shape the queue's tables. */
const QUEUE_FILES = ['../core/package.json', '../core/server/jobs/queue.ts'];

/** The one database server of a test run. */
export function startTestServer(): Promise<EmbeddedServer> {
  return startEmbeddedPostgres(serverDirectory(), silentLog, {
    settings: { ...NOT_DURABLE, max_connections: '300' },
    ...(VERSION ? { build: olderBuild(VERSION) } : {}),
  });
}

/** In memory if there is room: each test copies and deletes hundreds of files. */
function serverDirectory(): string {
  const name = `test-postgres${VERSION ? `-${VERSION}` : ''}`;
  const inMemory = `/dev/shm/vesper-${shortHash(CACHE)}-${name}`;
  return existsSync(inMemory) || hasMemory() ? inMemory : path.join(CACHE, name);
}

function hasMemory(): boolean {
  if (!existsSync('/dev/shm') || process.availableMemory() < 2 * MIN_MEMORY_BYTES) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= MIN_MEMORY_BYTES;
}

let joined: Promise<{ server: EmbeddedServer; template: string }> | undefined;

/** The server with its template, once per test file. */
function joinTestServer() {
  joined ??= startTestServer().then(async (server) => ({ server, template: await ensureMigrated(server) }));
  return joined;
}

/** A migrated database with the queue's tables, cloned from a template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { server, template } = await joinTestServer();
  return openDatabase(server, await copyOf(server, template));
}

/** Without tables. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const { server } = await joinTestServer();
  const name = newName();
  await runAsAdmin(server, `create database ${name} owner ${server.owner.user}`);
  return emptyDatabase(server, name);
}

/** A database filled by `fill`, once per `contents`. */
export async function createMadeDatabase(
  contents: string,
  fill: (database: EmptyDatabase) => Promise<unknown>,
): Promise<EmptyDatabase> {
  const { server } = await joinTestServer();
  const template = `template_${shortHash(contents)}`;
  await ensureTemplate(server, template, async () => {
    await runAsAdmin(server, `create database ${template} owner ${server.owner.user}`);
    await fill(emptyDatabase(server, template));
  });
  return emptyDatabase(server, await copyOf(server, template));
}

export type EmptyDatabase = ReturnType<typeof emptyDatabase>;

function emptyDatabase(server: EmbeddedServer, database: string) {
  const { owner, connection, superuser } = server;
  return {
    owner: { ...owner, database },
    connection: { ...connection, database },
    superuser: { ...superuser, database },
    drop: () => runAsAdmin(server, `drop database ${database} with (force)`),
  };
}

/** A migrated database with many videos: filled once per template and `contents`. */
export async function createFilledDatabase(
  contents: string,
  fill: (database: TestDatabase) => Promise<unknown>,
): Promise<TestDatabase> {
  const { server, template } = await joinTestServer();
  const filled = `${template}_${shortHash(contents)}`;
  await ensureTemplate(server, filled, async () => {
    await runAsAdmin(server, `create database ${filled} template ${template} owner ${server.owner.user}`);
    const database = openDatabase(server, filled);
    await fill(database).finally(() => database.pool.end());
  });
  return openDatabase(server, await copyOf(server, filled));
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const newName = () => `t_${process.pid}_${randomBytes(5).toString('hex')}`;

async function copyOf(server: EmbeddedServer, template: string): Promise<string> {
  const name = newName();
  // Without durability copying files is several times faster than logging pages.
  await runAsAdmin(
    server,
    `create database ${name} template ${template} strategy file_copy owner ${server.owner.user}`,
  );
  return name;
}

export type TestDatabase = ReturnType<typeof openDatabase>;

function openDatabase(server: EmbeddedServer, name: string) {
  const { connection, superuser, drop } = emptyDatabase(server, name);
  const options = { maxConnections: 10, applicationName: 'test', onIdleError: () => {} };
  const pool = createPool({ connection, ...options });
  return {
    ...{ pool, db: createDb(pool), connection, superuser },
    async drop() {
      await pool.end();
      await drop();
    },
  };
}

export async function asSuperuser<T>(superuser: pg.ClientConfig, use: (db: Db) => Promise<T>): Promise<T> {
  const options = { maxConnections: 1, applicationName: 'test-superuser', onIdleError: () => {} };
  const db = createDb(createPool({ ...options, connection: superuser }));
  return use(db).finally(() => db.destroy());
}

/** Databases (`t_{pid}_...`) of killed test processes. */
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

async function ensureMigrated(server: EmbeddedServer): Promise<string> {
  const { owner, connection } = server;
  const hash = createHash('sha256');
  for (const migration of readMigrations()) hash.update(migration.sha256);
  for (const file of QUEUE_FILES) hash.update(readFileSync(new URL(file, import.meta.url)));
  hash.update(JSON.stringify(JOBS.map((job) => ({ ...job, keyOf: String(job.keyOf) }))));
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  await ensureTemplate(server, template, async () => {
    await runAsAdmin(server, `create database ${template} owner ${owner.user}`);
    await withClient({ ...owner, database: template }, (migrating) =>
      migrate(migrating, { site: connection.user }),
    );
    await prepareQueue({ ...connection, database: template }, silentLog);
  });
  return template;
}

/** Creates a template unless it exists, under a lock against other test processes. */
async function ensureTemplate(server: EmbeddedServer, name: string, make: () => Promise<void>) {
  await withClient({ ...server.superuser, database: 'postgres' }, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const known = 'select from pg_database where datname = $1 and datistemplate';
    const { rowCount } = await client.query(known, [name]);
    if (rowCount) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await make();
    // Marked last, so that an incomplete template is recreated.
    await client.query(`alter database ${name} with is_template true`);
  });
}

async function runAsAdmin({ superuser }: EmbeddedServer, statement: string): Promise<void> {
  await withClient({ ...superuser, database: 'postgres' }, (client) => client.query(statement));
}

export async function withClient<T>(
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
