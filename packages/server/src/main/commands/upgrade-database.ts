import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { recordSystemEvent } from '../../access/audit/index.ts';
import {
  exchangeClusters,
  FORMER_PLACE,
  NEW_PLACE,
  SITE_PLACE,
  versionOfCluster,
  WHOLE,
} from '../../kernel/db/cluster-folder.ts';
import { stopServer, stopUnused, syncCluster } from '../../kernel/db/cluster-servers.ts';
import { type EmbeddedServer, type ServerBuild, startEmbeddedPostgres } from '../../kernel/db/embedded.ts';
import { fillTables } from '../../kernel/db/fill-tables.ts';
import { leftBehind } from '../../kernel/db/left-behind.ts';
import { tryLock } from '../../kernel/db/locks.ts';
import { appliedMigrations, pendingMigrations, readMigrations } from '../../kernel/db/migrate.ts';
import {
  type CopiedTable,
  connectForCopies,
  copyIn,
  copyOut,
  listTables,
  readSequences,
} from '../../kernel/db/table-copy.ts';
import { systemClock } from '../../kernel/lib/clock.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { formatSize } from '../../kernel/lib/outbound/source-error.ts';
import { StartError } from '../../kernel/lib/start-error.ts';
import {
  auditFaults,
  blameRows,
  compareTables,
  DamagedError,
  finishDatabase,
  listWaitingJobs,
  meter,
  readFacts,
  refuseDifferent,
  type WaitingJob,
} from '../../upkeep/backups/index.ts';
import { prepareQueue } from '../composition/compose-queue.ts';
import { sendAgain, withDb } from '../composition/filled-database.ts';
import { operatorName } from '../processes/account.ts';

export interface UpgradeParts {
  /** The embedded database's folder. */
  directory: string;
  /** Confirms the end of the audit log. */
  anchorFile: string;
  /** Of the version that the database has. */
  programs: ServerBuild;
  log: Log;
  /** Breaks the upgrade off: it rejects, and the database is as it was. */
  signal: AbortSignal;
  /** Tells each step before it is taken, which waits for that. */
  say: (line: string) => void | Promise<void>;
}

export const IN_USE = 'The site, or a command, is using the database: stop it first.';
const OTHER_UPGRADE = 'Another upgrade of the database is running.';

/** For a server whose data is thrown away unless the upgrade comes to its end; what it has written is synced then. */
const FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};
/** Jobs that it makes whenever it likes. */
const OF_THE_QUEUE_ITSELF = '__pgboss__';
const PROGRESS_MS = 5000;

/**
 * Copies the embedded database into a new cluster of the bundled PostgreSQL, compares the two, and puts the new one in
 * the place of the former, whose new name it returns. Until then the former one is only read, by a server that nobody
 * else can reach. Killed at any point it can be run again. Throws DamagedError if the copy is not the same.
 */
export async function upgradeDatabase(parts: UpgradeParts): Promise<string> {
  const { directory, log, programs, say } = parts;
  const former = { place: FORMER_PLACE, build: programs };
  if (!(await stopUnused(directory, log, former))) throw new StartError(IN_USE);
  await say(`Starting PostgreSQL ${programs.major} so that only this command can reach it.`);
  const server = await startEmbeddedPostgres(directory, log, former).catch((error: Error) => {
    throw new StartError(`PostgreSQL ${programs.major} does not start: ${error.message}`);
  });
  const client = await connectForCopies(server.superuser);
  if (!(await tryLock(client, 'upgrade'))) {
    await client.end();
    throw new StartError(OTHER_UPGRADE);
  }
  try {
    await makeNew(parts, { server, client });
  } finally {
    await stopServer(directory, log, { ...former, mode: 'fast' });
    await client.end().catch(() => {});
  }
  return exchangeClusters(directory, programs.major, new Date());
}

interface Former {
  server: EmbeddedServer;
  /** As its superuser. */
  client: pg.Client;
}

async function makeNew(parts: UpgradeParts, former: Former): Promise<void> {
  const { directory, log, signal, say } = parts;
  const fresh = { place: NEW_PLACE };
  // Nothing else ends a long statement.
  const onAbort = () => void stopServer(directory, log, { ...fresh, mode: 'immediate' }).catch(() => {});
  await removeNew(parts);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await say('Making a new database.');
    const server = await startEmbeddedPostgres(directory, log, { ...fresh, settings: FILLING });
    signal.throwIfAborted();
    await fillNew(parts, former, server);
    await stopServer(directory, log, { ...fresh, mode: 'fast' });
    await say('Writing it to the disk.');
    await syncCluster(directory, log, fresh);
    signal.throwIfAborted();
    await say('Putting it in the place of the present one.');
    signal.throwIfAborted();
  } catch (error) {
    // What fails here is met again, and told, by the next run.
    await removeNew(parts).catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Removes what was made so far, as long as the former cluster is in its place. */
async function removeNew({ directory, log, programs }: UpgradeParts): Promise<void> {
  if (versionOfCluster(path.join(directory, SITE_PLACE.cluster)) !== programs.major)
    throw new StartError(OTHER_UPGRADE);
  await removeUnfinished(directory, log);
}

/** Removes what an upgrade has left that was killed; the site's cluster must be in its place. */
export async function removeUnfinished(directory: string, log: Log): Promise<void> {
  if (existsSync(path.join(directory, NEW_PLACE.cluster)))
    await stopServer(directory, log, { place: NEW_PLACE, mode: 'immediate' });
  for (const name of readdirSync(directory))
    if (name === WHOLE || name === NEW_PLACE.cluster || name.startsWith(`${NEW_PLACE.cluster}.`))
      await rm(path.join(directory, name), { recursive: true, force: true });
}

async function fillNew(parts: UpgradeParts, former: Former, server: EmbeddedServer): Promise<void> {
  const { say, log, signal } = parts;
  for (const sentence of await leftBehind(former.client)) await say(sentence);
  const applied = await appliedMigrations(former.client);
  pendingMigrations(readMigrations(), applied);
  await former.client.query('begin transaction isolation level repeatable read, read only');
  const client = await connectForCopies(server.owner);
  try {
    // None in a database whose first start was killed.
    if (applied.length > 0) {
      const migrations = applied.map(({ name }) => name);
      await copyTables(parts, former.client, { client, migrations });
    }
    signal.throwIfAborted();
    await say('Bringing it to this version of Vesper, and queueing the jobs that wait.');
    await finishDatabase(client, { site: server.connection.user });
  } finally {
    await client.end().catch(() => {});
  }
  await prepareQueue(server.connection, log);
  await copyJobs(await listWaitingJobs(former.client), server, log);
  signal.throwIfAborted();
  await compareAuditLogs(parts, former, server);
  await withDb(server.connection, (db) =>
    db.transaction().execute((tx) => {
      const after = { by: operatorName(), from: parts.programs.major };
      return recordSystemEvent(tx, systemClock, { action: 'database.upgrade', subject: 'PostgreSQL', after });
    }),
  );
}

async function copyTables(
  { say, signal }: UpgradeParts,
  former: pg.Client,
  { client, migrations }: { client: pg.Client; migrations: string[] },
): Promise<void> {
  const tables = await listTables(former, { all: true });
  const sequences = await readSequences(former);
  const { audit } = await readFacts(former);
  await say(`Copying ${tables.length} tables.`);
  const copied: (CopiedTable & { rows: number; plainBytes: number; plainSha256: string })[] = [];
  let underWay = () => 0;
  const timer = setInterval(() => {
    const bytes = copied.reduce((sum, { plainBytes }) => sum + plainBytes, underWay());
    void say(`  ${copied.length} of ${tables.length} tables, ${formatSize(bytes)}`);
  }, PROGRESS_MS);
  const fill = async (table: CopiedTable) => {
    const [rows, { stream, bytesSoFar, result }] = [copyOut(former, table), meter()];
    underWay = bytesSoFar;
    await pipeline(rows, stream, copyIn(client, table), { signal });
    const { bytes, sha256 } = result();
    copied.push({ ...table, rows: rows.rowCount ?? 0, plainBytes: bytes, plainSha256: sha256 });
    underWay = () => 0;
  };
  const onFilled = () => {
    clearInterval(timer);
    return say('Making indexes, and checking foreign keys.');
  };
  const contents = { migrations: migrations.map((name) => ({ name })), tables, sequences };
  await fillTables(client, contents, { fill, onFilled })
    .catch(blameRows)
    .finally(() => clearInterval(timer));
  signal.throwIfAborted();
  await say('Comparing every row of both.');
  await refuseDifferent(client, { tables: copied, audit });
  await compareTables(client, { tables: copied }, signal);
  if (!isDeepStrictEqual(await readSequences(client), sequences))
    throw new DamagedError('The sequences do not go on where they were.');
}

async function copyJobs(
  waiting: readonly WaitingJob[],
  { connection }: EmbeddedServer,
  log: Log,
): Promise<void> {
  const queues = await sendAgain(connection, waiting, log);
  const client = await connectForCopies(connection);
  const queued = await listWaitingJobs(client).finally(() => client.end());
  const ofQueues = (jobs: readonly WaitingJob[]) =>
    jobs
      .filter(({ name }) => queues.has(name) && !name.startsWith(OF_THE_QUEUE_ITSELF))
      .map((job) =>
        JSON.stringify([job.name, job.data ?? {}, job.singleton_key, job.priority, job.start_after]),
      )
      .toSorted();
  if (!isDeepStrictEqual(ofQueues(queued), ofQueues(waiting)))
    throw new DamagedError('The jobs that wait are not the same.');
}

/** Faults that were there before are told, and are no reason to stay with the former version. */
async function compareAuditLogs(
  { say, anchorFile }: UpgradeParts,
  { server }: Former,
  { connection }: EmbeddedServer,
): Promise<void> {
  const faults = await auditFaults(connection, anchorFile);
  if (faults.length === 0) return;
  if (!isDeepStrictEqual(await auditFaults(server.superuser, anchorFile), faults))
    throw new DamagedError(`The audit log is not whole any more: ${faults[0]}`);
  await say('The audit log had faults before, and has the same now:');
  for (const fault of faults) await say(`  ${fault}`);
}
