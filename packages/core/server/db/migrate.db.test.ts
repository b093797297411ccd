import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { generateSchema, generateSql, SCHEMA_FILE, SQL_FILE } from '../../../test/generate-schema.ts';
import { asMigration, migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** An empty database with `count` connections. */
async function withEmptyDatabase(count: number, use: (clients: pg.Client[]) => Promise<void>) {
  const empty = `${database.connection.database}_empty`;
  const superuser = new pg.Client(database.superuser);
  await superuser.connect();
  await superuser.query(`create database ${empty}`);
  const clients = Array.from(
    { length: count },
    () => new pg.Client({ ...database.superuser, database: empty }),
  );
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await use(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await superuser.query(`drop database ${empty} with (force)`);
    await superuser.end();
  }
}

test('several processes may migrate at once: each file is applied once', () =>
  withEmptyDatabase(4, async (clients) => {
    const applied = await Promise.all(clients.map((client) => migrate(client)));
    expect(applied.flat().sort()).toEqual(readMigrations().map(({ name }) => name));
  }));

test('the types of the tables are those of the migrations', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await generateSchema());
});

test('db/schema.sql is the result of the migrations', async () => {
  expect(await readFile(SQL_FILE, 'utf8')).toBe(await generateSql());
});

const FIRST = asMigration('0001_a.sql', 'create table things (n integer); insert into things values (1)');

test('a migration gives way to waiting readers, and retries', () =>
  withEmptyDatabase(3, async ([client, reader, visitor]) => {
    if (!client || !reader || !visitor) throw new Error('There is no connection.');
    await migrate(client, { known: [FIRST] });
    await reader.query('begin; select from things');
    const known = [FIRST, asMigration('0002_b.sql', 'alter table things add column m integer')];
    await expect(migrate(client, { known, patienceMs: 0 })).rejects.toThrow('could not get its lock');
    const migrating = migrate(client, { known });
    // The visitor queues behind the migration, but not until the reader ends.
    await expect
      .poll(async () => (await visitor.query('select from pg_locks where not granted')).rowCount)
      .toBe(1);
    expect((await visitor.query('select * from things')).rows).toEqual([{ n: 1 }]);
    await reader.query('commit');
    expect(await migrating).toEqual(['0002_b.sql']);
    expect((await visitor.query('select * from things')).rows).toEqual([{ n: 1, m: null }]);
  }));

test('a migration gives way to a reader that it deadlocks with', () =>
  withEmptyDatabase(3, async ([client, reader, watcher]) => {
    if (!client || !reader || !watcher) throw new Error('There is no connection.');
    await watcher.query('create table a (); create table b ()');
    await reader.query('begin; select from b');
    const sql = 'alter table a add n integer; select pg_sleep(0.2); alter table b add n integer';
    const migrating = migrate(client, { known: [asMigration('0001_ab.sql', sql)] });
    const held = "select from pg_locks where relation = 'a'::regclass and mode = 'AccessExclusiveLock'";
    await expect.poll(async () => (await watcher.query(held)).rowCount).toBe(1);
    await reader.query('select from a; commit');
    expect(await migrating).toEqual(['0001_ab.sql']);
  }));

test('builds an index concurrently, once, also after a kill', () =>
  withEmptyDatabase(3, async (clients) => {
    const [client] = clients;
    if (!client) throw new Error('There is no connection.');
    await migrate(client, { known: [FIRST] });
    await client.query('create index things_by_n on things (n)');
    const sql = '-- works with: 1.0.0\n\ncreate index concurrently things_by_n on things (n desc);\n';
    const known = [FIRST, asMigration('0002_b.sql', sql)];
    const applied = await Promise.all(clients.map((one) => migrate(one, { known })));
    expect(applied.flat()).toEqual(['0002_b.sql']);
    const { rows } = await client.query(
      `select pg_get_indexdef(indexrelid) as made, indisvalid from pg_index where indrelid = 'things'::regclass`,
    );
    expect(rows).toEqual([{ made: expect.stringContaining('n DESC'), indisvalid: true }]);
    expect(await migrate(client, { known: [FIRST], version: '1.0.0' })).toEqual([]);
    await expect(migrate(client, { known: [FIRST], version: '0.9.0' })).rejects.toThrow('too new');
  }));
