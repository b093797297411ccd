import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { makeVideo } from '../../../../test/factories.ts';
import { correctionsOf } from './correct.ts';
import { foldSearchWords } from './vocabulary.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const titles = [
    'Mandelbrot zoom',
    'Mandelbrot',
    'Steam train',
    'снежинки',
    '曼德博集合',
    'フラクタルの旅',
    'คณิตศาสตร์',
    '시계탑',
  ];
  for (const title of titles) await makeVideo(database.db, { title, tags: ['Ёлочка', 'time9lapse'] });
  await makeVideo(database.db, { title: 'Kaleidoscope', status: 'hidden', hidden_reason: 'administrator' });
  await foldSearchWords(database.db, new AbortController().signal);
});
afterAll(() => database.drop());

const corrected = async (...words: string[]) =>
  (await correctionsOf(database.db, words)).map(({ from, to }) => `${from} > ${to}`);

test('each word of a query by one statement, in every script', async () => {
  expect(await correctionsOf(database.db, ['mandelbrto', 'steem'])).toEqual([
    { from: 'mandelbrto', to: 'mandelbrot', distance: 1, videos: 2 },
    { from: 'steem', to: 'steam', distance: 1, videos: 1 },
  ]);
  expect(await corrected('снежинкии', '시게탑', 'คณิตศสตร์')).toEqual([
    'снежинкии > снежинки',
    '시게탑 > 시계탑',
    'คณิตศสตร์ > คณิตศาสตร์',
  ]);
});

test('of a run the part of one script that has the error', async () => {
  expect(await corrected('曼德搏集合')).toEqual(['曼德搏集合 > 曼德博集合']);
  expect(await corrected('フラクラルの旅')).toEqual(['フラクラルの旅 > ふらくたるの旅']);
});

test('nothing that is not public, short, a number, or like no word', async () => {
  expect(await corrected('kaleidoscop', 'stea', 'trn', 'time8lapse', 'qwxzvkjh', '', '%', "'")).toEqual([]);
  expect(await corrected()).toEqual([]);
});

test('nothing while the vocabulary is incomplete', async () => {
  await sql`update search_vocabulary set filled_to = ''`.execute(database.db);
  expect(await corrected('mandelbrto')).toEqual([]);
  await sql`update search_vocabulary set filled_to = null`.execute(database.db);
});
