import { CallError, type Client } from '@vesper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideTopics } from '../../packages/server/src/library/topics/index.ts';
import { sweepRefusedWords } from '../../packages/server/src/pipeline/sweep-refused-words.ts';
import { makeVideo } from '../../packages/server/src/test/factories.ts';
import { startTestSite, type TestSite } from '../../packages/server/src/test/site.ts';
import { readAttempts, readLines } from './read-judged.ts';

/** Text that is shown is stored without it, and then reads backwards. */
const REVERSING = '\u202e';
const attempts = readAttempts();

const OTHER = 'Other';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
  for (const [language = '', term = ''] of readLines('refused-terms.txt', 2))
    await admin.refusals.add({ language, terms: [term] });
});
afterAll(() => site.close());

/** The attempts that a call lets pass: neither refused by its contract, nor found by `isRefused` of its answer. */
async function missed<Answer>(
  call: (text: string, n: number) => Promise<Answer>,
  isRefused: (answer: Answer) => boolean = () => false,
  among = attempts,
): Promise<string[]> {
  const around: string[] = [];
  for (const [n, { text }] of among.entries())
    try {
      if (!isRefused(await call(text, n))) around.push(text);
    } catch (error) {
      if (!(error instanceof CallError) || error.status >= 500) throw error;
    }
  return around;
}

/** Texts that an attempt may stand in are longer. */
const within = (text: string) => `Dunes and ${text} at noon`;

describe(`${attempts.length} attempts to get around refused terms`, () => {
  test('are more than 300', () => expect(attempts.length).toBeGreaterThan(300));

  test.each(['search', 'tag', 'category'] as const)('fail as the %s of a list', async (name) => {
    await makeVideo(site.base.db, { title: `Found by its ${name}` });
    const list = (text: string) => site.client.videos.list({ [name]: text });
    expect(await missed(list, ({ refused, videos }) => refused !== undefined && videos.length === 0)).toEqual(
      [],
    );
  });

  test('fail in a search with other words, a minus and quotes', async () => {
    for (const search of [within, (text: string) => `"${text}" -dunes`, (text: string) => `dunes ${text}`])
      expect(
        await missed(
          (text) => site.client.videos.list({ search: search(text) }),
          ({ refused }) => refused !== undefined,
        ),
      ).toEqual([]);
  });

  test('fail while typing, and count as no search', async () => {
    expect(
      await missed(
        (text) => site.client.searches.suggest({ text }),
        ({ suggestions }) => suggestions.length === 0,
      ),
    ).toEqual([]);
    expect(
      await missed(
        (text) => site.client.searches.asked({ text }),
        ({ counted }) => !counted,
      ),
    ).toEqual([]);
  });

  test('fail as words of an administrator', async () => {
    const meta = { metaTitle: 'Dunes', metaDescription: 'Dunes.' };
    const writes: Record<string, (text: string, n: number) => Promise<unknown>> = {
      keyword: (keyword, n) => admin.keywords.create({ keyword, slug: `slug-${n}`, ...meta }),
      'keyword’s title': (metaTitle, n) =>
        admin.keywords.create({ keyword: 'Dunes', slug: `slug-${n}`, ...meta, metaTitle }),
      category: (name) => admin.topics.createCategory({ name }),
      tag: (becomes, n) => admin.topics.changeTag({ tag: `tag ${n}`, becomes }),
      synonym: (text) => admin.synonyms.create({ words: ['dunes', text] }),
    };
    const stored = attempts.filter(({ text }) => !text.includes(REVERSING));
    for (const [name, write] of Object.entries(writes))
      expect([name, await missed(write, undefined, stored)]).toEqual([name, []]);
  });

  test.each(['title', 'tag', 'category', 'description'] as const)(
    'fail in the %s that a source brings',
    async (name) => {
      const { db, refusals, clock } = site.base;
      const ids = new Map<string, string>();
      for (const [n, { text }] of attempts.entries()) {
        // What the contract of a call refuses, intake has taken out.
        const words = text.replaceAll(/\p{Cc}/gu, ' ');
        const fields = {
          title: name === 'title' ? within(words) : `Dunes ${n}`,
          description: name === 'description' ? within(words) : 'Sand.',
          tags: name === 'tag' ? [words] : ['sand'],
        };
        const named = name === 'category' ? words : 'Dunes';
        const { category } = await decideTopics(db, { category: named, tags: [] });
        // Of signs alone no category is made.
        if (category === OTHER) continue;
        ids.set(await makeVideo(db, { ...fields, category }), text);
      }
      await db.updateTable('refusal_settings').set({ swept_to: '' }).execute();
      await sweepRefusedWords({ db, refusals, clock }, new AbortController().signal);
      const left = await db
        .selectFrom('videos')
        .select('id')
        .where('status', '=', 'published')
        .where('id', 'in', [...ids.keys()])
        .execute();
      expect(ids.size).toBeGreaterThan(300);
      expect(left.map(({ id }) => ids.get(id))).toEqual([]);
      await db
        .deleteFrom('videos')
        .where('id', 'in', [...ids.keys()])
        .execute();
    },
  );
});
