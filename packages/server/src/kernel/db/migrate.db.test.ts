import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { generateSchema, SCHEMA_FILE } from '../../test/generate-schema.ts';
import { migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('several processes may migrate at once: each file is applied once', async () => {
  const empty = `${database.connection.database}_empty`;
  const superuser = new pg.Client(database.superuser);
  await superuser.connect();
  await superuser.query(`create database ${empty}`);
  const clients = Array.from({ length: 4 }, () => new pg.Client({ ...database.superuser, database: empty }));
  await Promise.all(clients.map((client) => client.connect()));
  const applied = await Promise.all(clients.map((client) => migrate(client)));
  expect(applied.flat().sort()).toEqual(readMigrations().map(({ name }) => name));
  await Promise.all(clients.map((client) => client.end()));
  await superuser.query(`drop database ${empty} with (force)`);
  await superuser.end();
});

test('the types of the tables are those of the migrations', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await generateSchema());
});
