import { createHmac } from 'node:crypto';
import pg from 'pg';
import { LOCKS } from './locks.ts';
import { settleOwnership } from './ownership.ts';

export const DATABASE = 'vesper';
/** Made by initdb. In clusters of earlier versions the site used it for everything. */
export const SUPERUSER = 'vesper';
/** Owns the database and the audit log, and applies migrations. */
export const OWNER = 'vesper_owner';
/** The role that the site signs in with: it owns its tables. */
export const SITE = 'vesper_site';

/** Derived from the superuser's password, so that creating a role again gives the same one. */
export function passwordOf(role: string, superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(role).digest('base64url');
}

/**
 * Creates the two roles and the database, and gives each what belongs to it, also in a cluster of an earlier version,
 * where everything belongs to the superuser. Several processes may do so at once, and be killed at any point.
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
      // Last: it tells the next start that all of this is done.
      await database.query(`alter database ${DATABASE} owner to ${OWNER}`);
      await database.query('commit');
    } finally {
      await database.end();
    }
  } finally {
    // Also gives the lock back.
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

/** A new role may only sign in. */
async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (!rowCount) await client.query(`create role ${role}`);
  await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`);
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (!rowCount) await client.query(`create database ${DATABASE}`);
}
