import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { reportLockWaits } from './lock-waits.ts';

let database: TestDatabase;
const clients: pg.Client[] = [];
let holder: { client: pg.Client; pid: number };
let waiter: typeof holder;
beforeAll(async () => {
  database = await createTestDatabase();
  holder = await connect('an editor');
  waiter = await connect('a command');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
});

async function connect(name: string) {
  const client = new pg.Client({ ...database.connection, application_name: name });
  clients.push(client);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, pid: rows[0]?.pid ?? 0 };
}

test('reports once who holds the lock that a backend waits for', async () => {
  await holder.client.query('begin; lock table settings');
  const waiting = waiter.client.query('select from settings');
  const told: string[] = [];
  const stop = reportLockWaits({
    ...{ client: database.pool, pids: () => [waiter.pid], patienceMs: 0 },
    tell: (sentence) => told.push(sentence),
  });
  await expect.poll(() => told, { timeout: 30_000 }).toHaveLength(1);
  expect(told[0]).toMatch(
    new RegExp(
      `process ${holder.pid} of the database server holds \\(an editor, in a transaction since \\d{4}-`,
    ),
  );
  await holder.client.query('commit');
  await waiting;
  stop();
  expect(told).toHaveLength(1);
});
