import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCluster, refuseOtherVersion } from '@vesper/core/db/cluster-folder.ts';
import { type EmbeddedServer, putClusterAside, startEmbeddedPostgres } from '@vesper/core/db/embedded.ts';
import { RESTORING_MARK } from '@vesper/core/db/migrate.ts';
import { embeddedVersion } from '@vesper/core/db/server-account.ts';
import {
  createBeside,
  dropBeside,
  isBeside,
  isInUse,
  RESTORING,
  swapDatabases,
} from '@vesper/core/db/swap-database.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { unmarkRestoring } from '@vesper/upkeep/backups';
import pg from 'pg';
import { isFolderInUse } from '../processes/running-mark.ts';
import type { Config } from '../settings/config.ts';

/** The new database, and the present one. */
export interface RestoreTarget {
  present: pg.ClientConfig | undefined;
  folder: string | undefined;
  /** Losses beside those in `present`, in sentences. */
  unseen: string[];
  /** Creates the new, empty database. If the present one does not start, reports where it was moved; it stays there. */
  create(noteAside: (folder: string) => void): Promise<{ owner: pg.ClientConfig; site: pg.ClientConfig }>;
  /** Removes the new one, unless swapped in. */
  drop(): Promise<void>;
  /** Throws StartError unless `swap` can begin; waits a little for commands that are ending. */
  refuseRunning(): Promise<void>;
  /** Throws StartError while the site runs. */
  swap(): Promise<void>;
  /** Whether `swap` certainly changed nothing. */
  isAsBefore(): Promise<boolean>;
  /** Last: opens the new database for use, if `swap` has not. */
  release(): Promise<void>;
  close(): Promise<void>;
}

export function openRestoreTarget(config: Config, log: Log): Promise<RestoreTarget> {
  return config.databaseUrl === undefined ? embeddedTarget(config, log) : ownServerTarget(config);
}

/** For commands such as `status` to end. */
const PATIENCE_MS = 5000;
const POLL_MS = 200;
/** Traces of a site in DATA_DIR. */
const OF_FORMER_SITE = ['audit-anchor.json', 'secrets/signing-key', 'storage/videos'];
const OTHER_DATABASE =
  'The former database stays unchanged, but the new one will lack everything since the backup, including takedowns and new notices. DATA_DIR changes: files move into and out of quarantine to match the backup, and the signing key and the anchor of the audit log are replaced.';
/** Only the present database knows its cases' keys. */
const REPLACED_KEYS =
  'Notices whose key was replaced since the backup, because others of their month were erased, will be unreadable: only the former database holds them sealed with the new key.';
const NAME_FORMER = 'To keep them, set FORMER_DATABASE_URL to that database: it is only read.';
const FOLDER_IN_USE = 'The site, or a command, is using this DATA_DIR: stop it first.';
const STILL_RUNS = 'The site, or a command, is using the database: stop it first.';

async function embeddedTarget({ dataDir }: Config, log: Log): Promise<RestoreTarget> {
  const directory = path.join(dataDir, 'postgres');
  const isNew = !hasCluster(directory);
  let server: EmbeddedServer | undefined;
  const start = async () => {
    server ??= await startEmbeddedPostgres(directory, log);
    return server;
  };
  const asSuperuser = async <T>(act: (client: pg.Client) => Promise<T>) =>
    withClient({ ...(await start()).superuser, database: 'postgres' }, act);
  const refuseRunning = () =>
    asSuperuser(async (client) => {
      for (const deadline = Date.now() + PATIENCE_MS; await isInUse(client); await sleep(POLL_MS))
        if (Date.now() > deadline) throw new StartError(STILL_RUNS);
    });
  // Not broken: another command upgrades it.
  refuseOtherVersion(path.join(directory, 'cluster'), embeddedVersion());
  const fault = isNew ? undefined : await faultOf(start);
  if (!isNew && !fault) await refuseRunning();
  return {
    present: isNew || fault ? undefined : { ...(await start()).owner },
    folder: directory,
    unseen: fault
      ? [`The present database does not start (${fault}) Its contents are unknown.`, REPLACED_KEYS]
      : [],
    async create(noteAside) {
      if (fault) noteAside(putClusterAside(directory, log, new Date()));
      await asSuperuser(createBeside);
      const { owner, connection } = await start();
      return { owner: { ...owner, database: RESTORING }, site: { ...connection, database: RESTORING } };
    },
    drop: () => asSuperuser(dropBeside),
    refuseRunning,
    async swap() {
      const { owner } = await start();
      await withClient({ ...owner, database: RESTORING }, unmarkRestoring);
      await asSuperuser(swapDatabases);
      await asSuperuser(dropBeside);
    },
    isAsBefore: () => asSuperuser(isBeside),
    async release() {},
    close: async () => server?.stop(),
  };
}

/** Throws file system errors, which are not the database's fault. */
async function faultOf(start: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await start();
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code ?? '')) throw error;
    return message;
  }
}

/** The operator creates the new database, and keeps the former one. */
async function ownServerTarget({
  dataDir,
  databaseUrl,
  databaseMigrateUrl = databaseUrl,
  formerDatabaseUrl,
}: Config): Promise<RestoreTarget> {
  const [owner, site] = [{ connectionString: databaseMigrateUrl }, { connectionString: databaseUrl }];
  const refuseRunning = async () => {
    if (isFolderInUse(dataDir)) throw new StartError(FOLDER_IN_USE);
  };
  await refuseRunning();
  await withClient(owner, refuseFull);
  const isUsed = OF_FORMER_SITE.some((name) => existsSync(path.join(dataDir, name)));
  return {
    present: formerDatabaseUrl === undefined ? undefined : { connectionString: formerDatabaseUrl },
    folder: undefined,
    unseen: [
      ...(isUsed ? [OTHER_DATABASE] : []),
      ...(isUsed && formerDatabaseUrl === undefined ? [`${REPLACED_KEYS} ${NAME_FORMER}`] : []),
    ],
    async create() {
      await withClient(owner, emptySchemas);
      return { owner, site };
    },
    drop: () => withClient(owner, emptySchemas),
    refuseRunning,
    async swap() {},
    isAsBefore: async () => true,
    release: () => withClient(owner, unmarkRestoring),
    async close() {},
  };
}

/** Only an interrupted restore may be replaced. */
async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname in ('public', 'jobs')",
  );
  if (rows.length === 0 || rows.some(({ name }) => name === RESTORING_MARK)) return;
  throw new StartError(
    'The database of DATABASE_URL is not empty: create an empty one and name that instead. The former one stays unchanged.',
  );
}

async function emptySchemas(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists jobs cascade');
  await client.query(
    `do $$ declare found record; begin
       for found in select oid::regclass as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') loop
         execute format('drop %s if exists %s cascade',
           case (select relkind from pg_class where oid = found.name) when 'v' then 'view' else 'table' end, found.name);
       end loop;
       for found in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace loop
         execute format('drop routine if exists %s cascade', found.name);
       end loop;
     end $$`,
  );
}

async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'vesper-restore' });
  await client.connect().catch((error: Error) => {
    throw new StartError(`The database cannot be reached: ${error.message}.`);
  });
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
