import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { createDb, createPool } from '../../packages/server/src/kernel/db/pool.ts';
import { createCatalogueDatabase } from '../../packages/server/src/test/catalogue-database.ts';
import { createTestDatabase } from '../../packages/server/src/test/database.ts';
import type { Subject } from '../hot-reads.ts';
import { formatNumber, print } from '../print.ts';
import { fillSubject, sampleSubject } from '../subjects.ts';

/** A filled database that is asked over one connection, so that one process of the server does all the work. */
export interface AskedSubject extends Subject {
  pool: pg.Pool;
  /** What that process has spent so far, in milliseconds. */
  spentMs(): number;
  close(): Promise<void>;
}

/** Larger ones are not kept between runs: they would take gigabytes. */
const MOST_KEPT = 100_000;

/** With so many made-up videos, or one that is there, by its address. */
export async function openSubject(which: number | string): Promise<AskedSubject> {
  if (typeof which === 'string') return askedOver({ connectionString: which }, async () => {});
  const onProgress = (done: number) => print(`Filling: ${formatNumber(done)} of ${formatNumber(which)}`);
  if (which <= MOST_KEPT) {
    const database = await createCatalogueDatabase(which, onProgress);
    return askedOver(database.connection, database.drop);
  }
  const database = await createTestDatabase();
  await fillSubject(database, which, onProgress);
  return askedOver(database.connection, database.drop);
}

async function askedOver(connection: pg.PoolConfig, drop: () => Promise<void>): Promise<AskedSubject> {
  const options = { maxConnections: 1, applicationName: 'bench', onIdleError: () => {} };
  const pool = createPool({ connection, ...options });
  const db = createDb(pool);
  const { rows } = await pool.query<{ pid: number; videos: number }>(
    'select pg_backend_pid() as pid, videos from catalogue_totals',
  );
  const { pid, videos } = rows[0] ?? { pid: 0, videos: 0 };
  const subject = await sampleSubject({ pool, db }, videos);
  return {
    ...{ ...subject, pool },
    spentMs: () => spentOf(pid),
    async close() {
      await pool.end();
      await drop();
    },
  };
}

/** In nanoseconds as the scheduler has it; what /proc/PID/stat says is rounded to ten milliseconds. */
function spentOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
