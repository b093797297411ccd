import type { Client } from '@vesper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { refusal } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());

const texts = {
  keyword: 'slow fractals',
  metaTitle: 'Slow fractals',
  metaDescription: 'Fractals that turn slowly.',
};

describe('a new keyword', () => {
  test('is there at once, with its page', async () => {
    const made = await admin.keywords.create({
      ...texts,
      slug: ' Slow-Fractals ',
      languageCode: 'es',
      countryCode: 'mx',
      searchVolume: 1200,
      difficulty: 40,
      category: 'Fractals',
    });
    expect(made).toMatchObject({ ...texts, slug: 'slow-fractals', languageCode: 'es', countryCode: 'MX' });
    expect(made).toMatchObject({ searchVolume: 1200, difficulty: 40, category: 'Fractals', enabled: true });
    expect(made).toMatchObject({ views: 0, version: 1, linkedVideos: 0 });
    const page = await site.client.keywords.get({ lang: 'es', slug: 'slow-fractals' });
    expect(page.keyword.metaTitle).toBe('Slow fractals');
    const [newest] = await admin.keywords.list();
    expect(newest).toEqual({ ...made, views: newest?.views });
  });

  test.each([
    [{ keyword: ' ' }, 'Please enter a keyword.'],
    [{ slug: '' }, 'Please enter a slug.'],
    [{ metaTitle: '' }, 'metaTitle: Please enter a meta title.'],
    [{ metaDescription: undefined }, 'metaDescription: Please enter a meta description.'],
    [{ slug: 'a/b' }, expect.stringMatching(/A slug has letters/)],
    [{ slug: '%2e' }, expect.stringMatching(/A slug has letters/)],
    [{ slug: 'Auto-Link' }, expect.stringMatching(/reserved by the site/)],
    [{ languageCode: 'tlh' }, 'No language has the code "tlh".'],
  ])('with %j is refused', async (fields, sentence) => {
    const input = { ...texts, slug: 'refused', ...fields } as never;
    expect(await refusal(admin.keywords.create(input))).toEqual([400, sentence]);
  });

  test.each(['分形', 'धीमा-फ्रैक्टल', 'ñandú'])('may have the slug %s', async (slug) => {
    await admin.keywords.create({ ...texts, slug, languageCode: 'hi' });
    expect((await site.client.keywords.get({ lang: 'hi', slug })).keyword.slug).toBe(slug.normalize('NFC'));
  });

  test('cannot have the address of another; those without a language share addresses with English ones', async () => {
    await admin.keywords.create({ ...texts, slug: 'taken' });
    expect(await refusal(admin.keywords.create({ ...texts, slug: 'taken' }))).toEqual([
      409,
      'The address /en/taken already belongs to the keyword "slow fractals".',
    ]);
    expect(await refusal(admin.keywords.create({ ...texts, slug: 'taken', languageCode: 'en' }))).toEqual([
      409,
      'The address /en/taken already belongs to the keyword "slow fractals". Keywords without a language share addresses with English ones.',
    ]);
    await admin.keywords.create({ ...texts, slug: 'taken', languageCode: 'de' });
  });
});

describe('an edit', () => {
  test('changes only the given fields', async () => {
    const made = await admin.keywords.create({
      ...texts,
      slug: 'edited',
      languageCode: 'fr',
      searchVolume: 5,
    });
    const edited = await admin.keywords.change({ id: made.id, metaTitle: 'Lentes', languageCode: '' });
    expect(edited).toEqual({ ...made, metaTitle: 'Lentes', languageCode: null, version: 2 });
    await site.client.keywords.get({ lang: 'en', slug: 'edited' });
    const all = await admin.keywords.change({ id: made.id, ...texts, slug: 'edited', searchVolume: null });
    expect(all).toMatchObject({ ...texts, searchVolume: null, version: 3 });
  });

  test('cannot take another’s address, not even concurrently', async () => {
    await admin.keywords.create({ ...texts, keyword: 'the holder', slug: 'held' });
    const { id } = await admin.keywords.create({ ...texts, slug: 'not-held', languageCode: 'de' });
    expect(await refusal(admin.keywords.change({ id, slug: 'held', languageCode: null }))).toEqual([
      409,
      'The address /en/held already belongs to the keyword "the holder".',
    ]);
    const twins = await Promise.all(
      ['twin-a', 'twin-b'].map((slug) => admin.keywords.create({ ...texts, slug })),
    );
    const moves = twins.map((twin) => admin.keywords.change({ id: twin.id, slug: 'twin-c' }));
    const outcomes = await Promise.allSettled(moves);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('deleting tells how many links are deleted', async () => {
  const { db } = site.base;
  const { id } = await admin.keywords.create({ ...texts, keyword: 'fading', slug: 'fading' });
  for (let n = 0; n < 3; n += 1) await admin.keywords.link({ keywordId: id, videoId: await makeVideo(db) });
  expect(await admin.keywords.delete({ id })).toEqual({
    message: 'The keyword "fading" was deleted with its links to 3 videos.',
    unlinked: 3,
  });
  expect(await refusal(admin.keywords.delete({ id }))).toEqual([404, 'This keyword does not exist.']);
  expect(await refusal(site.client.keywords.get({ lang: 'en', slug: 'fading' }))).toEqual([
    404,
    "This keyword page doesn't exist.",
  ]);
});
