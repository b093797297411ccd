import path from 'node:path';
import { hasCluster } from '@vesper/core/db/cluster-folder.ts';
import { type DatabaseState, type Excess, inspectDatabase } from '@vesper/core/db/inspect.ts';
import { createDb, createPool } from '@vesper/core/db/pool.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { conditionsOf } from '@vesper/site/operation';
import pg from 'pg';
import { composeStorages } from '../composition/compose.ts';
import { openDatabase } from '../composition/database.ts';
import { watchDisks } from '../composition/disks.ts';
import { createSiteLook } from '../composition/site-look.ts';
import type { Config } from '../settings/config.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const OLDEST_SERVER = 150_000;
const MOST_AHEAD_MS = 2000;
const NAME = 'Database';

/** Joins or starts the embedded database, but never creates one. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !hasCluster(path.join(config.dataDir, 'postgres')))
    return [
      ok(NAME, 'There is no database yet. The first start of script/server creates it in DATA_DIR/postgres.'),
    ];
  try {
    return await inspect(config, isEmbedded ? 'The embedded database' : 'The database of DATABASE_URL');
  } catch (error) {
    const found = `The database cannot be reached: ${connectionMessage(error)}`;
    if (error instanceof StartError) return [failed(NAME, found, 'Then run script/doctor again.')];
    const todo = isEmbedded
      ? 'See DATA_DIR/postgres/server.log for why it does not start.'
      : 'Check the host, port, name, user and password in DATABASE_URL, and that the server runs.';
    return [failed(NAME, found, todo)];
  }
}

async function inspect(config: Config, which: string): Promise<Finding[]> {
  const server = await openDatabase(config, silentLog);
  try {
    const connecting = {
      ...server.connection,
      application_name: 'vesper-doctor',
      connectionTimeoutMillis: 15_000,
    };
    const client = new pg.Client(connecting);
    client.on('error', () => {});
    await client.connect();
    const state = await inspectDatabase(client).finally(() => client.end());
    const isUsable = state.pending.length === 0 && state.refusal === undefined;
    return [
      ...judgeDatabase(state, which),
      ...(isUsable ? await checkConditions(config, server.connection) : []),
    ];
  } finally {
    await server.stop();
  }
}

export function judgeDatabase(state: DatabaseState, which: string): Finding[] {
  return [
    judgeServer(state, which),
    ...judgeRole(state),
    judgeClock(state),
    judgeMigrations(state),
    judgeQueue(state),
  ];
}

const TWO_ROLES = 'Give the site its own role: docs/operations.md, "Your own PostgreSQL", has the commands.';

function judgeRole({ role, excess }: DatabaseState): Finding[] {
  if (excess.length === 0) return [ok(ROLE, `The role ${role} has only the rights that the site needs.`)];
  return excess.map((one) => {
    const { found, todo = `Run "alter role ${role} no${one}" in the database.` } = EXCESS[one];
    return warning(ROLE, `The role ${role} ${found}`, todo);
  });
}

const ROLE = 'Role';
const EXCESS: Record<Excess, { found: string; todo?: string }> = {
  superuser: {
    found: 'is a superuser: an intruder in the site has the whole server.',
    todo: TWO_ROLES,
  },
  createrole: { found: 'may create roles, which the site never does.' },
  createdb: { found: 'may create databases, which the site never does.' },
  bypassrls: { found: 'bypasses row security, which the site does not need.' },
  owner: { found: 'owns the database, and could drop it or give others access.', todo: TWO_ROLES },
  audit: {
    found: 'can change the audit log: an intruder in the site can cover it up.',
    todo: TWO_ROLES,
  },
};

function judgeServer({ serverVersion, isReplica }: DatabaseState, which: string): Finding {
  const version = `PostgreSQL ${Math.floor(serverVersion / 10_000)}.${serverVersion % 10_000}`;
  if (serverVersion < OLDEST_SERVER)
    return failed(
      NAME,
      `${which} is ${version}, which is older than 15.`,
      'Move it to PostgreSQL 15 or newer.',
    );
  if (isReplica) {
    const found = `${which} (${version}) is a replica, so it is read-only.`;
    return failed(NAME, found, 'Set DATABASE_URL to its primary server.');
  }
  return ok(NAME, `${which} answers; it is ${version}.`);
}

function judgeClock({ aheadMs }: DatabaseState): Finding {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const found = `This machine's clock is ${seconds} seconds ${aheadMs < 0 ? 'ahead of' : 'behind'} the database's.`;
  if (Math.abs(aheadMs) <= MOST_AHEAD_MS)
    return ok('Clock', "This machine's clock and the database's agree.");
  return warning(
    'Clock',
    found,
    'Synchronize both clocks over the network (NTP): signed addresses and schedules depend on them.',
  );
}

function judgeMigrations({ pending, refusal }: DatabaseState): Finding {
  if (refusal)
    return failed(
      'Migrations',
      refusal,
      'Start the version of Vesper that last used the database, or a newer one.',
    );
  if (pending.length === 0) return ok('Migrations', 'The database has this version.');
  const found = `The database lacks ${pending.length} migrations of this version, from ${pending[0]} on.`;
  return warning('Migrations', found, 'Make a backup and start script/server, which applies them.');
}

function judgeQueue({ hasQueue }: DatabaseState): Finding {
  if (hasQueue) return ok('Queue', "The queue's tables exist.");
  return warning('Queue', "The queue's tables do not exist yet.", 'Start script/server, which creates them.');
}

function connectionMessage(error: unknown): string {
  const { message, errors } = error as Error & { errors?: Error[] };
  const said = message || errors?.map((one) => one.message).join(', ') || 'it gave no reason';
  return `${said.replace(/\s+/g, ' ').replace(/[.:]$/, '')}.`;
}

/** By the doctor's own checks. */
const CHECKED_ELSEWHERE = /^(?:disk|storage|translator|mail-not-set-up)/;

/** As the running site would report; needs a migrated database. */
export async function checkConditions(config: Config, connection: pg.PoolConfig): Promise<Finding[]> {
  const options = { connection, maxConnections: 2, applicationName: 'vesper-doctor' };
  const db = createDb(createPool({ ...options, onIdleError: () => {} }));
  const storages = await composeStorages(config);
  const look = createSiteLook({
    base: { config, db, clock: systemClock, storages },
    ...{ disks: watchDisks(config), translator: undefined },
  });
  const facts = await look().finally(async () => {
    storages.close();
    await db.destroy();
  });
  const conditions = conditionsOf(facts).filter(({ key }) => !CHECKED_ELSEWHERE.test(key));
  const workers = facts.known?.operation.workers.length ?? 0;
  const running = workers === 1 ? '1 worker is running.' : `${workers} workers are running.`;
  return [
    ...(workers > 0 ? [ok('Workers', running)] : []),
    ...conditions.map(({ key, sentence, todo }) =>
      warning(key === 'no-worker' ? 'Workers' : 'Site', sentence, todo),
    ),
  ];
}
