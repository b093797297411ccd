import type { Client } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { countWaiting } from '../../../test/count-waiting.ts';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { claimVideo } from '../videos/index.ts';
import { moveBatch, moveTopics } from './moves.ts';
import { decideTopics } from './rules.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterEach(async () => {
  const { db } = site.base;
  for (const table of ['videos', 'category_rules', 'tag_rules', 'topic_moves', 'categories'])
    await sql`delete from ${sql.table(table)}`.execute(db);
});
afterAll(() => site.close());

const finish = () => moveTopics(site.base.db, new AbortController().signal);
const categories = async () => (await admin.topics.get()).categories;
const idOf = async (name: string) => {
  const found = (await categories()).find((category) => category.name === name);
  if (!found) throw new Error(`There is no category ${name}.`);
  return found.id;
};
const counts = async () =>
  Object.fromEntries((await site.client.categories.list()).map(({ name, videoCount }) => [name, videoCount]));
const make = (category: string, fields: { status?: string; tags?: string[] } = {}) =>
  makeVideo(site.base.db, { title: `A film of ${category}`, category, ...fields });
let films = 0;
const claim = async (category: string, tags: string[] = []) => {
  films += 1;
  const hash = Buffer.alloc(32, films);
  const { id } = await claimVideo(site.base.db, {
    ...{ title: 'New', description: '', sourceId: null },
    ...(await decideTopics(site.base.db, { category, tags })),
    ...{ sourceUrl: `https://films.test/${films}`, sourceUrlHash: hash },
  });
  return site.base.db
    .selectFrom('videos')
    .select(['category', 'tags'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
};

describe('a category', () => {
  test('that is renamed takes its videos, its address and what sources call it along', async () => {
    for (let n = 0; n < 3; n += 1) await make('Fractals');
    await make('Fractals', { status: 'hidden' });
    const { message } = await admin.topics.renameCategory({
      id: await idOf('Fractals'),
      name: 'Fractal films',
    });
    expect(message).toContain('Fractals is now called Fractal films.');
    await finish();
    expect(await counts()).toEqual({ 'Fractal films': 3 });
    expect((await site.client.videos.list({ category: 'Fractal films' })).videos).toHaveLength(3);
    expect(await site.client.categories.list()).toMatchObject([
      { slug: 'fractal-films', formerSlugs: ['fractals'] },
    ]);
    expect((await claim('FRACTALS')).category).toBe('Fractal films');
    const response = await fetch(`${site.url}/category/fractals`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([301, '/category/fractal-films']);
  });

  test('that is renamed stays with the domain that owns it, also while its videos move', async () => {
    await make('Fractals');
    await addDomain(site.base.db, 'own.test', ['ownedCategories=Fractals']);
    await admin.topics.renameCategory({ id: await idOf('Fractals'), name: 'Fractal films' });
    await finish();
    const own = (await admin.domainSettings.list()).find(({ config }) => config.domain === 'own.test');
    expect(own?.config.ownedCategories).toEqual(['Fractal films']);
  });

  test('can change its case only', async () => {
    await make('fractals');
    await admin.topics.renameCategory({ id: await idOf('fractals'), name: 'Fractals' });
    await finish();
    expect(await site.client.categories.list()).toMatchObject([
      { name: 'Fractals', slug: 'fractals', videoCount: 1 },
    ]);
    expect((await claim('fractals')).category).toBe('Fractals');
  });

  test('that is merged becomes a synonym, and so does what it stood for', async () => {
    for (const name of ['Waves', 'Noise', 'Gradients']) await make(name);
    await admin.topics.setRule({ name: 'White noise', categoryId: await idOf('Noise') });
    await admin.topics.mergeCategory({ id: await idOf('Noise'), intoId: await idOf('Waves') });
    await finish();
    await admin.topics.mergeCategory({ id: await idOf('Waves'), intoId: await idOf('Gradients') });
    await finish();
    expect(await counts()).toEqual({ Gradients: 3 });
    expect((await categories())[0]?.synonyms).toEqual(['noise', 'waves', 'white noise']);
    for (const name of ['noise', 'White Noise', 'WAVES'])
      expect((await claim(name)).category).toBe('Gradients');
  });

  test('of many videos is moved in batches, and the move continues after an interruption', async () => {
    await sql`insert into categories (name, slug) values ('Many', 'many')`.execute(site.base.db);
    await sql`insert into videos (title, category, source_url, source_url_hash, slug, status, published_at)
      select 'Film ' || n, 'Many', 'https://films.test/' || n, sha256(('film ' || n)::bytea), 'film', 'published', now()
      from generate_series(1, 1700) as n`.execute(site.base.db);
    await admin.topics.renameCategory({ id: await idOf('Many'), name: 'Lots' });
    // The call moves the first batch; a category is locked while it moves.
    expect(await counts()).toEqual({ Many: 1200, Lots: 500 });
    expect((await categories()).find(({ name }) => name === 'Many')?.move).toEqual({
      to: 'Lots',
      moved: 500,
    });
    const lots = await idOf('Lots');
    await expect(admin.topics.deleteCategory({ id: lots })).rejects.toMatchObject({ status: 409 });
    await moveBatch(site.base.db);
    expect(await counts()).toEqual({ Many: 700, Lots: 1000 });
    await finish();
    expect(await counts()).toEqual({ Lots: 1700 });
    expect(await admin.topics.moves()).toMatchObject([{ from: 'Many', to: 'Lots', moved: 1700 }]);
  });

  test('is moved to the end by its job, though a request is just moving the first batch', async () => {
    const { db } = site.base;
    await make('Fractals');
    await admin.topics.renameCategory({ id: await idOf('Fractals'), name: 'Fractal films' });
    let job: Promise<void> | undefined;
    await db.transaction().execute(async (request) => {
      await sql`select from topic_moves for update`.execute(request);
      job = finish();
      await expect.poll(() => countWaiting(db)).toBe(1);
    });
    await job;
    expect((await categories()).map(({ name, move }) => [name, move])).toEqual([['Fractal films', null]]);
  });

  test('two opposite merges at once: one is made, the other is told', async () => {
    for (const name of ['One', 'Two']) await make(name);
    const [one, two] = [await idOf('One'), await idOf('Two')];
    const results = await Promise.allSettled([
      admin.topics.mergeCategory({ id: one, intoId: two }),
      admin.topics.mergeCategory({ id: two, intoId: one }),
    ]);
    await finish();
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ status: 409 }) });
    expect(Object.values(await counts())).toEqual([2]);
  });

  test('is deleted only without videos, and a name that is taken is refused', async () => {
    await make('Kept');
    await admin.topics.createCategory({ name: 'Empty' });
    await expect(admin.topics.createCategory({ name: 'EMPTY' })).rejects.toMatchObject({ status: 409 });
    await expect(admin.topics.createCategory({ name: '!!!' })).rejects.toMatchObject({ status: 400 });
    await expect(admin.topics.deleteCategory({ id: await idOf('Kept') })).rejects.toMatchObject({
      status: 409,
    });
    await admin.topics.deleteCategory({ id: await idOf('Empty') });
    expect(Object.keys(await counts())).toEqual(['Kept']);
  });
});

test('names of sources that are not to be created go under Other, one by one or all', async () => {
  expect(await admin.topics.rule({ name: 'Trailers' })).toEqual({ name: 'trailers', rule: null });
  await admin.topics.setRule({ name: 'Trailers', categoryId: null });
  expect(await admin.topics.rule({ name: ' TRAILERS ' })).toEqual({
    name: 'trailers',
    rule: { categoryId: null, category: null },
  });
  expect((await claim('trailers')).category).toBe('Other');
  await admin.topics.change({ newCategories: false });
  expect((await claim('Something new')).category).toBe('Other');
  await admin.topics.createCategory({ name: 'Something new' });
  expect((await claim('something new')).category).toBe('Something new');
  await admin.topics.deleteRule({ name: 'Trailers' });
  await admin.topics.change({ newCategories: true });
  expect((await claim('Trailers')).category).toBe('Trailers');
  expect((await admin.topics.get()).notCreated).toEqual([]);
});

describe('a tag', () => {
  test('becomes another on all videos, public or not, and on those to come', async () => {
    const shown = await make('Waves', { tags: ['Slow', 'calm', 'blue'] });
    const hidden = await make('Waves', { tags: ['SLOW'], status: 'hidden' });
    await admin.topics.changeTag({ tag: 'slow', becomes: 'Calm' });
    await finish();
    const tagsOf = async (id: string) =>
      (await site.base.db.selectFrom('videos').select('tags').where('id', '=', id).executeTakeFirstOrThrow())
        .tags;
    expect([await tagsOf(shown), await tagsOf(hidden)]).toEqual([['calm', 'blue'], ['calm']]);
    expect(await admin.topics.tags()).toEqual([
      { tag: 'blue', videoCount: 1 },
      { tag: 'calm', videoCount: 1 },
    ]);
    expect((await claim('Waves', ['Slow', 'CALM', 'Red'])).tags).toEqual(['calm', 'Red']);
    // Rules that led to it follow, never back.
    await admin.topics.changeTag({ tag: 'calm', becomes: 'still' });
    await finish();
    expect(await admin.topics.tagRules()).toMatchObject([
      { tag: 'calm', becomes: 'still' },
      { tag: 'slow', becomes: 'still' },
    ]);
    await expect(admin.topics.changeTag({ tag: 'still', becomes: 'slow' })).rejects.toMatchObject({
      status: 409,
    });
  });

  test('is removed, and comes back once the rule is removed', async () => {
    const id = await make('Waves', { tags: ['spam', 'calm'] });
    await admin.topics.changeTag({ tag: 'spam', becomes: null });
    await finish();
    expect((await site.client.videos.get({ id })).tags).toEqual(['calm']);
    expect((await claim('Waves', ['Spam'])).tags).toEqual([]);
    await admin.topics.deleteTagRule({ tag: 'spam' });
    expect((await claim('Waves', ['Spam'])).tags).toEqual(['Spam']);
  });

  test('is found by its beginning and listed by use, page by page', async () => {
    for (let n = 0; n < 7; n += 1)
      await make('Waves', { tags: [`tag-${n}`, 'tag-all', ...(n > 4 ? ['b_1'] : [])] });
    const first = await admin.topics.tags({ limit: 3 });
    const rest = await admin.topics.tags({ limit: 10, after: first.at(-1)?.tag });
    const all = [...first, ...rest].map(({ tag }) => tag);
    expect(all.slice(0, 2)).toEqual(['tag-all', 'b_1']);
    expect(new Set(all).size).toBe(9);
    expect((await admin.topics.tags({ search: 'B_' })).map(({ tag }) => tag)).toEqual(['b_1']);
    expect(
      (await admin.topics.tags({ search: 'tag-', limit: 2, after: 'tag-3' })).map(({ tag }) => tag),
    ).toEqual(['tag-4', 'tag-5']);
  });
});
