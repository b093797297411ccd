import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { PREPARED } from './pool.ts';

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
