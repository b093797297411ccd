import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type pg from 'pg';
import { NotYetError, StartError } from '../lib/start-error.ts';
import { compareVersions, versionOfVesper } from '../lib/vesper-version.ts';
import { LOCKS, tryLock } from './locks.ts';
import { settleOwnership } from './ownership.ts';
import type { Db } from './pool.ts';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../../db/migrations', import.meta.url));
const OLDEST_SERVER = 150_000;
const POLL_MS = 100;

/**
 * Readers queue behind a migration that waits for a lock: after this long it gives way, and retries. Well under
 * PostgreSQL's deadlock_timeout of a second, after which a reader in a deadlock would fail instead.
 */
const LOCK_WAIT_MS = 500;
const PATIENCE_MS = 120_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/** This table exists while a backup is restored. */
export const RESTORING_MARK = 'being_restored';

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
  /** Since the first release: the previous version, whose programs still work with this migration. */
  worksWith: string | null;
}

export interface AppliedMigration extends Pick<Migration, 'name' | 'sha256' | 'worksWith'> {}

/**
 * Applies each missing file of db/migrations once, in order, each in a transaction, under a lock: any number of processes
 * may start at once. Returns the names applied. Throws StartError for PostgreSQL below 15, an incompatible newer
 * database, edited files or an unfinished restore. Gives `site` its tables if another role migrates.
 */
export async function migrate(
  client: pg.ClientBase,
  {
    known = readMigrations(),
    site,
    isRestoring = false,
    version = versionOfVesper(),
    patienceMs = PATIENCE_MS,
  }: MigrateOptions = {},
): Promise<string[]> {
  await refuseOldServer(client);
  if (!isRestoring) await refuseHalfRestored(client);
  // Poll: a waiting query has a snapshot, which would block building an index concurrently.
  while (!(await tryLock(client, 'migrations'))) await sleep(POLL_MS);
  try {
    const applied = await appliedMigrations(client);
    const pending = pendingBeside(known, applied, version);
    if (pending.length > 0) {
      await refuseLowlyRole(client, pending);
      await client.query(MIGRATIONS_TABLE);
    }
    for (const migration of pending) await apply(client, migration, patienceMs);
    // We do not know what a newer version withholds from the site's role.
    const isNewer = applied.length > known.length;
    if (!isNewer) await handOver(client, site);
    return pending.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migrations]);
  }
}

interface MigrateOptions {
  known?: readonly Migration[];
  site?: string;
  isRestoring?: boolean;
  version?: string;
  /** How long to retry a migration that gets no lock. */
  patienceMs?: number;
}

const SELECT_APPLIED =
  'select name, sha256, works_with as "worksWith" from migrations order by name collate "C"';

export async function appliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query(
    "select from pg_tables where tablename = 'migrations' and schemaname = 'public'",
  );
  if (tables.length === 0) return [];
  const { rows } = await client.query<AppliedMigration>(SELECT_APPLIED);
  return rows;
}

/** Migrations that starting this version would apply; none after a compatible newer version. Throws StartError if incompatible. */
export function pendingBeside(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  version: string,
): Migration[] {
  const names = new Set(known.map(({ name }) => name));
  const newer = applied.filter(({ name }) => !names.has(name));
  const foreign = newer.find(({ worksWith }) => worksWith === null);
  if (foreign) throw unknownMigration(foreign.name);
  for (const { name, worksWith } of newer)
    if (worksWith !== null && compareVersions(worksWith, version) > 0)
      throw new StartError(
        `The database is too new for this version, ${version}: its migration ${name} works with ${worksWith} and later. Start one of these, or restore a backup made before the upgrade.`,
      );
  const pending = pendingMigrations(
    known,
    applied.filter(({ name }) => names.has(name)),
  );
  const [other] = newer;
  if (other && pending.length > 0) throw unknownMigration(other.name);
  return pending;
}

/** Whether a newer version has migrated since this program started: null if not; `refusal` says if it is incompatible. */
export async function findNewer(
  db: Db,
  known: readonly Migration[],
  version = versionOfVesper(),
): Promise<{ refusal: string | null } | null> {
  const { rows: applied } = await sql.raw<AppliedMigration>(SELECT_APPLIED).execute(db);
  if (applied.length <= known.length) return null;
  try {
    pendingBeside(known, applied, version);
    return { refusal: null };
  } catch (error) {
    return { refusal: (error as Error).message };
  }
}

function unknownMigration(name: string): StartError {
  return new StartError(
    `The database has the migration ${name}, which this version does not know: start a newer version.`,
  );
}

/** Throws StartError if the two contradict each other. */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly Pick<Migration, 'name' | 'sha256'>[],
): Migration[] {
  const names = new Set(known.map((migration) => migration.name));
  const foreign = applied.find(({ name }) => !names.has(name));
  if (foreign) throw unknownMigration(foreign.name);
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  const edited = known.find(({ name, sha256 }) => (hashes.get(name) ?? sha256) !== sha256);
  if (edited)
    throw new StartError(`The migration ${edited.name} has changed since it was applied: restore its file.`);
  return known.filter((migration) => !hashes.has(migration.name));
}

export function readMigrations(directory = MIGRATIONS_DIRECTORY): Migration[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
    .map((name) => asMigration(name, readFileSync(path.join(directory, name), 'utf8')));
}

export function asMigration(name: string, sql: string): Migration {
  const worksWith = /^-- works with: (\d+\.\d+\.\d+)\n/.exec(sql)?.[1] ?? null;
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex'), worksWith };
}

async function apply(client: pg.ClientBase, migration: Migration, patienceMs: number): Promise<void> {
  try {
    const index = concurrentIndex(migration);
    if (index) await applyConcurrently(client, migration, index);
    else await applyPatiently(client, migration, Date.now() + patienceMs);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

const MIGRATIONS_TABLE = `
  create table if not exists migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now(), works_with text)`;

/** Retries on lock timeouts and deadlocks. */
async function applyPatiently(client: pg.ClientBase, migration: Migration, until: number): Promise<void> {
  for (;;) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
      await client.query(migration.sql);
      await noteApplied(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as pg.DatabaseError).code ?? '')) throw error;
      if (Date.now() > until)
        throw new NotYetError(
          `The migration ${migration.name} could not get its lock: a long query (such as a backup) holds it. Nothing was changed; try again later.`,
        );
    }
    await sleep(LOCK_WAIT_MS);
  }
}

/** The index that the file builds concurrently, as its only statement. */
export function concurrentIndex({ sql }: Pick<Migration, 'sql'>): string | undefined {
  const [, name] =
    /^(?:--[^\n]*\n|\s)*create (?:unique )?index concurrently (\w+) on [^;]+;\s*$/i.exec(sql) ?? [];
  return name;
}

/** Outside a transaction: first removes what a killed attempt left. */
async function applyConcurrently(client: pg.ClientBase, migration: Migration, index: string): Promise<void> {
  await client.query(`drop index concurrently if exists ${index}`);
  await client.query(migration.sql);
  await noteApplied(client, migration);
}

async function noteApplied(client: pg.ClientBase, { name, sha256, worksWith }: Migration): Promise<void> {
  const row = [name, sha256, worksWith];
  await client.query('insert into migrations (name, sha256, works_with) values ($1, $2, $3)', row);
}

/** The site's own role may only read which migrations there are. */
async function refuseLowlyRole(client: pg.ClientBase, pending: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce(
       (select pg_has_role(tableowner, 'usage') from pg_tables
        where schemaname = 'public' and tablename = 'migrations'),
       has_schema_privilege('public', 'create')) as may`,
  );
  if (rows[0]?.may) return;
  throw new StartError(
    `The database lacks ${pending.length} migrations that this role may not apply: for this start, set DATABASE_MIGRATE_URL to the role that owns the database.`,
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
    `The role of DATABASE_MIGRATE_URL cannot give the tables to that of DATABASE_URL: run "grant ${site} to ${found?.owner}" in the database.`,
  );
}

async function refuseHalfRestored(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_tables where schemaname = 'public' and tablename = $1",
    [RESTORING_MARK],
  );
  if (rowCount)
    throw new StartError(
      'Restoring a backup into this database was interrupted: run "script/vesper restore" again.',
    );
}

async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_SERVER) {
    throw new StartError(
      `The database server is PostgreSQL ${Math.floor(version / 10_000)}: Vesper needs 15 or newer.`,
    );
  }
}
