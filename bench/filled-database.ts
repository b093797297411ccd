import type pg from 'pg';
import { createDb, createPool, type Db } from '../packages/core/server/db/pool.ts';
import { createCatalogueDatabase } from '../packages/test/catalogue-database.ts';
import { createTestDatabase } from '../packages/test/database.ts';
import { formatNumber, print } from './print.ts';
import { fillVideos } from './subjects.ts';

/** A database with made-up videos. `drop` removes it, unless it existed before. */
export interface FilledDatabase {
  connection: pg.PoolConfig;
  pool: pg.Pool;
  db: Db;
  videos: number;
  drop(): Promise<void>;
}

/** Larger ones are not kept between runs, as they would take gigabytes of memory. */
const MOST_KEPT = 100_000;

/** Fills a database with this number of videos, or opens an existing one by its address. */
export async function openFilled(which: number | string): Promise<FilledDatabase> {
  if (typeof which === 'string') return openThere(which);
  const onProgress = (done: number) => print(`Filling: ${formatNumber(done)} of ${formatNumber(which)}`);
  if (which <= MOST_KEPT) return { ...(await createCatalogueDatabase(which, onProgress)), videos: which };
  const database = await createTestDatabase();
  await fillVideos(database, which, onProgress);
  return { ...database, videos: which };
}

async function openThere(address: string): Promise<FilledDatabase> {
  const connection = { connectionString: address };
  const pool = createPool({ connection, maxConnections: 2, applicationName: 'bench', onIdleError: () => {} });
  const { rows } = await pool.query<{ videos: number }>('select videos from catalogue_totals');
  return { connection, pool, db: createDb(pool), videos: rows[0]?.videos ?? 0, drop: () => pool.end() };
}
