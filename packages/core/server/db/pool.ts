import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';

/** The first argument of a query function: the pool, or a transaction. */
export type Db = Kysely<DB>;

export interface PoolOptions {
  connection: pg.PoolConfig;
  maxConnections: number;
  applicationName: string;
  onIdleError: (error: Error) => void;
  /** Closes a connection on which a query stays unanswered longer. By default, waits. */
  silenceMs?: number;
  onConnect?: () => void;
}

export const SESSION_OPTIONS =
  '-c timezone=UTC -c statement_timeout=60000 -c lock_timeout=20000 -c vesper.follows=on';

const TEXTS: number = 1009;
// bigint sums and counts stay far below 2^53 here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day has no time zone: as text (YYYY-MM-DD) it is the same everywhere.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// Same result as pg in half the time: lists have dozens. Other formats are left to pg.
const { TIMESTAMPTZ } = pg.types.builtins;
const [moment, texts] = [pg.types.getTypeParser(TIMESTAMPTZ), pg.types.getTypeParser(TEXTS)];
pg.types.setTypeParser(TIMESTAMPTZ, (text) =>
  /^[1-9]\d{3}-.*\+00$/.test(text) ? new Date(text) : moment(text),
);
pg.types.setTypeParser(TEXTS, (text) =>
  /^\{[^"\\{}]+\}$/.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : texts(text),
);

export function createPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    ...(options.silenceMs === undefined ? {} : { query_timeout: options.silenceMs }),
    options: SESSION_OPTIONS,
  });
  pool.on('error', (error) => {
    // pg attaches the connection, with its cancel key and query texts: too much for a log.
    delete (error as { client?: unknown }).client;
    options.onIdleError(error);
  });
  // A query in use gets the error; without a listener a lost connection would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    options.onConnect?.();
  });
  return pool;
}

/** Called after every query, with its text (without values), duration and failure. */
type OnQuery = (text: string, ms: number, failed: boolean) => void;

export function createDb(pool: pg.Pool, onQuery?: OnQuery): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    ...(onQuery
      ? {
          log: ({ level, query, queryDurationMillis }) =>
            onQuery(query.sql, queryDurationMillis, level === 'error'),
        }
      : {}),
  });
}

export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/**
 * A query whose text begins with this comment is prepared once per connection and then only executed, which halves its
 * cost. For the few hot queries whose best plan is always the same: a connection keeps each text and its plans until
 * it closes.
 */
export const PREPARED = '/* prepared */';

/** pg's message for a query that ran into `silenceMs`. */
const SILENCE = 'Query read timeout';

function preparing(pool: pg.Pool): PostgresPool {
  const statementNames = new Map<string, string>();
  // Reused: Kysely makes an object and two functions for each client it has not seen.
  const known = new WeakMap<pg.PoolClient, ReturnType<typeof preparingClient>>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const prepared = known.get(client) ?? preparingClient(client, statementNames);
      known.set(client, prepared);
      return prepared;
    },
  } as unknown as PostgresPool;
}

function preparingClient(client: pg.PoolClient, statementNames: Map<string, string>) {
  let isSilent = false;
  return {
    // With our own callback: pg assigns its own to a property, and V8 allocates such a function in the old generation,
    // where it retains the query and all rows until a major collection.
    query: (text: unknown, values?: unknown) =>
      new Promise<pg.QueryResult>((resolve, reject) => {
        const config = { name: nameOf(text as string, statementNames), text, values } as pg.QueryConfig;
        client.query(config, (error: Error | null, result) => {
          if (!error) return resolve(result);
          isSilent ||= error.message === SILENCE;
          reject(error);
        });
      }),
    // Otherwise the next query queues behind one that is never answered. Kysely sets `isBroken` if rollback failed.
    release: (isBroken = false) => client.release(isSilent || isBroken),
  };
}

/** There are about twenty. If a query's text varied, later ones would not be prepared. */
const MOST_PREPARED = 100;

function nameOf(text: string, names: Map<string, string>): string | undefined {
  if (!text.startsWith(PREPARED)) return undefined;
  let name = names.get(text);
  if (!name && names.size < MOST_PREPARED) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 24);
    names.set(text, name);
  }
  return name;
}
