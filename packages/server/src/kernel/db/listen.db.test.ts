import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { silentLog } from '../lib/log.ts';
import { listen } from './listen.ts';

let database: TestDatabase;
let elsewhere: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  elsewhere = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await elsewhere.drop();
});

const QUICK = { echoEveryMs: 100, echoWithinMs: 300, retryMs: 50 };

test('messages from other connections arrive, and those to ourselves are not shown', async () => {
  const messages: string[] = [];
  const reached: boolean[] = [];
  const { connection, pool } = database;
  const listening = listen({
    ...{ connection, pool, channel: 'news', log: silentLog },
    onMessage: (payload) => messages.push(payload),
    onReach: (isReached) => reached.push(isReached),
    timing: { ...QUICK, echoWithinMs: 30_000 },
  });
  await vi.waitFor(() => expect(reached.length).toBeGreaterThan(2), 30_000);
  await pool.query("select pg_notify('news', 'videos')");
  await vi.waitFor(() => expect(messages).toEqual(['videos']), 30_000);
  await listening.stop();
  expect(reached.at(-1)).toBe(false);
  expect(new Set(reached.slice(0, -1))).toEqual(new Set([true]));
});

test('a way on which nothing arrives is never taken for one', async () => {
  const reached: boolean[] = [];
  const listening = listen({
    // As behind a pooler: LISTEN succeeds, and what others send is not passed on.
    ...{ connection: database.connection, pool: elsewhere.pool, channel: 'news', log: silentLog },
    onMessage: () => {},
    onReach: (isReached) => reached.push(isReached),
    timing: QUICK,
  });
  await vi.waitFor(() => expect(reached.length).toBeGreaterThan(2), 30_000);
  await listening.stop();
  expect(new Set(reached)).toEqual(new Set([false]));
});

test('a database that cannot be reached is tried again, and stopping does not wait for it', async () => {
  const reached: boolean[] = [];
  const listening = listen({
    ...{ pool: database.pool, channel: 'news', log: silentLog },
    connection: { ...database.connection, database: 'no_such_database' },
    onMessage: () => {},
    onReach: (isReached) => reached.push(isReached),
    timing: QUICK,
  });
  await vi.waitFor(() => expect(reached.length).toBeGreaterThan(2), 30_000);
  await listening.stop();
  expect(new Set(reached)).toEqual(new Set([false]));
});
