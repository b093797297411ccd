import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeSource } from './factories.ts';

/** A database and a clock that only moves when set. */
export async function startAdmission() {
  const database: TestDatabase = await createTestDatabase();
  let now = new Date('2026-11-21T10:00:00Z');
  const clock = { now: () => now };
  return {
    database,
    admission: { db: database.db, clock },
    setNow(text: string) {
      now = new Date(text);
    },
    addSource(name: string): Promise<string> {
      return makeSource(database.db, { name, url: `https://${name}.test/sitemap.xml` });
    },
    async close() {
      await database.drop();
    },
  };
}
