import { createDomainDirectory, ensureDefaultDomain } from '@vesper/site/domains';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../../../../site/server/domains/settings.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeVideo } from '../../../../test/factories.ts';
import { ownedWithin, publiclyVisible } from '../publicly-visible.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await ensureDefaultDomain(db);
  for (const category of ['Waves', 'Fractals', 'Charts', 'Tilings']) await makeVideo(db, { category });
});
afterAll(() => database.drop());

async function ownedBy(host: string): Promise<string[]> {
  const directory = createDomainDirectory(database.db);
  const share = await directory.shareFor(host);
  const { rows } = await sql<{ category: string }>`
    select v.category from videos v where ${publiclyVisible} and ${ownedWithin(share)} order by 1`.execute(
    database.db,
  );
  const owned = rows.map(({ category }) => category);
  // The reverse lookup agrees.
  for (const category of ['Waves', 'Fractals', 'Charts', 'Tilings'])
    expect([category, (await directory.otherOwner(host, category)) === undefined]).toEqual([
      category,
      owned.includes(category),
    ]);
  return owned;
}

const everything = ['Charts', 'Fractals', 'Tilings', 'Waves'];

test('each video is owned by one domain, as the operator has dealt the categories out', async () => {
  const { db } = database;
  expect(await ownedBy('localhost')).toEqual(everything);
  await addDomain(db, 'second.test', []);
  // No page may be attributed to localhost.
  expect(await ownedBy('second.test')).toEqual(everything);
  await sql`update domains set domain = 'first.test' where is_default`.execute(db);
  expect([await ownedBy('first.test'), await ownedBy('second.test')]).toEqual([everything, []]);
  await addDomain(db, 'third.test', ['ownedCategories=Waves, Charts']);
  expect(await ownedBy('first.test')).toEqual(['Fractals', 'Tilings']);
  expect(await ownedBy('unknown.test')).toEqual(['Fractals', 'Tilings']);
  expect(await ownedBy('second.test')).toEqual([]);
  expect(await ownedBy('third.test')).toEqual(['Charts', 'Waves']);
  expect(await ownedBy('www.third.test')).toEqual(['Charts', 'Waves']);
  await sql`update categories set name = 'Swell' where name = 'Waves'`.execute(db);
  await sql`update videos set category = 'Swell' where category = 'Waves'`.execute(db);
  const renamed = await createDomainDirectory(db).shareFor('third.test');
  expect(renamed).toEqual({ only: ['Charts', 'Swell'] });
});

test("a category that is not there, or is another domain's, is refused with a sentence", async () => {
  await expect(addDomain(database.db, 'fourth.test', ['ownedCategories=Nothing'])).rejects.toThrow(
    'The category Nothing does not exist.',
  );
  await expect(addDomain(database.db, 'fourth.test', ['ownedCategories=Charts'])).rejects.toThrow(
    'The category Charts belongs to third.test.',
  );
});
