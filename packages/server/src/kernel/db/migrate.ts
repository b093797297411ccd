import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartError } from '../lib/start-error.ts';
import { LOCKS } from './locks.ts';
import { settleOwnership } from './ownership.ts';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../../../db/migrations', import.meta.url));
const OLDEST_SERVER = 150_000;

/** A table that is there while a backup is restored into the database. */
export const RESTORING_MARK = 'being_restored';

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/**
 * Brings the database to the newest version: each file of db/migrations once, in the order of its number, in a
 * transaction of its own, under a lock, so that any number of processes may start at once. Returns the names
 * of those applied. Refuses a database that is older than PostgreSQL 15, newer than this code, or whose
 * applied files have changed since, or into which a backup was not restored to its end. Where `site` is another role than the connection's, it is given what belongs to it.
 */
export async function migrate(
  client: pg.ClientBase,
  { known = readMigrations(), site, isRestoring = false }: MigrateOptions = {},
): Promise<string[]> {
  await refuseOldServer(client);
  if (!isRestoring) await refuseHalfRestored(client);
  await client.query('select pg_advisory_lock($1)', [LOCKS.migrations]);
  try {
    await adoptUnreleased(client, known);
    const pending = pendingMigrations(known, await appliedMigrations(client));
    if (pending.length > 0) await refuseLowlyRole(client, pending);
    for (const migration of pending) await apply(client, migration);
    await handOver(client, site);
    return pending.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]);
  }
}

interface MigrateOptions {
  known?: readonly Migration[];
  site?: string;
  /** For the restore itself. */
  isRestoring?: boolean;
}

/** Name to hash; empty for a database that has never been migrated. */
export async function appliedMigrations(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: tables } = await client.query(
    "select from pg_tables where tablename = 'migrations' and schemaname = 'public'",
  );
  if (tables.length === 0) return new Map();
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** Those of `known` that are not `applied` (name to hash) yet; throws where the two contradict each other. */
export function pendingMigrations(
  known: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Migration[] {
  const names = new Set(known.map((migration) => migration.name));
  const foreign = [...applied.keys()].find((name) => !names.has(name));
  if (foreign) {
    throw new StartError(
      `The database has the migration ${foreign}, which this version does not know: start a newer version.`,
    );
  }
  const edited = known.find(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256);
  if (edited)
    throw new StartError(`The migration ${edited.name} has changed since it was applied: restore its file.`);
  return known.filter((migration) => !applied.has(migration.name));
}

export function readMigrations(directory = MIGRATIONS_DIRECTORY): Migration[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(directory, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Before the first release the same schema stood in 44 files: a database that has them all has the first one. */
async function adoptUnreleased(client: pg.ClientBase, [first]: readonly Migration[]): Promise<void> {
  const applied = await appliedMigrations(client);
  if (!first || applied.size !== 44 || !applied.has('0044_moving_downloads.sql')) return;
  await client.query(
    `with former as (delete from migrations where name <> $1)
     insert into migrations (name, sha256) values ($1, $2)`,
    [first.name, first.sha256],
  );
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(
      `create table if not exists migrations (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    await client.query(migration.sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** The site's own role reads which migrations there are, and applies none where another owns them. */
async function refuseLowlyRole(client: pg.ClientBase, pending: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce(
       (select pg_has_role(tableowner, 'usage') from pg_tables
        where schemaname = 'public' and tablename = 'migrations'),
       has_schema_privilege('public', 'create')) as may`,
  );
  if (rows[0]?.may) return;
  throw new StartError(
    `The database lacks ${pending.length} migrations, and this role may not apply them: name the one that owns the database with DATABASE_MIGRATE_URL, for this start.`,
  );
}

async function handOver(client: pg.ClientBase, site: string | undefined): Promise<void> {
  const { rows } = await client.query<{ owner: string }>('select current_user as owner');
  const owner = rows[0]?.owner ?? '';
  if (site === undefined || site === owner) return;
  await refuseStranger(client, site);
  await client.query('begin');
  try {
    await settleOwnership(client, { owner, site });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function refuseStranger(client: pg.ClientBase, site: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; may: boolean }>(
    "select current_user as owner, pg_has_role($1, 'usage') as may",
    [site],
  );
  const [found] = rows;
  if (found?.may) return;
  throw new StartError(
    `The role of DATABASE_MIGRATE_URL cannot give the tables to the one of DATABASE_URL: run "grant ${site} to ${found?.owner}" in the database.`,
  );
}

async function refuseHalfRestored(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = $1",
    [RESTORING_MARK],
  );
  if (rowCount)
    throw new StartError(
      'A backup was not restored into this database to its end: run "script/vesper restore" again.',
    );
}

async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_SERVER) {
    throw new Error(
      `The database server is PostgreSQL ${Math.floor(version / 10_000)}: Vesper needs 15 or newer.`,
    );
  }
}
