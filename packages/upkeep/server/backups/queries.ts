import { RESTORING_MARK } from '@vesper/core/db/migrate.ts';
import type { ErasedRow } from '@vesper/core/db/sealed/queries.ts';
import pg from 'pg';

/** Waiting and running jobs. None before the first start. */
export async function jobsQuery(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('jobs.job') is not null as "isThere"`,
  );
  return rows[0]?.isThere ? JOBS_QUERY : "select '' where false";
}

const JOBS_QUERY = `select name, data, singleton_key, priority, start_after from jobs.job
  where state < 'completed' order by created_on, id`;

/** Each key once, in an order that does not depend on the machine. */
export const FILES_QUERY = `select key, min(place), bool_and(quarantined_at is not null)
  from stored_files group by key order by key collate "C"`;

export async function selectErased(client: pg.ClientBase, tables: readonly string[]): Promise<ErasedRow[]> {
  const each = tables.map(
    (table) =>
      `select id, erased_at as "erasedAt" from ${pg.escapeIdentifier(table)} where erased_at is not null`,
  );
  return (await client.query<ErasedRow>(`${each.join(' union all ')} order by id`)).rows;
}

/** Files removed since a backup began are not missing. */
export async function countNamed(client: pg.ClientBase, keys: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(distinct key)::int as n from stored_files where key = any ($1::text[])',
    [keys],
  );
  return rows[0]?.n ?? 0;
}

export interface WaitingJob {
  name: string;
  data: object | null;
  singleton_key: string | null;
  priority: number;
  start_after: Date;
}

export async function readFacts(
  client: pg.ClientBase,
): Promise<{ postgres: string; audit: { seq: number; hash: string } }> {
  const { rows } = await client.query<{ postgres: string; seq: number; hash: string }>(
    `select current_setting('server_version') as postgres, seq, encode(hash, 'hex') as hash from audit_head`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('The audit log has no end.');
  return { postgres: facts.postgres, audit: { seq: facts.seq, hash: facts.hash } };
}

/** A temporary table for reading a backup's jobs. */
export const WAITING_JOBS = {
  table: 'waiting_jobs',
  columns: ['name', 'data', 'singleton_key', 'priority', 'start_after'],
};

export async function createWaitingJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create temporary table waiting_jobs
       (name text, data jsonb, singleton_key text, priority integer, start_after timestamptz)`,
  );
}

export async function selectWaitingJobs(client: pg.ClientBase): Promise<WaitingJob[]> {
  return (await client.query<WaitingJob>('select * from waiting_jobs')).rows;
}

/** Without a temporary table. */
export async function listWaitingJobs(client: pg.ClientBase): Promise<WaitingJob[]> {
  const { rows } = await client.query<WaitingJob>(await jobsQuery(client));
  return rows;
}

/** No start takes a marked database for a site's. */
export async function markRestoring(client: pg.ClientBase): Promise<void> {
  await client.query(`create table ${RESTORING_MARK} (since timestamptz not null default now())`);
}

export async function unmarkRestoring(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table ${RESTORING_MARK}`);
}
