import { existsSync } from 'node:fs';
import path from 'node:path';
import { HOLDER, startEmbeddedPostgres } from '@vesper/core/db/embedded.ts';
import { reportLockWaits } from '@vesper/core/db/lock-waits.ts';
import { migrate } from '@vesper/core/db/migrate.ts';
import { SESSION_OPTIONS } from '@vesper/core/db/pool.ts';
import { faultsOf } from '@vesper/core/lib/faults.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { NotYetError, StartError } from '@vesper/core/lib/start-error.ts';
import pg from 'pg';
import { markRunning } from '../processes/running-mark.ts';
import type { Config } from '../settings/config.ts';

export interface DatabaseServer {
  connection: pg.PoolConfig;
  /** Applies migrations; possibly the site's role. */
  owner: pg.PoolConfig;
  /** Restarts an embedded server when it is gone. */
  keepRunning(): void;
  stop(): Promise<void>;
}

/** In DATA_DIR during the last step of a restore. */
export const UNFINISHED_RESTORE = 'unfinished-restore';

const CHECK_MS = 5000;

export async function openDatabase(config: Config, log: Log): Promise<DatabaseServer> {
  if (existsSync(path.join(config.dataDir, UNFINISHED_RESTORE)))
    throw new StartError('A restore was interrupted in its last step: run "script/vesper restore" again.');
  if (config.databaseUrl) {
    const connection = { connectionString: config.databaseUrl };
    const owner = { connectionString: config.databaseMigrateUrl ?? config.databaseUrl };
    const unmark = markRunning(config.dataDir);
    return { connection, owner, keepRunning() {}, stop: async () => unmark() };
  }
  const directory = path.join(config.dataDir, 'postgres');
  let server = await startEmbeddedPostgres(directory, log).catch(refuseUnusableFolder(config));
  let checking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    if (timer) checking = checking.then(check);
  };
  let holder = await holdConnection(server.connection, look);
  const faults = faultsOf(log);

  async function check(): Promise<void> {
    try {
      if (!holder.alive()) {
        server = await startEmbeddedPostgres(directory, log);
        holder = await holdConnection(server.connection, look);
      }
      faults.end('embedded database');
    } catch (error) {
      const sentence = 'The embedded database is not running.';
      faults.begin('embedded database', { sentence, fields: { err: error } });
    }
    try {
      server.tendLog();
      faults.end('log of the database');
    } catch (error) {
      const sentence = 'The log of the embedded database could not be rotated.';
      faults.begin('log of the database', { sentence, fields: { err: error }, level: 'warn' });
    }
  }

  return {
    connection: { ...server.connection },
    owner: { ...server.owner },
    keepRunning() {
      timer = setInterval(look, CHECK_MS);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await checking;
      await holder.release();
      await server.stop();
    },
  };
}

export function refuseUnusableFolder({ dataDir }: Config): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (!['EACCES', 'EEXIST', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS'].includes(error.code ?? ''))
      throw error;
    const Refusal = error.code === 'ENOSPC' ? NotYetError : StartError;
    throw new Refusal(`DATA_DIR (${dataDir}) cannot be written to: ${error.message}.`);
  };
}

/** For the process's life: shows others that the server is in use, and notices at once when it goes away. */
async function holdConnection(connection: pg.ClientConfig, onLost: () => void) {
  const client = new pg.Client({ ...connection, application_name: HOLDER });
  let alive = true;
  const lost = () => {
    alive = false;
  };
  client.on('error', lost);
  client.on('end', lost);
  await client.connect();
  // Not if it never connected: the next check retries.
  client.once('end', onLost);
  return { alive: () => alive, release: () => client.end().catch(() => {}) };
}

/** Several processes may migrate at once. */
export async function migrateDatabase(
  { connection, owner }: Pick<DatabaseServer, 'connection' | 'owner'>,
  log: Log,
  tell: (sentence: string) => void = (sentence) => log.warn(sentence),
): Promise<void> {
  const site = await connect(connection, 'DATABASE_URL');
  await site.end();
  const { client, beside, end, ...own } = await connect(owner, 'DATABASE_MIGRATE_URL');
  const stop = reportLockWaits({ client: beside, pids: () => [own.pid], polled: 'migrations', tell });
  try {
    const applied = await migrate(client, { site: site.role });
    if (applied.length > 0) log.info({ applied }, 'The database was migrated to this version.');
  } finally {
    stop();
    await end();
  }
}

/** The server, machine or network is starting. Anything else is a wrong setting. */
const NOT_YET = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'ETIMEDOUT'],
  ...['57P03', '53300'],
]);

/** Twice, to notice a pooler that shares sessions. */
async function connect(connection: pg.PoolConfig, setting: string) {
  const client = await open(connection, unreachable(setting));
  const beside = await open({ ...connection, options: SESSION_OPTIONS }, refusesParameters(setting)).catch(
    async (error) => {
      await client.end();
      throw error;
    },
  );
  const end = async () => void (await Promise.all([client.end(), beside.end()]));
  try {
    const [first, other, again] = [await describe(client), await describe(beside), await describe(client)];
    if (first.pid === other.pid || first.pid !== again.pid)
      throw new StartError(
        `${setting} leads to a pooler that shares sessions between its clients: set it to session pooling, or connect to the server directly.`,
      );
    if (first.readonly === 'on')
      throw new NotYetError(
        `The database is read-only: name its primary server in ${setting}, or turn off default_transaction_read_only there.`,
      );
    return { ...first, client, beside, end };
  } catch (error) {
    await end();
    if (error instanceof StartError) throw error;
    throw new NotYetError(unreachable(setting)((error as Error).message));
  }
}

async function describe(client: pg.Client) {
  const { rows } = await client.query<{ pid: number; role: string; readonly: string }>(
    `select pg_backend_pid() as pid, current_user as role, current_setting('transaction_read_only') as readonly`,
  );
  return rows[0] ?? { pid: 0, role: '', readonly: '' };
}

const unreachable = (setting: string) => (reason: string) =>
  `The database cannot be reached (${reason}): check ${setting}.`;

const refusesParameters = (setting: string) => (reason: string) =>
  `${setting} leads to a server that refuses a second connection with the parameters "${SESSION_OPTIONS}" (${reason}): have the pooler pass them on, or connect to the server directly.`;

async function open(connection: pg.PoolConfig, sentenceOf: (reason: string) => string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'vesper-migrate' });
  // Queries get the error; without a listener a lost connection would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    // A proxy may accept the connection and close it.
    const isNotYet = NOT_YET.has(error.code ?? '') || error.message.startsWith('Connection terminated');
    const Refusal = isNotYet ? NotYetError : StartError;
    throw new Refusal(sentenceOf(error.message || `${error.code}`));
  });
  return client;
}
