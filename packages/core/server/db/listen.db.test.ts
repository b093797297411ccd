import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
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

test('messages from other connections arrive, and echoes are hidden', async () => {
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

test.each(['deliver nothing, as behind a pooler', 'fail'])(
  'connections that %s never count as reached',
  async (fault) => {
    const reached: boolean[] = [];
    const listening = listen({
      ...{ channel: 'news', log: silentLog },
      ...(fault === 'fail'
        ? { pool: database.pool, connection: { ...database.connection, database: 'no_such_database' } }
        : { pool: elsewhere.pool, connection: database.connection }),
      onMessage: () => {},
      onReach: (isReached) => reached.push(isReached),
      timing: QUICK,
    });
    await vi.waitFor(() => expect(reached.length).toBeGreaterThan(2), 30_000);
    await listening.stop();
    expect(new Set(reached)).toEqual(new Set([false]));
  },
);
