import { type Call, routes } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { PATHS_OF_TABLE } from './topics.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('every table that tells of changes stands for paths, and every path for calls', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname like 'tell\_%' and not t.tgisinternal order by 1`.execute(database.db);
  const tables = rows.map(({ name }) => name);
  expect(tables.length).toBeGreaterThan(15);
  expect(tables).toEqual(Object.keys(PATHS_OF_TABLE).sort());
  const calls = Object.values(routes).flatMap((group) => Object.values<Call>(group));
  const unknown = Object.values(PATHS_OF_TABLE)
    .flat()
    .filter((prefix) => !calls.some(({ path }) => path === prefix || path.startsWith(`${prefix}/`)));
  expect(unknown).toEqual([]);
});
