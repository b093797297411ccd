import { CallError, type Client } from '@vesper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideTopics } from '../../packages/library/server/topics/index.ts';
import { sweepRefusedWords } from '../../packages/pipeline/server/sweep-refused-words.ts';
import { makeVideo } from '../../packages/test/factories.ts';
import { startTestSite, type TestSite } from '../../packages/test/site.ts';
import { readAttempts, readLines } from './read-judged.ts';

/** Removed from stored text, which then reads backwards. */
const REVERSING = '\u202e';
/** One attempt per way; refusals.test.ts tries all of them. */
const attempts = [...new Map(readAttempts().map((attempt) => [attempt.way, attempt.text])).values()];
/** The category of videos without another. */
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

/** Attempts that neither the call nor `isRefused` refuses. */
async function missed<Answer>(
  call: (text: string, n: number) => Promise<Answer>,
  isRefused: (answer: Answer) => boolean = () => false,
  among = attempts,
): Promise<string[]> {
  const passed: string[] = [];
  for (const [n, text] of among.entries())
    try {
      if (!isRefused(await call(text, n))) passed.push(text);
    } catch (error) {
      if (!(error instanceof CallError) || error.status >= 500) throw error;
    }
  return passed;
}

const within = (text: string) => `Dunes and ${text} at noon`;

describe('attempts to bypass blocked terms', () => {
  test.each(['search', 'tag', 'category'] as const)('fail as the %s of a list', async (name) => {
    await makeVideo(site.base.db, { title: `Found by its ${name}` });
    const list = (text: string) => site.client.videos.list({ [name]: text });
    expect(await missed(list, ({ refused, videos }) => refused !== undefined && videos.length === 0)).toEqual(
      [],
    );
  });

  test.each([within, (text: string) => `"${text}" -dunes`, (text: string) => `dunes ${text}`])(
    'fail in a search beside other words (%#)',
    async (around) => {
      const search = (text: string) => site.client.videos.list({ search: around(text) });
      expect(await missed(search, ({ refused }) => refused !== undefined)).toEqual([]);
    },
  );

  test('get no suggestions, and are not counted as searches', async () => {
    const { suggest, asked } = site.client.searches;
    expect(
      await missed(
        (text) => suggest({ text }),
        ({ suggestions }) => suggestions.length === 0,
      ),
    ).toEqual([]);
    expect(
      await missed(
        (text) => asked({ text }),
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
    const stored = attempts.filter((text) => !text.includes(REVERSING));
    for (const [name, write] of Object.entries(writes))
      expect([name, await missed(write, undefined, stored)]).toEqual([name, []]);
  });

  test.each(['title', 'tag', 'category', 'description'] as const)(
    'fail in the %s from a source',
    async (name) => {
      const { db, refusals, clock } = site.base;
      const ids = new Map<string, string>();
      for (const [n, text] of attempts.entries()) {
        // Intake removes control characters.
        const words = text.replaceAll(/\p{Cc}/gu, ' ');
        const fields = {
          title: name === 'title' ? within(words) : `Dunes ${n}`,
          description: name === 'description' ? within(words) : 'Sand.',
          tags: name === 'tag' ? [words] : ['sand'],
        };
        const named = name === 'category' ? words : 'Dunes';
        const { category } = await decideTopics(db, { category: named, tags: [] });
        // A name of punctuation only.
        if (category === OTHER) continue;
        ids.set(await makeVideo(db, { ...fields, category }), text);
      }
      await db.updateTable('refusal_settings').set({ swept_to: '' }).execute();
      await sweepRefusedWords({ db, refusals, clock }, new AbortController().signal);
      const made = [...ids.keys()];
      const published = db.selectFrom('videos').select('id').where('status', '=', 'published');
      const left = await published.where('id', 'in', made).execute();
      expect(ids.size).toBeGreaterThan(attempts.length / 2);
      expect(left.map(({ id }) => ids.get(id))).toEqual([]);
      await db.deleteFrom('videos').where('id', 'in', made).execute();
    },
  );
});
