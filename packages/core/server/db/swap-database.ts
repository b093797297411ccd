import type pg from 'pg';
import { DATABASE, OWNER } from './embedded-roles.ts';

export const RESTORING = `${DATABASE}_restoring`;
export const FORMER = `${DATABASE}_former`;

/** Creates an empty database; first drops what a killed restore left. */
export async function createBeside(superuser: pg.ClientBase): Promise<void> {
  await dropBeside(superuser);
  await superuser.query(`create database ${RESTORING} owner ${OWNER}`);
}

export async function dropBeside(superuser: pg.ClientBase): Promise<void> {
  for (const name of [RESTORING, FORMER])
    await superuser.query(`drop database if exists ${name} with (force)`);
}

/** In one transaction: fails and changes nothing while the site is in use. */
export async function swapDatabases(superuser: pg.ClientBase): Promise<void> {
  await superuser.query('begin');
  try {
    await superuser.query(`alter database ${DATABASE} rename to ${FORMER}`);
    await superuser.query(`alter database ${RESTORING} rename to ${DATABASE}`);
    await superuser.query('commit');
  } catch (error) {
    await superuser.query('rollback');
    throw error;
  }
}

/** If so, nothing was swapped. */
export async function isBeside(superuser: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await superuser.query('select from pg_database where datname = $1', [RESTORING]);
  return (rowCount ?? 0) > 0;
}

export async function isInUse(superuser: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await superuser.query(
    "select from pg_stat_activity where datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid()",
    [DATABASE],
  );
  return (rowCount ?? 0) > 0;
}
