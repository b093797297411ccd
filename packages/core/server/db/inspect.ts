import type pg from 'pg';
import { versionOfVesper } from '../lib/vesper-version.ts';
import { appliedMigrations, pendingBeside, readMigrations } from './migrate.ts';

export interface DatabaseState {
  /** 180001 is PostgreSQL 18.1. */
  serverVersion: number;
  isReplica: boolean;
  /** How far its clock is ahead of ours, accurate to half the round trip. */
  aheadMs: number;
  pending: string[];
  refusal: string | undefined;
  hasQueue: boolean;
  role: string;
  /** Rights of the role that the site does not need. */
  excess: Excess[];
}

export type Excess = 'superuser' | 'createrole' | 'createdb' | 'bypassrls' | 'owner' | 'audit';

export async function inspectDatabase(client: pg.ClientBase): Promise<DatabaseState> {
  const before = Date.now();
  const { rows } = await client.query<{
    version: number;
    replica: boolean;
    now: Date;
    queue: boolean;
  }>(
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as replica,
       clock_timestamp() as now,
       exists (select from pg_tables where schemaname = 'jobs' and tablename = 'job') as queue`,
  );
  const after = Date.now();
  const [state] = rows;
  if (!state) throw new Error('The database gave no answer.');
  return {
    serverVersion: state.version,
    isReplica: state.replica,
    aheadMs: Math.round(state.now.getTime() - (before + after) / 2),
    ...(await migrationsOf(client)),
    hasQueue: state.queue,
    ...(await roleOf(client)),
  };
}

/** A superuser has all rights; the others are not listed then. */
async function roleOf(client: pg.ClientBase): Promise<Pick<DatabaseState, 'role' | 'excess'>> {
  const { rows } = await client.query<{ role: string; superuser: boolean } & Record<Excess, boolean>>(
    `select rolname as role, rolsuper as superuser, rolcreaterole as createrole, rolcreatedb as createdb,
       rolbypassrls as bypassrls, pg_has_role(datdba, 'usage') as owner,
       coalesce((select pg_has_role(relowner, 'usage') or has_table_privilege(oid, 'update, delete, truncate')
         from pg_class where relnamespace = 'public'::regnamespace and relname = 'audit_log'), false) as audit
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  );
  const [found] = rows;
  if (!found) throw new Error('The database gave no answer.');
  if (found.superuser) return { role: found.role, excess: ['superuser'] };
  const all: Excess[] = ['createrole', 'createdb', 'bypassrls', 'owner', 'audit'];
  return { role: found.role, excess: all.filter((one) => found[one]) };
}

async function migrationsOf(client: pg.ClientBase): Promise<Pick<DatabaseState, 'pending' | 'refusal'>> {
  const applied = await appliedMigrations(client);
  try {
    const pending = pendingBeside(readMigrations(), applied, versionOfVesper()).map(({ name }) => name);
    return { pending, refusal: undefined };
  } catch (error) {
    return { pending: [], refusal: (error as Error).message };
  }
}
