import { DOWNLOAD_ERROR_CLASSES, type DownloadErrorClass } from '@vesper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { execute, numberOf } from '../db/run-sql.ts';

/** They share the columns named here; each is written by its feature alone. */
export type LeasedTable = 'download_jobs' | 'media_jobs';

/** The number of leases is the holder's token: the next holder has another. */
export interface Lease {
  id: string;
  leases: number;
}

export function isHeld({ id, leases }: Lease): RawBuilder<boolean> {
  return sql`id = ${id} and leases = ${leases} and status = 'processing'`;
}

export const isOpen = sql<boolean>`status in ('pending', 'processing')`;

/** By the database's clock: workers' clocks may differ. */
export function fromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`now() + ${ms}::float * interval '1 millisecond'`;
}

export const AS_CANCELLED = sql`status = 'failed', cancelled_at = now(), completed_at = now(),
  error = 'Cancelled by an administrator.', error_class = null, run_at = null`;

export function latestOf(found: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`select * from (${found}) as found order by position desc limit ${limit}::int`;
}

export function countFound(db: Db, found: RawBuilder<unknown>, most: number): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from (select from (${found}) as found limit ${most}) as j`;
}

/** Counted up to `most` each; cancelled jobs have no class. */
export function countFailures(
  db: Db,
  table: LeasedTable,
  most: number,
): Promise<{ errorClass: DownloadErrorClass; count: number }[]> {
  return execute(db)<{ errorClass: DownloadErrorClass; count: number }>`
    select wanted.class as "errorClass", (
      select count(*)::int from (
        select 1 from ${sql.table(table)} where status = 'failed' and error_class = wanted.class limit ${most}
      ) as failed
    ) as count
    from unnest(${[...DOWNLOAD_ERROR_CLASSES]}::text[]) as wanted (class)`;
}
