import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { runProcess, startDaemon } from '../lib/run-process.ts';
import { StartError } from '../lib/start-error.ts';
import { finishExchange, type Place, refuseOtherVersion, SITE_PLACE } from './cluster-folder.ts';
import { DATABASE, OWNER, passwordOf, prepareRoles, SITE, SUPERUSER } from './embedded-roles.ts';
import {
  asServerAccount,
  embeddedBinaries,
  embeddedVersion,
  passableBinaries,
  type ServerAccount,
  type ServerBinaries,
  serverAccount,
} from './server-account.ts';
import { hasServer, isRunning, pidFileOf, removeStalePidFile } from './stale-pid-file.ts';

export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedOptions {
  settings?: Record<string, string>;
  /** Default: the bundled one. An upgrade also runs the former version's. */
  build?: ServerBuild;
  place?: Place;
}

export interface ServerBuild extends ServerBinaries {
  major: string;
  localeOptions: readonly string[];
}

export interface EmbeddedServer {
  connection: EmbeddedConnection;
  owner: EmbeddedConnection;
  superuser: EmbeddedConnection;
  tendLog(): void;
  /** Stops the server unless another process uses it: the last one to leave stops it. */
  stop(): Promise<void>;
}

export interface Cluster {
  dataDir: string;
  socketDir: string;
  logFile: string;
  passwordFile: string;
  binDir: string;
  localeOptions: readonly string[];
  account: ServerAccount;
  log: Log;
}

/** The superuser's, inside the cluster's folder, so that both are moved and deleted together. */
const PASSWORD_FILE = 'vesper-password';
/** The application name of the connection a process holds for life. */
export const HOLDER = 'vesper-hold';
/** Only names the socket file; there is no network port. */
const SOCKET_PORT = 5432;
/** sockaddr_un holds 108 bytes on Linux and 104 on macOS, the file name `/.s.PGSQL.5432` included. */
const MAX_SOCKET_DIR_BYTES = 88;

/**
 * Starts PostgreSQL in `directory`, or joins the server that runs there, for instance after the site was killed. No
 * network port: a unix socket in the folder, and a generated password in a file of mode 600.
 */
export async function startEmbeddedPostgres(
  directory: string,
  log: Log,
  { settings = {}, build = ownBuild(), place = SITE_PLACE }: EmbeddedOptions = {},
): Promise<EmbeddedServer> {
  const cluster = await openCluster(path.resolve(directory), log, { build, place });
  refuseOtherVersion(cluster.dataDir, build.major);
  if (!existsSync(path.join(cluster.dataDir, 'PG_VERSION'))) await initialise(cluster, settings);
  const superuser = connectionTo(cluster);
  if (!(await answers(cluster, superuser))) {
    removeStalePidFile(cluster.dataDir, cluster.log);
    await startServer(cluster, superuser, settings);
  }
  await prepareRoles((database) => connectTo({ ...superuser, database }), superuser.password);
  const as = (user: string) => ({ ...superuser, user, password: passwordOf(user, superuser.password) });
  return {
    connection: as(SITE),
    owner: as(OWNER),
    superuser,
    tendLog: () => boundLog(cluster.logFile),
    async stop() {
      await stopIfLast(cluster, superuser);
    },
  };
}

/** Moves a broken cluster away and returns where. Throws StartError while a server may use it. */
export function putClusterAside(directory: string, log: Log, now: Date): string {
  const cluster = path.join(path.resolve(directory), 'cluster');
  removeStalePidFile(cluster, log);
  if (existsSync(pidFileOf(cluster)))
    throw new StartError('The current database is running but does not answer: stop it first.');
  const aside = path.join(directory, `broken-${now.toISOString().replaceAll(':', '-')}`);
  renameSync(cluster, aside);
  return aside;
}

export async function openCluster(
  directory: string,
  log: Log,
  { build = ownBuild(), place = SITE_PLACE }: Pick<EmbeddedOptions, 'build' | 'place'>,
): Promise<Cluster> {
  mkdirSync(directory, { recursive: true });
  finishExchange(directory);
  const account = await serverAccount(directory, log);
  const socketDir = shortSocketDirectory(directory, place);
  const dataDir = path.join(directory, place.cluster);
  const cluster: Cluster = {
    dataDir,
    socketDir,
    logFile: path.join(directory, 'server.log'),
    passwordFile: path.join(dataDir, PASSWORD_FILE),
    binDir: passableBinaries(build, account),
    localeOptions: build.localeOptions,
    account,
    log,
  };
  for (const folder of [directory, socketDir]) {
    mkdirSync(folder, { recursive: true });
    // Earlier versions left the log readable by others.
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
  }
  return cluster;
}

/** Renamed when complete: of two processes starting at once, one wins. */
async function initialise(cluster: Cluster, { fsync }: Record<string, string>): Promise<void> {
  cluster.log.info('Creating the database (first start).');
  removeHalfMade(cluster);
  const building = `${cluster.dataDir}.${randomBytes(6).toString('hex')}`;
  const passwordFile = `${building}.password`;
  const { uid, gid } = cluster.account;
  try {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (uid !== undefined) chownSync(passwordFile, uid, gid ?? uid);
    await runServerTool(cluster, 'initdb', [
      `--pgdata=${building}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...cluster.localeOptions,
      '--no-instructions',
      ...(fsync === 'off' ? ['--no-sync'] : []),
    ]);
    await rename(passwordFile, path.join(building, PASSWORD_FILE));
    await rename(building, cluster.dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

/** Unicode order and case, independent of the machine's locales. */
function ownBuild(): ServerBuild {
  const localeOptions = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return { ...embeddedBinaries(), localeOptions, major: embeddedVersion() };
}

const HALF_MADE_MS = 10 * 60_000;
/** Enough for a crash recovery. */
const START_TIMEOUT_MS = 120_000;
/** After this many immediate exits in a row it is broken. */
const MAX_STARTS = 20;

const MB = 2 ** 20;

/** An eighth of the memory: the rest is for the processes, ffmpeg and the system's cache, which also serves pages. */
export function sharedBuffers(memoryBytes: number): string {
  return `${Math.round(Math.min(Math.max(memoryBytes / 8, 256 * MB), 2048 * MB) / MB)}MB`;
}

/** Retries: after a kill its children may still hold the data, and two processes may start at once. */
async function startServer(
  cluster: Cluster,
  connection: EmbeddedConnection,
  overrides: Record<string, string>,
): Promise<void> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: quotedListItem(cluster.socketDir),
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    max_connections: '200',
    shared_buffers: sharedBuffers(Math.min(totalmem(), process.constrainedMemory() || Infinity)),
    random_page_cost: '1.1',
    // PostgreSQL 18 hangs for ever if its own restart's recovery is killed too. The site restarts it.
    restart_after_crash: 'off',
    // Errors reach the client and may contain visitors' data; the log has only the server's own events.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // The embedded build lacks it.
    jit: 'off',
    ...overrides,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let tries = 0; tries < MAX_STARTS && Date.now() < deadline; tries += 1) {
    const pid = await startServerProcess(cluster, ['-D', cluster.dataDir, ...options]);
    if (await waitUntilAnswers(connection, deadline - Date.now(), () => isRunning(pid))) return;
    if (await answers(cluster, connection)) return;
    removeStalePidFile(cluster.dataDir, cluster.log);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`The embedded database did not start; its log is ${cluster.logFile}.`);
}

const MAX_LOG_BYTES = 5_000_000;

/** Keeps one old log. Emptied, not renamed: the server holds the file open. */
function boundLog(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) <= MAX_LOG_BYTES) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile);
}

/** PostgreSQL's list syntax: a name with a comma or quote is quoted. */
function quotedListItem(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

/** Whether the server has stopped; false if unsure. */
export async function stopIfLast(cluster: Cluster, connection: EmbeddedConnection): Promise<boolean> {
  if (await othersAreConnected(connection)) return false;
  await runServerTool(cluster, 'pg_ctl', [
    'stop',
    `--pgdata=${cluster.dataDir}`,
    '--mode=fast',
    '--wait',
  ]).catch((error: unknown) => cluster.log.warn({ err: error }, 'The embedded database was not stopped.'));
  return !existsSync(pidFileOf(cluster.dataDir));
}

/** Retries: connections of ended processes linger for a moment. A holder's connection is conclusive. */
async function othersAreConnected(connection: EmbeddedConnection): Promise<boolean> {
  try {
    return await withClient(connection, async (client) => {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const { rows } = await client.query<{ name: string }>(
          `select application_name as name from pg_stat_activity
           where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        );
        if (rows.length === 0) return false;
        if (attempt > 0 && rows.some(({ name }) => name === HOLDER)) return true;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return true;
    });
  } catch {
    // In doubt, leave it running.
    return true;
  }
}

async function answers({ dataDir }: Cluster, connection: EmbeddedConnection): Promise<boolean> {
  if (!existsSync(path.join(connection.host, `.s.PGSQL.${SOCKET_PORT}`))) return false;
  try {
    await ping(connection);
    return true;
  } catch (error) {
    // Starting or recovering: wait, unless it was shutting down.
    if ((error as { code?: string }).code === '57P03')
      return waitUntilAnswers(connection, START_TIMEOUT_MS, () => hasServer(dataDir));
    return false;
  }
}

async function waitUntilAnswers(
  connection: EmbeddedConnection,
  timeoutMs: number,
  mayStill: () => boolean,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && mayStill()) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    try {
      await ping(connection);
      return true;
    } catch {
      // Not yet.
    }
  }
  return false;
}

async function ping(connection: EmbeddedConnection): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, (client) => client.query('select 1'));
}

async function withClient<T>(
  connection: EmbeddedConnection,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectTo(connection);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function connectTo(connection: EmbeddedConnection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  // Without a listener, a broken idle connection would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

export function connectionTo(cluster: Cluster): EmbeddedConnection {
  return {
    host: cluster.socketDir,
    port: SOCKET_PORT,
    user: SUPERUSER,
    password: readFileSync(cluster.passwordFile, 'utf8').trim(),
    database: DATABASE,
  };
}

/** A socket's path is limited to about 100 bytes: a deep folder gets a short one in the temporary directory. */
function shortSocketDirectory(directory: string, { socket }: Place): string {
  const near = path.join(directory, socket);
  if (Buffer.byteLength(near) <= MAX_SOCKET_DIR_BYTES) return near;
  const named = socket === SITE_PLACE.socket ? directory : near;
  const key = createHash('sha256').update(named).digest('hex').slice(0, 16);
  return path.join(tmpdir(), `vesper-pg-${key}`);
}

export async function runServerTool(
  cluster: Cluster,
  tool: string,
  args: string[],
  timeoutMs = 180_000,
): Promise<void> {
  const { file, lent, ...account } = asServerAccount(
    path.join(cluster.binDir, tool),
    cluster.dataDir,
    cluster.account,
  );
  await runProcess(file, [...lent, ...args], { ...account, timeoutMs });
}

/** Left by a killed start; a younger folder may be in use. */
function removeHalfMade({ dataDir }: Cluster): void {
  const parent = path.dirname(dataDir);
  for (const name of readdirSync(parent)) {
    const half = path.join(parent, name);
    const isHalf = name.startsWith(`${path.basename(dataDir)}.`);
    if (isHalf && Date.now() - statSync(half).mtimeMs > HALF_MADE_MS)
      rmSync(half, { recursive: true, force: true });
  }
}

async function startServerProcess(cluster: Cluster, args: string[]): Promise<number> {
  const { file, lent, ...account } = asServerAccount(
    path.join(cluster.binDir, 'postgres'),
    cluster.dataDir,
    cluster.account,
  );
  return startDaemon(file, [...lent, ...args], { ...account, logFile: cluster.logFile });
}
