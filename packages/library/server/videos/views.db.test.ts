import { setTimeout as pause } from 'node:timers/promises';
import { createDb, createPool, type Db } from '@vesper/core/db/pool.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { createCounts } from '@vesper/core/lib/counts.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeVideo } from '../../../test/factories.ts';
import { createVideoViewCounter } from './views.ts';

const visitor = { address: '203.0.113.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

type Done = (error: Error | null, result?: unknown) => void;

let database: TestDatabase;
/** Its connections fail as `failing` says. */
let counting: Db;
let failing: { text: string; isSent: boolean; times: number } | undefined;
let counter: ReturnType<typeof createVideoViewCounter>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { connection } = database;
  const pool = createPool({
    connection,
    maxConnections: 4,
    applicationName: 'counting',
    onIdleError: () => {},
  });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (config: { text: string }, done: Done) => void;
    Object.assign(client, {
      query(config: { text: string }, done: Done) {
        if (failing?.text !== config.text || failing.times === 0) return query(config, done);
        failing.times -= 1;
        const fail = () => done(new Error('Connection terminated unexpectedly'));
        if (failing.isSent) query(config, fail);
        else process.nextTick(fail);
      },
    });
  });
  counting = createDb(pool);
});
afterAll(async () => {
  await counting?.destroy();
  await database?.drop();
});
beforeEach(() => {
  failing = undefined;
  const deps = { db: counting, clock: systemClock, counts: createCounts(), log: silentLog };
  counter = createVideoViewCounter(deps);
});

const viewsOf = async (id: string) =>
  (await database.db.selectFrom('videos').select('views').where('id', '=', id).executeTakeFirstOrThrow())
    .views;

test('a video that another transaction has locked keeps no views of others waiting, and gets its own later', async () => {
  const [locked, free] = [await makeVideo(database.db), await makeVideo(database.db)];
  const isLocked = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const other = database.db.transaction().execute(async (tx) => {
    await sql`select from videos where id = ${locked} for update`.execute(tx);
    isLocked.resolve();
    await isOver.promise;
  });
  await isLocked.promise;
  for (const id of [locked, free]) await counter.register(id, visitor);
  const stopping = counter.stop();
  await vi.waitFor(async () => expect(await viewsOf(free)).toBe(1), 4000);
  isOver.resolve();
  await other;
  await stopping;
  expect(await viewsOf(locked)).toBe(1);
});

test('a stop tries again to write what could not be written', async () => {
  const id = await makeVideo(database.db);
  await counter.register(id, visitor);
  failing = { text: 'begin', isSent: false, times: 3 };
  await counter.stop();
  expect(await viewsOf(id)).toBe(1);
});

test('views whose commit was not heard of are not added twice, nor are later ones lost', async () => {
  const id = await makeVideo(database.db);
  await counter.register(id, visitor);
  failing = { text: 'commit', isSent: true, times: 1 };
  const stopping = counter.stop();
  await pause(0);
  await counter.register(id, { ...visitor, address: '203.0.114.1' });
  await stopping;
  expect(await viewsOf(id)).toBe(2);
});
