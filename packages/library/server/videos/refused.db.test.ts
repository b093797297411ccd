import { type Client, createClient, fetchTransport } from '@vesper/contract';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { refusal, refusedCall } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { countRefused, holdRefused } from './hold-refused.ts';
import { showScheduled } from './show-scheduled.ts';
import { sweepRefused } from './sweep-refused.ts';

let site: TestSite;
let admin: Client;
const signal = new AbortController().signal;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
  await admin.refusals.add({ language: 'en', terms: ['blorvik', ' drumpling   farm '] });
});
afterAll(() => site.close());

async function isRefused(text: string): Promise<boolean> {
  return (await admin.refusals.try({ text })).isRefused;
}

function sweep(): Promise<void> {
  const { db, refusals, clock } = site.base;
  return sweepRefused({ db, refusals, clock }, signal);
}

async function stateOf(id: string) {
  const { status, hiddenReason } = await admin.catalogue.get({ id });
  return [status, hiddenReason];
}

test('a refused search has no videos and says where help is, by page and by call', async () => {
  const { version } = await admin.refusals.get();
  await admin.refusals.change({
    version,
    help: 'Somebody listens.',
    helpAddress: 'https://help.example/now',
  });
  await makeVideo(site.base.db, { title: 'Waves at sea', tags: ['sea'] });
  const list = await site.client.videos.list({ search: 'waves b.l.o.r.v.i.k' });
  expect(list).toMatchObject({
    videos: [],
    isSearch: true,
    pagination: { totalVideos: 0 },
    refused: { text: expect.stringMatching(/ Somebody listens\.$/), address: 'https://help.example/now' },
  });
  expect(await site.client.videos.list({ tag: 'Drumpling Farms' })).toMatchObject({ videos: [] });
  const plain = await site.client.videos.list({ search: 'waves' });
  expect([plain.videos.length, plain.refused]).toEqual([1, undefined]);
  const page = await fetch(`${site.url}/?search=bl0rviks`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('Somebody listens.');
  expect(html).toMatch(/<meta name="robots" content="noindex/);
  // Only the search field repeats the words.
  const category = await (await fetch(`${site.url}/category/charts?tag=bl0rviks`)).text();
  expect(category).toContain('Somebody listens.');
  for (const each of [html, category])
    expect(each.slice(0, each.indexOf('</head>'))).not.toContain('bl0rviks');
});

test('terms are added once, listed, tried and removed', async () => {
  const added = await admin.refusals.add({
    language: 'de',
    terms: ['Quenzel', 'Quenzel', '...', 'zwarnick'],
  });
  expect([added.added.length, added.known, added.unusable]).toEqual([2, 0, 1]);
  expect(await admin.refusals.add({ language: 'de', terms: ['Quenzel'] })).toMatchObject({
    added: [],
    known: 1,
  });
  const { terms } = await admin.refusals.terms({ language: 'de' });
  expect(terms.map(({ term, kind }) => [term, kind])).toEqual([
    ['zwarnick', 'refused'],
    ['Quenzel', 'refused'],
  ]);
  const first = await admin.refusals.terms({ limit: 1 });
  const { terms: next } = await admin.refusals.terms({ limit: 1, after: first.next ?? '' });
  expect([first.terms[0]?.term, next[0]?.term]).toEqual(['zwarnick', 'Quenzel']);
  expect(await admin.refusals.try({ text: 'two qu3nz3ls' })).toEqual({
    isRefused: true,
    term: 'Quenzel',
    language: 'de',
    way: 'disguised',
    part: 'quenzels',
  });
  expect((await admin.refusals.get()).languages.find(({ language }) => language === 'de')).toMatchObject({
    own: 2,
    never: 0,
    isSeedOn: true,
  });
  expect(await admin.refusals.remove({ ids: added.added })).toEqual({ removed: 2 });
  expect(await isRefused('quenzel')).toBe(false);
  expect((await refusedCall(admin.refusals.remove({ ids: added.added }))).status).toBe(404);
});

test('the audit log does not keep the terms', async () => {
  await admin.refusals.add({ language: 'en', terms: ['flumetonian'] });
  const log = JSON.stringify(await admin.audit.list({}));
  expect(log).not.toContain('flumetonian');
});

test('administrators cannot put them into keywords, tags, categories and videos', async () => {
  const id = await makeVideo(site.base.db, { title: 'Clocks' });
  const { version } = await admin.catalogue.get({ id });
  const attempts = [
    () =>
      admin.keywords.create({
        ...{ keyword: 'blorvik walks', slug: 'walks', languageCode: 'en' },
        ...{ metaTitle: 'Walks', metaDescription: 'Walks.' },
      }),
    () => admin.topics.createCategory({ name: 'Blorviks' }),
    () => admin.topics.changeTag({ tag: 'sea', becomes: 'blorvik' }),
    () => admin.catalogue.change({ id, version, title: 'A blorvik clock' }),
    () => admin.catalogue.change({ id, version, slug: 'a-blorvik-clock' }),
    () => admin.catalogue.startBulkAct({ act: 'add_tags', ids: [id], tags: ['b-l-o-r-v-i-k'] }),
  ];
  for (const attempt of attempts) {
    const error = await refusedCall(attempt());
    expect([error.status, error.sentence]).toEqual([400, expect.stringContaining('a blocked term')]);
  }
});

test('an imported video is held back until an administrator shows it, and then stays', async () => {
  const { db, refusals } = site.base;
  const id = await makeVideo(db, {
    ...{ title: 'A walk', description: 'With a blorvik.' },
    ...{ kind: 'remote', video_url: 'https://films.example/walk.mp4' },
  });
  const list = await refusals.get();
  expect(await db.transaction().execute((tx) => holdRefused(tx, list, [id]))).toEqual([id]);
  expect(await stateOf(id)).toEqual(['hidden', 'refused']);
  expect((await admin.refusals.get()).heldBack).toBe(1);
  await admin.catalogue.act({ id, act: 'publish' });
  expect(await stateOf(id)).toEqual(['published', null]);
  expect(await db.transaction().execute((tx) => holdRefused(tx, list, [id]))).toEqual([]);
  await admin.refusals.add({ language: 'en', terms: ['something else'] });
  await sweep();
  expect(await stateOf(id)).toEqual(['published', null]);
});

test('a scheduled video is held back once its publish date has passed', async () => {
  const due = { status: 'hidden', hidden_reason: 'scheduled' };
  const id = await makeVideo(site.base.db, { title: 'A blorvik tower', kind: 'remote', ...due });
  const queue: Queue = { send: async () => {}, sendAll: async () => {} };
  await showScheduled({ ...site.base, queue }, signal);
  expect(await stateOf(id)).toEqual(['hidden', 'refused']);
});

test('a changed list sweeps what is there, also what is disguised', async () => {
  const { db } = site.base;
  const plain = await makeVideo(db, { title: 'Plimzor at noon' });
  const disguised = await makeVideo(db, { title: 'Noon', tags: ['pl1mz0rs'] });
  const other = await makeVideo(db, { title: 'Noon at sea' });
  await admin.refusals.add({ language: 'en', terms: ['plimzor'] });
  expect((await admin.refusals.get()).isSweeping).toBe(true);
  await sweep();
  expect((await admin.refusals.get()).isSweeping).toBe(false);
  expect(await stateOf(plain)).toEqual(['hidden', 'refused']);
  expect(await stateOf(disguised)).toEqual(['hidden', 'refused']);
  expect(await stateOf(other)).toEqual(['published', null]);
});

describe('terms that would hide many videos', () => {
  const words = ['quandrel', 'zintoff', 'jubbarel'];
  let program: Client;
  let ids: string[];
  beforeAll(async () => {
    const { token } = await admin.tokens.create({ name: 'words', scopes: ['words:write'], expiresInDays: 7 });
    program = createClient(fetchTransport(site.url, { authorization: `Bearer ${token}` }));
    const titles = Array.from({ length: 36 }, (_, n) => `Film ${n}, ${words[n % 3]}`);
    ids = await Promise.all(titles.map((title) => makeVideo(site.base.db, { title })));
  });

  test('take the password, and no token adds them or takes their exceptions away', async () => {
    const all = { language: 'en', terms: words };
    const sentence = 'This would hide 36 public videos. ';
    expect(await refusal(program.refusals.add(all))).toEqual([
      403,
      `${sentence}This token does not permit that.`,
    ]);
    const hasty = await site.admin({ isConfirmed: false });
    const error = await refusedCall(hasty.refusals.add(all));
    expect(error).toMatchObject({ code: 'password_required', sentence: expect.stringContaining(sentence) });
    const { added: spared } = await program.refusals.add({ ...all, kind: 'never' });
    const { added } = await program.refusals.add(all);
    expect((await refusal(program.refusals.remove({ ids: spared })))[0]).toBe(403);
    await admin.refusals.remove({ ids: [...added, ...spared] });
  });

  test('are not added one by one by a token, before a sweep or after', async () => {
    const addOne = (n: number) => program.refusals.add({ language: 'en', terms: [words[n] ?? ''] });
    const { added } = await addOne(0);
    expect((await refusal(addOne(1)))[0]).toBe(403);
    await sweep();
    expect(await refusal(addOne(1))).toEqual([
      403,
      'This would hide 12 public videos. This token does not permit that.',
    ]);
    await admin.refusals.remove({ ids: added });
    await sweep();
  });

  test('are counted by a sample of a large library, never as none', async () => {
    const { db, refusals } = site.base;
    const [whole, sampled] = [
      await countRefused(db, await refusals.get()),
      await countRefused(db, await refusals.get(), 9),
    ];
    expect([whole, sampled]).toEqual([{ n: 0 }, { n: expect.any(Number), roughly: 'about' }]);
    expect(sampled.n).toBeGreaterThan(0);
  });

  test('show again what they alone held back, once they are removed', async () => {
    const { db } = site.base;
    const both = await makeVideo(db, { title: `${words[0]} and ${words[1]}` });
    const byHand = ids[3] ?? '';
    const reworded = ids[6] ?? '';
    const { added } = await admin.refusals.add({ language: 'en', terms: words });
    await sweep();
    const held = [...ids, both];
    expect(await Promise.all(held.map(stateOf))).toEqual(held.map(() => ['hidden', 'refused']));
    await admin.catalogue.act({ id: byHand, act: 'hide' });
    await db.updateTable('videos').set({ title: 'Other words' }).where('id', '=', reworded).execute();
    await admin.refusals.remove({ ids: added.slice(0, 1) });
    await sweep();
    const shown = await Promise.all(held.map(async (id) => (await stateOf(id))[0] === 'published'));
    expect(held.filter((_, n) => shown[n])).toEqual(
      ids.filter((id, n) => n % 3 === 0 && id !== byHand && id !== reworded),
    );
    await admin.refusals.remove({ ids: added.slice(1) });
    await sweep();
    expect(await stateOf(both)).toEqual(['published', null]);
    expect(await stateOf(byHand)).toEqual(['hidden', 'administrator']);
    expect(await stateOf(reworded)).toEqual(['hidden', 'refused']);
  });
});
