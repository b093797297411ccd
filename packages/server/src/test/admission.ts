import type pg from 'pg';
import { addSource } from '../features/sources/index.ts';
import { silentLog } from '../lib/log.ts';
import { composeQueue, prepareQueue } from '../main/compose-queue.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** What deciding about addresses needs: a database, a queue, and a clock that stands until it is set. */
export async function startAdmission() {
  const database: TestDatabase = await createTestDatabase();
  const connection = database.connection as pg.PoolConfig;
  await prepareQueue(connection, silentLog);
  const { boss, queue } = await composeQueue(connection, silentLog);
  let now = new Date('2026-11-21T10:00:00Z');
  const clock = { now: () => now };
  return {
    database,
    admission: { db: database.db, queue, clock },
    setNow(text: string) {
      now = new Date(text);
    },
    async addSource(name: string): Promise<string> {
      const url = `https://${name}.test/sitemap.xml`;
      return (await addSource(database.db, { name, url })).id;
    },
    async close() {
      await boss.stop({ graceful: false });
      await database.drop();
    },
  };
}
