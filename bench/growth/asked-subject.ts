import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { createDb, createPool } from '../../packages/core/server/db/pool.ts';
import type { FilledDatabase } from '../filled-database.ts';
import type { Subject } from '../hot-reads.ts';
import { sampleSubject } from '../subjects.ts';

/** A filled database queried over one connection, so that one server process does all the work. */
export interface AskedSubject extends Subject {
  pool: pg.Pool;
  /** Processor time of that process so far, in milliseconds. */
  spentMs(): number;
  close(): Promise<void>;
}

/** Its connection closes after an idle minute. */
export async function askedSubject(filled: FilledDatabase): Promise<AskedSubject> {
  const options = { maxConnections: 1, applicationName: 'bench', onIdleError: () => {} };
  const pool = createPool({ connection: filled.connection, ...options });
  const subject = await sampleSubject({ pool, db: createDb(pool) }, filled.videos);
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    ...{ ...subject, pool },
    spentMs: () => spentOf(rows[0]?.pid ?? 0),
    async close() {
      await pool.end();
      await filled.drop();
    },
  };
}

/** The scheduler's value in nanoseconds; /proc/PID/stat rounds to ten milliseconds. */
function spentOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
