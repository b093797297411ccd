import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { HeldRows } from '../../test/measure-held-rows.ts';
import { createPool, PREPARED } from './pool.ts';

const MEASURE = fileURLToPath(new URL('../../test/measure-held-rows.ts', import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a connection prepares what is marked, and never more than a hundred texts', async () => {
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

test('rows are let go of with the answer, not when the old generation is collected', async () => {
  const child = fork(MEASURE, { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit');
  const reports: HeldRows[] = [];
  child.on('message', (report: HeldRows) => reports.push(report));
  child.send(database.connection);
  expect(await ended).toEqual([0, null]);
  const [{ heldKb, droppedKb }] = reports as [HeldRows];
  expect(heldKb).toBeGreaterThan(20);
  expect(droppedKb).toBeLessThan(5);
});

test('the error of a lost connection says nothing of the connection', async () => {
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

test('moments and texts arrive as they were sent, however PostgreSQL writes them', async () => {
  const moments = {
    '2026-11-01 12:30:00.057+00': '2026-11-01T12:30:00.057Z',
    '2026-11-01 12:30:00.1234567+05:30': '2026-11-01T07:00:00.123Z',
    '0099-12-31 23:59:59+00': '0099-12-31T23:59:59.000Z',
    '10000-01-01 00:00:00+00': '+010000-01-01T00:00:00.000Z',
    '0044-03-15 12:00:00+00 BC': '-000043-03-15T12:00:00.000Z',
  };
  const texts = [
    '',
    ' ',
    'a b',
    'a,b',
    'NULL',
    'null',
    '"',
    '\\',
    '{',
    '}',
    '{}',
    "o'clock",
    'é 漢字\n',
    null,
  ];
  const { rows } = await sql<{ moment: Date }>`
    select sent::timestamptz as moment, ${texts}::text[] as texts, null::text[] as none, '{}'::text[] as empty,
      '{one,"two words"}'::text[] as usual
    from unnest(${Object.keys(moments)}::text[]) with ordinality as given (sent, n) order by n`.execute(
    database.db,
  );
  expect(rows).toEqual(
    Object.values(moments).map((moment) => ({
      moment: new Date(moment),
      texts,
      none: null,
      empty: [],
      usual: ['one', 'two words'],
    })),
  );
});
