import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLog } from '../lib/log.ts';
import { defineJob, HEARTBEAT_SECONDS } from './define.ts';
import { createBoss, ensureQueues } from './queue.ts';

const job = defineJob<{ id: string }>({ name: 'spin', does: 'spins' });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a worker creates missing queues, updates changed ones, and writes no others', async () => {
  const boss = createBoss({ connection: database.connection, log: silentLog, worker: true });
  await boss.start();
  try {
    await ensureQueues(boss, [job]);
    const made = await boss.getQueue(job.name);
    expect(made).toMatchObject({
      policy: 'standard',
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 600,
    });
    await ensureQueues(boss, [job]);
    expect((await boss.getQueue(job.name))?.updatedOn).toEqual(made?.updatedOn);
    await ensureQueues(boss, [{ ...job, expireSeconds: 90 }]);
    expect(await boss.getQueue(job.name)).toMatchObject({
      ...made,
      expireInSeconds: 90,
      updatedOn: expect.any(Date),
    });
  } finally {
    await boss.stop({ graceful: false });
  }
});
