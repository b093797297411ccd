import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasCluster, refuseOtherVersion } from '../../kernel/db/cluster-folder.ts';
import { type EmbeddedServer, putClusterAside, startEmbeddedPostgres } from '../../kernel/db/embedded.ts';
import { RESTORING_MARK } from '../../kernel/db/migrate.ts';
import { embeddedVersion } from '../../kernel/db/server-account.ts';
import {
  createBeside,
  dropBeside,
  isBeside,
  isInUse,
  RESTORING,
  swapDatabases,
} from '../../kernel/db/swap-database.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { StartError } from '../../kernel/lib/start-error.ts';
import { unmarkRestoring } from '../../upkeep/backups/index.ts';
import { isFolderInUse } from '../processes/running-mark.ts';
import type { Config } from '../settings/config.ts';

/** The database that a backup is restored into, and what it takes the place of. */
export interface RestoreTarget {
  /** The site's database as it is now, as its owner; undefined where there is none yet. */
  present: pg.ClientConfig | undefined;
  /** Where the new one will lie; undefined on an own server. */
  folder: string | undefined;
  /** What will be lost beside what `present` tells, in sentences. */
  unseen: string[];
  /**
   * Makes the new database, empty: connections as the owner, and as the site's role. Says where the present one was put if
   * it does not start; it stays there, whatever comes of the new one.
   */
  create(noteAside: (folder: string) => void): Promise<{ owner: pg.ClientConfig; site: pg.ClientConfig }>;
  /** Removes the new one, unless it is in the place of the present one already. */
  drop(): Promise<void>;
  /** Throws StartError unless `swap` can begin: it waits a little for commands that are about to end. */
  refuseRunning(): Promise<void>;
  /** Puts the new one in the place of the present one. Throws StartError while the site runs. */
  swap(): Promise<void>;
  /** Whether `swap` has changed nothing; false if that cannot be told. */
  isAsBefore(): Promise<boolean>;
  /** After everything else: lets the new one be used, where `swap` has not done so. */
  release(): Promise<void>;
  close(): Promise<void>;
}

export function openRestoreTarget(config: Config, log: Log): Promise<RestoreTarget> {
  return config.databaseUrl === undefined ? embeddedTarget(config, log) : ownServerTarget(config);
}

/** How long a command such as `status` may take to leave. */
const PATIENCE_MS = 5000;
const LOOK_MS = 200;
/** They show that DATA_DIR was a site's. */
const OF_FORMER_SITE = ['audit-anchor.json', 'secrets/signing-key', 'storage/videos'];
const OTHER_DATABASE =
  'The former database stays as it is, but the new one will have nothing of what has happened since, takedowns and new notices too. DATA_DIR changes: its files go into quarantine, or back, as the backup says, and its signing key and the anchor of its audit log are replaced.';
/** Its cases' keys are known from the present database alone. */
const REPLACED_KEYS =
  'Notices that have been given another key since the backup, as others of their month were erased, will be unreadable: only the former database has what that key opens.';
const NAME_FORMER = 'To keep them, name that one in FORMER_DATABASE_URL: it is only read.';
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
      for (const deadline = Date.now() + PATIENCE_MS; await isInUse(client); await sleep(LOOK_MS))
        if (Date.now() > deadline) throw new StartError(STILL_RUNS);
    });
  // That one is not broken: another command brings it to this version.
  refuseOtherVersion(path.join(directory, 'cluster'), embeddedVersion());
  const fault = isNew ? undefined : await faultOf(start);
  if (!isNew && !fault) await refuseRunning();
  return {
    present: isNew || fault ? undefined : { ...(await start()).owner },
    folder: directory,
    unseen: fault
      ? [`The present database does not start (${fault}) What it holds is not known.`, REPLACED_KEYS]
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

/** Why a database does not start; an error of the file system is not the database's. */
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

/** On an own server the operator makes the new database, and keeps the former one as long as it is of use. */
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

/** What a broken-off restore has left may be replaced; nothing else. */
async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname in ('public', 'jobs')",
  );
  if (rows.length === 0 || rows.some(({ name }) => name === RESTORING_MARK)) return;
  throw new StartError(
    'The database of DATABASE_URL is not empty: create an empty one, and name that. The former one stays as it is.',
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
