import { createHmac } from 'node:crypto';
import pg from 'pg';
import { LOCKS } from './locks.ts';
import { settleOwnership } from './ownership.ts';

export const DATABASE = 'vesper';
/** Made by initdb. Earlier versions used it for everything. */
export const SUPERUSER = 'vesper';
export const OWNER = 'vesper_owner';
/** The site signs in with it; owns its tables. */
export const SITE = 'vesper_site';

/** Derived from the superuser's, so recreating a role gives the same password. */
export function passwordOf(role: string, superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(role).digest('base64url');
}

/**
 * Creates roles and database and settles ownership, also in an earlier version's cluster, where the superuser owns
 * everything. Safe concurrently and when killed.
 */
export async function prepareRoles(
  connect: (database: string) => Promise<pg.Client>,
  superuserPassword: string,
): Promise<void> {
  const cluster = await connect('postgres');
  try {
    if (await isPrepared(cluster)) return;
    await cluster.query('select pg_advisory_lock($1)', [LOCKS.roles]);
    if (await isPrepared(cluster)) return;
    for (const role of [OWNER, SITE]) await ensureRole(cluster, role, passwordOf(role, superuserPassword));
    await cluster.query(`grant ${SITE} to ${OWNER}`);
    await ensureDatabase(cluster);
    const database = await connect(DATABASE);
    try {
      await database.query('begin');
      await settleOwnership(database, { owner: OWNER, site: SITE });
      // Last: marks the preparation complete.
      await database.query(`alter database ${DATABASE} owner to ${OWNER}`);
      await database.query('commit');
    } finally {
      await database.end();
    }
  } finally {
    // Also releases the lock.
    await cluster.end();
  }
}

async function isPrepared(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_database d join pg_roles r on r.oid = datdba where datname = $1 and rolname = $2',
    [DATABASE, OWNER],
  );
  return rowCount === 1;
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (!rowCount) await client.query(`create role ${role}`);
  await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`);
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (!rowCount) await client.query(`create database ${DATABASE}`);
}
