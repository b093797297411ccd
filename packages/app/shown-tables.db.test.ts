import { pathsOfTables } from '@vesper/site/live';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { FEATURES } from './features.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('every table with change triggers names the calls that show it, and no other table does', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname like 'tell\_%' and not t.tgisinternal`.execute(database.db);
  const paths = pathsOfTables(FEATURES);
  expect(rows.length).toBeGreaterThan(15);
  expect([...paths.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect([...paths].filter(([, ofTable]) => ofTable.length === 0)).toEqual([]);
});
