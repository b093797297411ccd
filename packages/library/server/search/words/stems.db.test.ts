import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { phrasesOf } from '../tokens.ts';
import { stemsOf } from './stems.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function stems(language: string | null, text: string) {
  const words = phrasesOf(text).flat();
  return stemsOf(
    database.db,
    words.map((word) => ({ word, language })),
  );
}

test.each([
  ['en', 'knead kneads kneaded kneading'],
  ['de', 'Garten Gärten'],
  ['es', 'jardín jardines'],
  ['no', 'bølge bølger'],
  ['hu', 'hajó hajók'],
  ['tr', 'tren trenler'],
  ['ru', 'волна волны волнами'],
  ['ru', 'синий синего синими'],
  ['el', 'τρένο τρένα'],
  ['ar', 'ساعة ساعات الساعة'],
  ['hi', 'लहर लहरें'],
  ['pl', 'fala fale falami'],
  ['ko', '파도 파도를'],
])('in %s %s are forms of one word', async (language, text) => {
  const found = await stems(language, text);
  expect(found[0]).not.toBeNull();
  expect(found).toEqual(found.map(() => found[0]));
});

test('a word in another script than its language, or of unknown language, has the forms of its script', async () => {
  expect(await stems('ru', 'waves')).toEqual(['wave']);
  expect(await stems(null, 'waves волны')).toEqual(['wave', 'волн']);
});

test('numbers, and words without spaces between them, have no forms; nor do languages without rules', async () => {
  expect(await stems('zh', '波浪 110 rule110')).toEqual([null, null, null]);
  expect(await stems('vi', 'sóng')).toEqual([null]);
});
