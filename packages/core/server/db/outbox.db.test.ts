import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeVideo } from '../../../test/factories.ts';
import { drainOutbox } from './outbox.ts';
import { createDb, type Db } from './pool.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.pool);
});

afterAll(() => database?.drop());

const checked = async () =>
  (await database.pool.query<{ n: number }>('select count(*)::int as n from video_health')).rows[0]?.n;

test('areas follow once the outbox is drained, and every change once', async () => {
  await makeVideo(db, { kind: 'remote' });
  expect(await checked()).toBe(0);
  await Promise.all([drainOutbox(db), drainOutbox(db)]);
  expect(await checked()).toBe(1);
  expect((await database.pool.query('select from outbox')).rowCount).toBe(0);
});

test('writes of the previous release are followed at once', async () => {
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(`insert into videos (title, slug, category, source_url, source_url_hash, kind, status, published_at)
    select title, slug, category, 'https://other.test/', sha256('other'), kind, status, published_at from videos`);
  await client.end();
  expect(await checked()).toBe(2);
});
