import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { recordSystemEvent } from '@vesper/access/audit';
import {
  exchangeClusters,
  FORMER_PLACE,
  NEW_PLACE,
  SITE_PLACE,
  versionOfCluster,
  WHOLE,
} from '@vesper/core/db/cluster-folder.ts';
import { leftBehind, stopServer, stopUnused, syncCluster } from '@vesper/core/db/cluster-servers.ts';
import { type ServerBuild, startEmbeddedPostgres } from '@vesper/core/db/embedded.ts';
import { fillTables } from '@vesper/core/db/fill-tables.ts';
import { tryLock } from '@vesper/core/db/locks.ts';
import { appliedMigrations, pendingMigrations, readMigrations } from '@vesper/core/db/migrate.ts';
import {
  type CopiedTable,
  connectForCopies,
  copyIn,
  copyOut,
  listTables,
  readSequences,
} from '@vesper/core/db/table-copy.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { formatSize } from '@vesper/core/lib/outbound/source-error.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { blameRows, compareTables, finishDatabase, listWaitingJobs, meter } from '@vesper/upkeep/backups';
import type pg from 'pg';
import { prepareQueue } from '../composition/compose-queue.ts';
import { sendAgain, withDb } from '../composition/filled-database.ts';
import { operatorName } from '../processes/account.ts';

export interface UpgradeParts {
  directory: string;
  programs: ServerBuild;
  log: Log;
  /** Cancels: it rejects, and the database is unchanged. */
  signal: AbortSignal;
  /** Announces each step, and is awaited. */
  say: (line: string) => void | Promise<void>;
}

const IN_USE = 'The site, or a command, is using the database: stop it first.';
const OTHER_UPGRADE = 'Another upgrade of the database is running.';

/** Fast, as the data is thrown away unless the upgrade completes, and synced then. */
const FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};
const PROGRESS_MS = 5000;

/**
 * Copies the embedded database into a new cluster, compares both, and swaps them; returns the former one's new name.
 * Until then it is only read, by a server nobody else reaches. Repeatable after a kill. Throws DamagedError if they differ.
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
    await makeNew(parts, client);
  } finally {
    await stopServer(directory, log, { ...former, mode: 'fast' });
    await client.end().catch(() => {});
  }
  return exchangeClusters(directory, programs.major, new Date());
}

async function makeNew(parts: UpgradeParts, former: pg.Client): Promise<void> {
  const { directory, log, programs, signal, say } = parts;
  const place = NEW_PLACE;
  if (versionOfCluster(path.join(directory, SITE_PLACE.cluster)) !== programs.major)
    throw new StartError(OTHER_UPGRADE);
  await removeUnfinished(directory, log);
  try {
    await say('Creating a new database.');
    const { owner, connection } = await startEmbeddedPostgres(directory, log, { place, settings: FILLING });
    for (const sentence of await leftBehind(former)) await say(sentence);
    await fillNew(parts, former, owner, connection.user);
    await prepareQueue(connection, log);
    await sendAgain(connection, await listWaitingJobs(former), log);
    await withDb(connection, (db) =>
      db.transaction().execute((tx) => {
        const after = { by: operatorName(), from: programs.major };
        return recordSystemEvent(tx, systemClock, {
          action: 'database.upgrade',
          subject: 'PostgreSQL',
          after,
        });
      }),
    );
    await stopServer(directory, log, { place, mode: 'fast' });
    await say('Writing it to disk.');
    await syncCluster(directory, log, { place });
    await say('Replacing the present one.');
    signal.throwIfAborted();
  } catch (error) {
    // The next run retries this and reports a failure.
    await removeUnfinished(directory, log).catch(() => {});
    throw error;
  }
}

/** Left by a killed upgrade; the site's cluster must be in its place. */
export async function removeUnfinished(directory: string, log: Log): Promise<void> {
  if (existsSync(path.join(directory, NEW_PLACE.cluster)))
    await stopServer(directory, log, { place: NEW_PLACE, mode: 'immediate' });
  for (const name of readdirSync(directory))
    if (name === WHOLE || name === NEW_PLACE.cluster || name.startsWith(`${NEW_PLACE.cluster}.`))
      await rm(path.join(directory, name), { recursive: true, force: true });
}

/** Same tables, migrated to this version. `owner` has an empty database. */
async function fillNew(
  { say, signal }: UpgradeParts,
  former: pg.Client,
  owner: pg.ClientConfig,
  site: string,
): Promise<void> {
  const migrations = await appliedMigrations(former);
  pendingMigrations(readMigrations(), migrations);
  await former.query('begin transaction isolation level repeatable read, read only');
  const client = await connectForCopies(owner, signal);
  try {
    // None after a killed first start.
    if (migrations.length > 0) {
      const contents = {
        migrations,
        tables: await listTables(former, { all: true }),
        sequences: await readSequences(former),
      };
      await say(`Copying ${contents.tables.length} tables.`);
      const fill = copier(contents.tables.length, former, client, { say, signal });
      const onFilled = () => say('Creating indexes and checking foreign keys.');
      await fillTables(client, contents, { fill: fill.table, onFilled }).catch(blameRows);
      await say('Comparing all rows.');
      await compareTables(client, { tables: fill.copied }, signal);
    }
    await say('Migrating it to this version of Vesper and queueing waiting jobs.');
    await finishDatabase(client, { site });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Hashes each table on the way. */
function copier(
  tables: number,
  former: pg.Client,
  client: pg.Client,
  { say, signal }: Pick<UpgradeParts, 'say' | 'signal'>,
) {
  const copied: Parameters<typeof compareTables>[1]['tables'][number][] = [];
  let [bytesCopied, toldAt] = [0, Date.now()];
  return {
    copied,
    async table(table: CopiedTable): Promise<void> {
      const { stream, result } = meter();
      await pipeline(copyOut(former, table), stream, copyIn(client, table), { signal });
      const { bytes, sha256 } = result();
      copied.push({ ...table, plainBytes: bytes, plainSha256: sha256 });
      bytesCopied += bytes;
      if (Date.now() - toldAt < PROGRESS_MS) return;
      toldAt = Date.now();
      await say(`  ${copied.length} of ${tables} tables, ${formatSize(bytesCopied)}`);
    },
  };
}
