import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createPool, PREPARED } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a connection prepares marked queries, and never more than a hundred texts', async () => {
  await database.db.connection().execute(async (db) => {
    const prepared = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from pg_prepared_statements`.execute(db);
      return rows[0]?.n;
    };
    await sql`select 'once'`.execute(db);
    expect(await prepared()).toBe(0);
    for (let n = 0; n < 150; n += 1) {
      const { rows } = await sql<{
        n: number;
      }>`${sql.raw(PREPARED)} select ${n}::int + ${sql.lit(n)} as n`.execute(db);
      expect(rows[0]?.n).toBe(2 * n);
    }
    expect(await prepared()).toBe(100);
  });
});

test('moments and arrays of texts are read as pg reads them', async () => {
  const moments = ['2026-11-01T12:30:00.129Z', '0099-01-01T00:00:00Z', '+010000-01-01T00:00:00Z'];
  const arrays = [['red', 'zoom'], ['slow motion', 'a,b', '"', '{'], [null, 'NULL', ''], []];
  const { rows } = await database.pool.query(
    `select '2026-11-01 12:30:00.129999+00'::timestamptz as a, '0099-01-01'::timestamptz as b,
       '10000-01-01'::timestamptz as c, 'infinity'::timestamptz as d,
       $1::text[] as e, $2::text[] as f, $3::text[] as g, $4::text[] as h`,
    arrays,
  );
  const expected = [...moments.map((text) => new Date(text)), Number.POSITIVE_INFINITY, ...arrays];
  expect(Object.values(rows[0])).toEqual(expected);
});

test('the error of a lost connection does not contain the connection', async () => {
  const errors: Error[] = [];
  const onIdleError = (error: Error) => errors.push(error);
  const { connection } = database;
  const pool = createPool({ connection, maxConnections: 1, applicationName: 'lost', onIdleError });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(errors[0]?.message).toMatch(/terminating connection/);
  expect(Object.keys(errors[0] ?? {})).not.toContain('client');
  await pool.end();
});
