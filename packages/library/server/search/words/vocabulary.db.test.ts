import type { Client } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { parseQuery } from '../parse.ts';
import { remakeDocuments, searchVideos } from '../search.ts';
import { widen } from '../widen.ts';
import { isInVocabulary } from './letters.ts';
import { foldSearchWords } from './vocabulary.ts';
import { selectForms, selectWidening } from './vocabulary-queries.ts';

const SMALL = { changes: 7, documents: 5, stems: 9, freeSingle: 200_000, words: 2_000_000 };
const { signal } = new AbortController();
const ALL = { offset: 0, limit: 24, shown: { columns: sql`v.id`, condition: sql`true` } };

let site: TestSite;
let db: Db;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  db = site.base.db;
  admin = await site.admin();
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql`delete from videos`.execute(db);
  await sql`truncate search_words, search_word_changes`.execute(db);
  await sql`update search_vocabulary set filled_to = null`.execute(db);
});

const remote = { kind: 'remote', video_url: 'https://a.test/a.mp4' };
const fold = (limits?: typeof SMALL) => foldSearchWords(db, signal, limits);

async function counted(): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; videos: number }>`
    select word, videos from search_words order by word`.execute(db);
  return new Map(rows.map(({ word, videos }) => [word, videos]));
}

/** From the documents of public videos. */
async function recounted(): Promise<Map<string, number>> {
  const { rows } = await sql<{ word: string; videos: number }>`
    select word, count(*)::int as videos from video_search, unnest(tsvector_to_array(doc)) as word
    where visible group by word order by word collate "C"`.execute(db);
  return new Map(rows.filter(({ word }) => isInVocabulary(word)).map(({ word, videos }) => [word, videos]));
}

async function expectTrueCounts(): Promise<void> {
  const { rows } = await sql`select 1 from search_word_changes`.execute(db);
  expect(rows).toEqual([]);
  const words = await counted();
  expect(words).toEqual(await recounted());
  const single = [...words.values()].filter((videos) => videos === 1).length;
  const totals =
    await sql`select single_words as single, several_words as several from search_vocabulary`.execute(db);
  expect(totals.rows).toEqual([{ single, several: words.size - single }]);
}

const known = async (words: string[]) => {
  const { rows } = await sql<{ word: string; videos: number; language: string; stem: string }>`
    select word, videos, coalesce(stem_language, language) as language, stem from search_words
    where word = any (${words}::text[])`.execute(db);
  return rows;
};

const pending = async () => (await sql`select 1 from search_word_changes`.execute(db)).rows.length;

describe('counts are those of the documents', () => {
  test('after publishing, edits, acts, their undoing, and deleting', async () => {
    const ids = [];
    for (const title of ['Red wheel', 'Red waves', 'Blue waves', 'Quasi crystal'])
      ids.push(
        await makeVideo(db, {
          ...remote,
          title,
          tags: ['spiral', '曼德博集合'],
          description: 'It turns 110 times.',
        }),
      );
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await makeVideo(db, { title: 'Hidden pendulum', status: 'hidden', hidden_reason: 'administrator' });
    await fold();
    await expectTrueCounts();
    expect((await counted()).get('spiral')).toBe(4);
    expect((await counted()).has('pendulum')).toBe(false);

    await admin.catalogue.change({ id: first, version: 0, title: 'Green wheel', tags: ['spiral', 'cog'] });
    const { act } = await admin.catalogue.act({ id: second, act: 'hide' });
    await admin.catalogue.act({ id: third, act: 'remove', reason: 'Blurred.' });
    await fold();
    await expectTrueCounts();
    expect((await counted()).has('waves')).toBe(false);

    await admin.catalogue.undoBulkAct({ id: act.id });
    await sql`delete from videos where id = ${fourth}`.execute(db);
    await fold();
    await expectTrueCounts();
    expect((await counted()).get('waves')).toBe(1);
    expect((await counted()).has('crystal')).toBe(false);
  });

  test('where nothing has changed nothing is noted', async () => {
    const id = await makeVideo(db, { title: 'Comet' });
    await fold();
    await transaction(db, (tx) => remakeDocuments(tx, [id]), { retry: [] });
    await sql`update video_search set views = 7, tier = 1`.execute(db);
    expect(await pending()).toBe(0);
  });
});

describe('each change counts once', () => {
  test('though a fold is killed between its steps', async () => {
    await makeVideo(db, { title: 'Red comet' });
    await fold();
    await makeVideo(db, { title: 'Red moon' });
    await makeVideo(db, { title: 'Red dune' });
    const before = await counted();
    // Blocks the fold after it has deleted the journal's rows.
    await db.transaction().execute(async (tx) => {
      await sql`select from search_words where word = 'red' for update`.execute(tx);
      const killed = fold().catch((error: unknown) => error);
      const pid = await pidOfWaiting();
      await sql`select pg_terminate_backend(${pid})`.execute(tx);
      expect(await killed).toBeInstanceOf(Error);
    });
    expect(await counted()).toEqual(before);
    expect(await pending()).toBe(2);
    await fold();
    await expectTrueCounts();
    expect((await counted()).get('red')).toBe(3);
  });

  test('though two fold at once', async () => {
    for (let n = 0; n < 30; n += 1) await makeVideo(db, { title: `Red chart${'abcdefghij'[n % 10]}` });
    await Promise.all([fold(SMALL), fold(SMALL), fold(SMALL)]);
    await fold(SMALL);
    await expectTrueCounts();
  });
});

async function pidOfWaiting(): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows[0]) return rows[0].pid;
  }
}

describe('the first filling', () => {
  const forget = async () => {
    await sql`truncate search_words, search_word_changes`.execute(db);
    await sql`update search_vocabulary set filled_to = ''`.execute(db);
  };

  test('counts what was there before, while it is written to, and is used when it is complete', async () => {
    for (let n = 0; n < 60; n += 1)
      await makeVideo(db, { title: `Old comet ${'abcdefghij'[n % 10]}${n % 7}x` });
    await forget();
    const { rows } = await sql<{ id: string }>`select id from videos order by id`.execute(db);
    const stop = new AbortController();
    // Aborted after the first steps.
    const filling = foldSearchWords(db, stop.signal, SMALL).catch(() => undefined);
    const writing = (async () => {
      for (const [n, { id }] of rows.entries()) {
        if (n % 3 === 0) await sql`delete from videos where id = ${id}`.execute(db);
        if (n % 3 === 1)
          await sql`update videos set status = 'hidden', hidden_reason = 'administrator' where id = ${id}`.execute(
            db,
          );
        if (n % 3 === 2) await makeVideo(db, { title: `New moon ${n}x` });
        if (n === 20) stop.abort();
      }
    })();
    await Promise.all([filling, writing]);
    await fold(SMALL);
    await expectTrueCounts();
    expect(await known(['comet'])).toMatchObject([{ word: 'comet', videos: 20 }]);
  });
});

describe('the vocabulary is bounded', () => {
  test('against words of one video, which come in again where others have gone', async () => {
    const limits = { ...SMALL, freeSingle: 3 };
    await sql`update search_vocabulary set filled_to = null`.execute(db);
    const flood = await makeVideo(db, { title: 'qzxw wqkj vbnm plokm ijuhy gtfrd', category: 'Red' });
    await fold(limits);
    expect((await counted()).size).toBe(3);
    const twice = [
      await makeVideo(db, { title: 'Comet', category: 'Red' }),
      await makeVideo(db, { title: 'Comet', category: 'Red' }),
    ];
    await fold(limits);
    expect((await counted()).get('comet')).toBe(2);
    await sql`delete from videos where id = ${flood}`.execute(db);
    await sql`delete from videos where id = any (${twice}::text[])`.execute(db);
    await makeVideo(db, { title: 'Moon', category: 'Red' });
    await fold(limits);
    expect(await counted()).toEqual(await recounted());
  });

  test('to words: no numbers, hashes and parts of runs', () => {
    const kept = ['comet', 'rule110', '4k', 'mp4', 'ab', 'กขค', '曼德博集合'];
    const left = ['1974', 'a1b2c3d4', '曼德', 'a', '=charts', 'x'.repeat(33), ''];
    expect([...kept, ...left].filter(isInVocabulary)).toEqual(kept);
  });
});

describe('what a query needs', () => {
  beforeEach(async () => {
    const titles = ['Wave', 'Waves', 'Waves', 'Wavelet', 'Comet'];
    for (const title of titles) await makeVideo(db, { title, category: 'Sea' });
    await fold();
  });

  test('its words with their forms', async () => {
    const [wave] = await known(['wave', 'missing']);
    expect(wave).toMatchObject({ word: 'wave', videos: 1, language: 'en' });
    expect(await selectForms(db, [{ language: 'en', stem: wave?.stem ?? '' }])).toMatchObject([
      { word: 'waves', videos: 2 },
      { word: 'wave', videos: 1 },
    ]);
    expect(await selectWidening(db, { words: ['wave', 'comet', 'missing'] })).toEqual([
      { asked: 'comet', word: 'comet', videos: 1, how: 'itself', language: 'en' },
      { asked: 'wave', word: 'waves', videos: 2, how: 'form', language: 'en' },
      { asked: 'wave', word: 'wave', videos: 1, how: 'itself', language: 'en' },
    ]);
  });

  test('the words that one begins, as long as every word is known', async () => {
    const begun = async () =>
      (await selectWidening(db, { words: [], begun: ['wav', 'com', 'zz'] })).map(({ asked, word, how }) => {
        expect(how).toBe('begun');
        return `${asked} ${word}`;
      });
    const all = ['com com', 'com comet', 'wav wav', 'wav wave', 'wav wavelet', 'wav waves', 'zz zz'];
    expect((await begun()).sort()).toEqual(all);
    await sql`update search_vocabulary set single_words = 200000`.execute(db);
    expect(await begun()).toEqual([]);
    await sql`update search_vocabulary set single_words = 2`.execute(db);
    expect(await begun()).toHaveLength(all.length);
    await makeVideo(db, { title: 'Wavy' });
    expect(await begun()).toEqual([]);
    await fold();
    expect(await begun()).toHaveLength(all.length + 1);
  });

  test('beginnings are found by their words, new and many ones too', async () => {
    const find = async (text: string) => (await searchVideos(db, { text, ...ALL })).total;
    const asked = async (text: string) => (await widen(db, parseQuery(text))).slots.at(-1)?.loose;
    expect(await asked('sea wavel')).toEqual([[{ words: ['wavelet'] }]]);
    expect(await find('wavel')).toBe(1);
    expect(await asked('comet')).toEqual([]);
    expect(await find('comet')).toBe(1);
    await makeVideo(db, { title: 'Wavelike' });
    expect(await asked('wavel')).toEqual([[{ words: ['wavel'], isBeginning: true }]]);
    expect(await find('wavel')).toBe(2);
    for (const end of 'abcdefghijk') await makeVideo(db, { title: `Wavel${end}x` });
    await fold();
    expect(await asked('wavel')).toEqual([[{ words: ['wavel'], isBeginning: true }]]);
    expect(await find('wavel')).toBe(13);
  });

  test('stems are made again by other rules', async () => {
    await sql`update search_words set stem = 'other'`.execute(db);
    await sql`update search_vocabulary set stem_rules = 'former'`.execute(db);
    await fold(SMALL);
    expect((await known(['waves']))[0]?.stem).toBe((await known(['wave']))[0]?.stem);
    expect((await known(['comet']))[0]?.stem).not.toBe('other');
  });
});
