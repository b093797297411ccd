import { CallError } from '@vesper/contract';
import type { Keywords } from '@vesper/core/db/schema.ts';
import { removeVideo } from '@vesper/library/videos';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  const { db } = site.base;
  await db
    .insertInto('languages')
    .values({ code: 'pt-BR', name: 'Portuguese (Brazil)', native_name: 'Português (Brasil)' })
    .execute();
  await db.updateTable('languages').where('code', '=', 'fr').set({ enabled: false }).execute();
});
afterAll(() => site.close());

async function makeKeyword(slug: string, fields: Partial<Insertable<Keywords>> = {}): Promise<string> {
  const { id } = await site.base.db
    .insertInto('keywords')
    .values({ keyword: slug, slug, meta_title: `All ${slug}`, meta_description: 'Slow ones.', ...fields })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function link(keywordId: string, videoId: string, relevance: number): Promise<void> {
  await site.base.db
    .insertInto('keyword_videos')
    .values({ keyword_id: keywordId, video_id: videoId, relevance_score: relevance })
    .execute();
}

async function expectNoPage(lang: string, slug: string): Promise<void> {
  const error = await site.client.keywords.get({ lang, slug }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  expect((error as CallError).status).toBe(404);
  expect((error as CallError).sentence).toBe("This keyword page doesn't exist.");
}

describe('the address of a keyword', () => {
  test('is its language and slug; the language is case-insensitive', async () => {
    await makeKeyword('gradientes', { language_code: 'pt-BR' });
    for (const lang of ['pt-BR', 'pt-br', 'PT-BR']) {
      const { keyword } = await site.client.keywords.get({ lang, slug: 'gradientes' });
      expect(keyword).toEqual({
        keyword: 'gradientes',
        slug: 'gradientes',
        metaTitle: 'All gradientes',
        metaDescription: 'Slow ones.',
        languageCode: 'pt-BR',
        views: expect.any(Number),
        indexable: false,
      });
    }
    await expectNoPage('pt', 'gradientes');
    await expectNoPage('de', 'gradientes');
    await expectNoPage('pt-BR', 'gradient');
  });

  test('has no page while the keyword or its language is disabled', async () => {
    await makeKeyword('off', { language_code: 'de', enabled: false });
    await makeKeyword('degrades', { language_code: 'fr' });
    await makeKeyword('english-one', { language_code: 'en' });
    await makeKeyword('no-language');
    await expectNoPage('de', 'off');
    await expectNoPage('fr', 'degrades');
    await site.client.keywords.get({ lang: 'en', slug: 'english-one' });
    const english = site.base.db.updateTable('languages').where('code', '=', 'en');
    await english.set({ enabled: false }).execute();
    await expectNoPage('en', 'english-one');
    await site.client.keywords.get({ lang: 'en', slug: 'no-language' });
    await english.set({ enabled: true }).execute();
  });

  test.each(["'", '%00', '%', '分形', 'a'.repeat(201)])('of %j is treated as text', async (slug) => {
    const response = await fetch(`${site.url}/api/keywords/en/${encodeURIComponent(slug)}`);
    expect([400, 404]).toContain(response.status);
  });
});

describe('the videos of a keyword', () => {
  test('are ordered by relevance, in the language if translated, and only while public', async () => {
    const { db } = site.base;
    const id = await makeKeyword('verlaeufe', { language_code: 'de' });
    const low = await makeVideo(db, { title: 'Low', description: 'own words' });
    const high = await makeVideo(db, { title: 'High', description: 'own words' });
    const gone = await makeVideo(db, { title: 'Gone' });
    const waiting = await makeVideo(db, { title: 'Waiting', status: 'processing', published_at: null });
    await link(id, low, 1);
    await link(id, high, 9);
    await link(id, gone, 5);
    await link(id, waiting, 7);
    await db
      .insertInto('video_translations')
      .values([
        { video_id: high, language_code: 'de', title: 'Hoch', description: 'Auf Deutsch' },
        { video_id: low, language_code: 'en', title: 'Not this', description: 'Nor this' },
      ])
      .execute();
    await removeVideo(db, gone);
    const { videos, pagination } = await site.client.keywords.get({ lang: 'de', slug: 'verlaeufe' });
    expect(pagination.totalVideos).toBe(2);
    expect(
      videos.map(({ title, localizedTitle, localizedDescription }) => [
        title,
        localizedTitle,
        localizedDescription,
      ]),
    ).toEqual([
      ['High', 'Hoch', 'Auf Deutsch'],
      ['Low', 'Low', 'own words'],
    ]);
  });

  test('are paged through without gap or repetition, with an exact total', async () => {
    const id = await makeKeyword('many');
    for (let n = 0; n < 30; n += 1) await link(id, await makeVideo(site.base.db), n % 3);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => site.client.keywords.get({ lang: 'en', slug: 'many', page, limit: 12 })),
    );
    const seen = pages.flatMap(({ videos }) => videos.map((video) => video.id));
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
    expect(pages[2]?.pagination).toEqual({
      page: 3,
      limit: 12,
      totalPages: 3,
      totalVideos: 30,
      totalIsCapped: false,
      hasPreviousPage: true,
      hasNextPage: false,
    });
    const refused = await fetch(`${site.url}/api/keywords/en/many?limit=101`);
    expect(refused.status).toBe(400);
  });
});

describe('a keyword page', () => {
  test('counts a visitor once an hour and robots never', async () => {
    await makeKeyword('watched', { language_code: 'de' });
    const visit = async (agent: string, path = 'de/watched') => {
      const response = await fetch(`${site.url}/api/keywords/${path}`, { headers: { 'user-agent': agent } });
      expect(response.status).toBe(200);
    };
    const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    for (let n = 0; n < 3; n += 1) await visit(browser);
    await visit(browser, 'DE/watched');
    await visit(`${browser} other`);
    await visit('Googlebot/2.1');
    await expect.poll(() => viewsOf('watched'), { timeout: 15_000, interval: 200 }).toBe(2);
    const { keyword } = await site.client.keywords.get({ lang: 'de', slug: 'watched' });
    expect(keyword.views).toBe(2);
  });
});

async function viewsOf(slug: string): Promise<number> {
  const { db } = site.base;
  const row = db.selectFrom('keywords').select('views').where('slug', '=', slug);
  return (await row.executeTakeFirstOrThrow()).views;
}
