import type { Db } from '@vesper/core/db/pool.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { selectSeries } from './queries.ts';

const LABELS = 10;

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
  await pool.query('analyze');
}, 120_000);
afterAll(() => database.drop());
beforeEach(() => {
  asked = [];
});

test.each([
  ['hour', '2026-11-19 01:00Z', 24],
  ['day', '2025-11-21 00:00Z', 365],
] as const)('charts by the %s read what they show', async (step, since, steps) => {
  const series = await selectSeries(db, step, new Date(since));
  expect(series.map(({ values }) => values.length)).toEqual(Array.from({ length: LABELS }, () => steps));
  for (const { sql, parameters } of asked)
    for (const node of await explain(database.pool, sql, parameters))
      expect(rowsOf(node)).toBeLessThanOrEqual(steps * LABELS);
});
