import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartError } from '../lib/start-error.ts';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../../db/migrations', import.meta.url));
/** Any number will do, so long as every process of every version takes the same lock. */
const MIGRATION_LOCK = 7_305_681;
const OLDEST_SERVER = 150_000;

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
  /** Hashes of what the file said before, and did with the same result. */
  formerSha256: readonly string[];
}

/**
 * Brings the database to the newest version: each file of db/migrations once, in the order of its number, in a
 * transaction of its own, under a lock, so that any number of processes may start at once. Returns the names
 * of those applied. Refuses a database that is older than PostgreSQL 15, newer than this code, or whose
 * applied files have changed since.
 */
export async function migrate(
  client: pg.ClientBase,
  known: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  await refuseOldServer(client);
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query(
      `create table if not exists migrations (
         name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations',
    );
    const pending = pendingMigrations(known, new Map(rows.map((row) => [row.name, row.sha256])));
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
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
  const edited = known.find(({ name, sha256, formerSha256 }) => {
    const hash = applied.get(name);
    return hash !== undefined && ![sha256, ...formerSha256].includes(hash);
  });
  if (edited)
    throw new StartError(`The migration ${edited.name} has changed since it was applied: restore its file.`);
  return known.filter((migration) => !applied.has(migration.name));
}

/** How a file that had to be mended says what it was: databases that have applied that stay as they are. */
const FORMER = /^-- Formerly: ([0-9a-f]{64})$/gm;

export function readMigrations(directory = MIGRATIONS_DIRECTORY): Migration[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(directory, name), 'utf8');
      const formerSha256 = [...sql.matchAll(FORMER)].map(([, hash = '']) => hash);
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex'), formerSha256 };
    });
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
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
