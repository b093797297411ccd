import type { Db } from '@vesper/core/db/pool.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { deleteOldHours, selectSeries, selectTotals } from './queries.ts';

const LABELS = 10;
const JOBS = 20_000;

let database: TestDatabase;
let db: Db;
let asked: Asked[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  db = recordingDb(pool, (query) => asked.push(query));
  await pool.query('truncate stat_buckets');
  await pool.query(
    `insert into stat_buckets (span, starts_at, metric, label, value)
     select span, '2026-11-20 00:00Z'::timestamptz - n * ('1 ' || span)::interval, 'downloads_failed', 'class ' || l, 1
     from (values ('hour', 9500), ('day', 2500)) s (span, steps), generate_series(0, steps) n,
       generate_series(1, ${LABELS}) l`,
  );
  await pool.query(
    `insert into download_jobs (source_url, source_url_hash, status)
     select 'https://a.test/' || n, sha256(n::text::bytea), 'completed' from generate_series(1, ${JOBS}) n`,
  );
  await pool.query('analyze');
}, 120_000);
afterAll(() => database.drop());
beforeEach(() => {
  asked = [];
});

async function rowsRead(): Promise<number> {
  let most = 0;
  for (const { sql, parameters } of asked) {
    for (const node of await explain(database.pool, sql, parameters)) most = Math.max(most, rowsOf(node));
  }
  return most;
}

test('the four numbers read a handful of rows', async () => {
  await selectTotals(db);
  expect(await rowsRead()).toBeLessThan(10);
});

test.each([
  ['hour', '2026-11-19 01:00Z', 24],
  ['day', '2025-11-21 00:00Z', 365],
] as const)('charts by the %s read what they show', async (step, since, steps) => {
  const series = await selectSeries(db, step, new Date(since));
  expect(series.map(({ values }) => values.length)).toEqual(Array.from({ length: LABELS }, () => steps));
  expect(await rowsRead()).toBeLessThanOrEqual(steps * LABELS);
});

test('old hours are found without the others', async () => {
  await deleteOldHours(db, new Date('2025-10-21T00:00:00Z'), 100);
  expect(await rowsRead()).toBeLessThanOrEqual(LABELS * 24);
});
