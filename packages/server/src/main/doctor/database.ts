import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type DatabaseState, type Excess, inspectDatabase } from '../../kernel/db/inspect.ts';
import { silentLog } from '../../kernel/lib/log.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../database.ts';
import { type Finding, failed, ok, warning } from './finding.ts';
import { checkWorkers } from './workers.ts';

const OLDEST_SERVER = 150_000;
const MOST_AHEAD_MS = 2000;
const NAME = 'Database';

/** Joins or starts the embedded database, as the command line does; one that was never made is not made here either. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !existsSync(path.join(config.dataDir, 'postgres', 'cluster', 'PG_VERSION')))
    return [
      ok(NAME, 'There is no database yet: the first start of script/server makes one in DATA_DIR/postgres.'),
    ];
  try {
    return await inspect(config, isEmbedded ? 'The embedded database' : 'The database of DATABASE_URL');
  } catch (error) {
    const found = `The database cannot be reached: ${connectionMessage(error)}`;
    const todo = isEmbedded
      ? 'Look into DATA_DIR/postgres/server.log, which says why it does not start.'
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
      ...(isUsable ? [await checkWorkers(config, server.connection)] : []),
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

const TWO_ROLES =
  'Give the site a role of its own: docs/operations.md, "An own PostgreSQL", has the commands.';

function judgeRole({ role, excess }: DatabaseState): Finding[] {
  if (excess.length === 0) return [ok(ROLE, `The role ${role} may do what the site needs, and no more.`)];
  return excess.map((one) => {
    const { found, todo = `Run "alter role ${role} no${one}" in the database.` } = EXCESS[one];
    return warning(ROLE, `The role ${role} ${found}`, todo);
  });
}

const ROLE = 'Role';
const EXCESS: Record<Excess, { found: string; todo?: string }> = {
  superuser: {
    found: 'is a superuser: whoever gets into the site has the whole server.',
    todo: TWO_ROLES,
  },
  createrole: { found: 'may make roles, which the site never does.' },
  createdb: { found: 'may make databases, which the site never does.' },
  bypassrls: { found: 'passes by row security, which the site does not need.' },
  owner: { found: 'owns the database, and could drop it or let others in.', todo: TWO_ROLES },
  audit: { found: 'can change the audit log: whoever gets into the site can cover it up.', todo: TWO_ROLES },
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
    const found = `${which} (${version}) follows another server, so nothing can be written to it.`;
    return failed(NAME, found, 'Name the server that it follows in DATABASE_URL.');
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
    'Have both set their clocks over the network (NTP): signed addresses and schedules go by them.',
  );
}

function judgeMigrations({ pending, refusal }: DatabaseState): Finding {
  if (refusal)
    return failed(
      'Migrations',
      refusal,
      'Start the version of Vesper that the database was last used with, or a newer one.',
    );
  if (pending.length === 0) return ok('Migrations', 'The database is of this version.');
  const found = `The database lacks ${pending.length} of this version's migrations, the first ${pending[0]}.`;
  return warning('Migrations', found, 'Make a backup and start script/server, which applies them.');
}

function judgeQueue({ hasQueue }: DatabaseState): Finding {
  if (hasQueue) return ok('Queue', "The queue's tables are there.");
  return warning('Queue', "The queue's tables are not there yet.", 'Start script/server, which makes them.');
}

function connectionMessage(error: unknown): string {
  const { message, errors } = error as Error & { errors?: Error[] };
  const said = message || errors?.map((one) => one.message).join(', ') || 'it gave no reason';
  return `${said.replace(/\s+/g, ' ').replace(/[.:]$/, '')}.`;
}
