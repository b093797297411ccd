import { PAGE_PATTERNS, type PageName, pageHref } from '@vesper/contract';
import { namedCalls } from '@vesper/core/http/call-names.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldSearchWords } from '../library/server/search/words/vocabulary.ts';
import { makeVideo } from '../test/factories.ts';
import { startTestSite, type TestSite } from '../test/site.ts';

/** Queries per page and call of visitors in a warm process; the domain and categories are cached. */

const VIDEO = '00000000-0000-4000-8000-000000000001';
const MERGED = '00000000-0000-4000-8000-000000000002';
const MISSING = '00000000-0000-4000-8000-000000000003';
const VIDEOS = 60;
const TRIES = 4;

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  const { db } = site.base;
  const fields = { title: 'Slow gradient', tags: ['Zoom'], duration: 400, height: 1080, kind: 'hosted' };
  for (let n = 0; n < VIDEOS; n += 1) await makeVideo(db, fields);
  const files = { video_url: 'one/film.mp4', thumbnail_url: 'one/thumbnail.webp' };
  await makeVideo(db, { ...fields, ...files, id: VIDEO });
  await makeVideo(db, { ...fields, id: MERGED, status: 'removed' });
  await sql`insert into video_redirects (from_id, to_id) values (${MERGED}, ${VIDEO})`.execute(db);
  await sql`insert into category_rules (name, category_id, former_slug)
    select 'diagrams', id, 'diagrams' from categories where slug = 'charts'`.execute(db);
  const keyword = { keyword: 'Gradients', slug: 'gradients', meta_title: 'Title', meta_description: 'Text' };
  const { id } = await db
    .insertInto('keywords')
    .values({ ...keyword, language_code: 'en' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into keyword_videos (keyword_id, video_id, relevance_score)
    select ${id}, id, 1 from videos where status = 'published'`.execute(db);
  await foldSearchWords(db, new AbortController().signal);
});
afterAll(() => site.close());

interface Asked {
  address: string;
  status?: number;
  method?: string;
  queries: number;
}

const pages: Record<PageName, Record<string, Asked>> = {
  home: {
    'home page': { address: '/', queries: 1 },
    'another page of the list': { address: '/?page=2', queries: 1 },
    'page past the end': { address: '/?page=999', status: 404, queries: 1 },
    'list in another order': { address: '/?sort=views', queries: 1 },
    'list with filters': { address: '/?duration=medium&quality=hd&tag=zoom', queries: 1 },
    search: { address: '/?search=gradient', queries: 2 },
    'search for the beginning of a word': { address: '/?search=gradi', queries: 5 },
    'search for nothing that is there': { address: '/?search=nowhere', queries: 5 },
    'refused address': { address: '/?sort=oldest', status: 400, queries: 0 },
  },
  category: {
    category: { address: '/category/charts', queries: 1 },
    'another page of a category': { address: '/category/charts?page=2', queries: 1 },
    'category in another order': { address: '/category/charts?sort=longest', queries: 1 },
    'former category': { address: '/category/diagrams', status: 301, queries: 0 },
    'missing category': { address: '/category/nothing', status: 404, queries: 2 },
  },
  video: {
    video: { address: `/video/${VIDEO}`, queries: 2 },
    'merged video': { address: `/video/${MERGED}`, status: 301, queries: 5 },
    'missing video': { address: `/video/${MISSING}`, status: 404, queries: 6 },
  },
  keyword: {
    keyword: { address: '/en/gradients', queries: 3 },
    'missing keyword': { address: '/en/nothing', status: 404, queries: 4 },
  },
  legal: { 'legal page': { address: '/legal/terms', queries: 0 } },
  legalIndex: { 'legal pages': { address: '/legal', queries: 0 } },
  contact: { contact: { address: '/contact', queries: 0 } },
  help: { help: { address: '/help', queries: 0 } },
  dmca: { 'copyright page': { address: '/dmca', queries: 0 } },
  dmcaSubmit: { 'form of a notice': { address: '/dmca/submit', queries: 0 } },
  report: { 'choice of forms': { address: '/report', queries: 0 } },
  reportForm: { 'form of a kind': { address: '/report/minor', queries: 0 } },
  reportStatus: { 'private page that is none': { address: '/report/status/none', status: 404, queries: 2 } },
  reportConfirm: {
    'link of a mail that is none': { address: '/report/confirm/none', status: 404, queries: 1 },
  },
  privacyPolicy: { 'privacy policy': { address: '/privacy-policy', queries: 0 } },
  terms: { terms: { address: '/terms', queries: 0 } },
  embed: {
    'framed player': { address: pageHref.embed(VIDEO), queries: 1 },
    'framed player of a merged video': { address: pageHref.embed(MERGED), status: 301, queries: 2 },
    'framed player of a missing video': { address: pageHref.embed(MISSING), status: 404, queries: 3 },
  },
  keywordIndex: { 'index of keywords': { address: pageHref.keywordIndex(), queries: 0 } },
  transparency: { 'transparency report': { address: '/transparency', queries: 1 } },
  library: { "visitor's library": { address: pageHref.library(), queries: 0 } },
};

const calls: Record<string, Record<string, Asked>> = {
  'searches.suggest': { suggestions: { address: '/api/search/suggest?text=gra', queries: 1 } },
  'transparency.report': { report: { address: '/api/transparency', queries: 1 } },
  'videos.list': {
    list: { address: '/api/videos', queries: 1 },
    'another page of a list': { address: '/api/videos?page=2', queries: 1 },
    'page past the end': { address: '/api/videos?page=999', queries: 1 },
    'list of a category': { address: '/api/videos?category=Charts', queries: 1 },
    'list in another order': { address: '/api/videos?sort=views', queries: 1 },
    search: { address: '/api/videos?search=gradient', queries: 2 },
    'search with filters': { address: '/api/videos?search=gradient&quality=hd', queries: 2 },
  },
  'videos.get': {
    video: { address: `/api/videos/${VIDEO}`, queries: 1 },
    'merged video': { address: `/api/videos/${MERGED}`, queries: 2 },
    'missing video': { address: `/api/videos/${MISSING}`, status: 404, queries: 2 },
  },
  'videos.related': { 'related videos': { address: `/api/videos/${VIDEO}/related`, queries: 1 } },
  'videos.registerView': {
    view: { method: 'POST', address: `/api/videos/${VIDEO}/view`, queries: 1 },
  },
  'categories.list': { categories: { address: '/api/categories', queries: 1 } },
  'domains.config': { configuration: { address: '/api/domain-config', queries: 0 } },
  'keywords.links': {
    'links of the home page': { address: '/api/keyword-links', queries: 0 },
    'links of a category': { address: '/api/keyword-links?category=charts', queries: 0 },
  },
  'keywords.index': { 'index of keywords': { address: '/api/keyword-index', queries: 0 } },
  'transparency.gone': {
    'video that never was': { address: `/api/gone?page=video&slug=${MISSING}`, queries: 1 },
  },
  'keywords.get': { keyword: { address: '/api/keywords/en/gradients', queries: 3 } },
  'media.signVideo': { 'signed address': { address: `/api/videos/${VIDEO}/signed-url`, queries: 1 } },
  'media.signThumbnail': {
    'signed picture': { address: `/api/videos/${VIDEO}/thumbnail-signed-url`, queries: 1 },
  },
  'reports.form': { 'proof of a form': { address: '/api/reports/form', queries: 0 } },
  'reports.status': {
    'notice that is none': { address: '/api/reports/status/none', status: 404, queries: 2 },
  },
  'reports.confirmation': {
    'link that is none': { address: '/api/reports/confirm/none', status: 404, queries: 1 },
  },
};

/** Senders' rare writes in a transaction, and what counts once per network and day. */
const WRITES = [
  ...['takedowns.submit', 'searches.asked'],
  ...['submit', 'supplement', 'withdraw', 'confirm', 'sendLink'].map((name) => `reports.${name}`),
];

const askedOf = (all: Record<string, Record<string, Asked>>) =>
  Object.values(all).flatMap((some) => Object.entries(some));

describe('of pages', () => {
  test('every page is listed', () => {
    expect(Object.keys(pages).sort()).toEqual(Object.keys(PAGE_PATTERNS).sort());
  });

  test.each(askedOf(pages))('%s', async (_name, asked) => {
    // A blank search is none, but another address for the page cache.
    const blank = asked.address.includes('search=') ? 'tag' : 'search';
    const another = (n: number) =>
      `${asked.address}${asked.address.includes('?') ? '&' : '?'}${blank}=${'+'.repeat(n)}`;
    await expectQueries(asked, another);
  });
});

describe('of calls', () => {
  test('every call that writes nothing is listed', () => {
    const visitors = namedCalls.filter(({ call }) => call.caller === 'public').map(({ name }) => name);
    expect([...Object.keys(calls), ...WRITES].sort()).toEqual(visitors.sort());
  });

  test.each(askedOf(calls))('%s', async (_name, asked) => {
    await expectQueries(asked, () => asked.address);
  });
});

/** Held for half a second, so that a slow machine asks for it each time. */
const CATEGORIES = 'select c.id, c.name, c.slug, c.video_count, r.former_slugs from categories c';

const countedFor =
  ({ address }: Asked) =>
  (query: string) =>
    address === '/api/categories' || !query.includes(CATEGORIES);

/** The fewest of some tries: caches may expire, and counted views be written. */
async function expectQueries(asked: Asked, addressOf: (n: number) => string): Promise<void> {
  const { method = 'GET', status = 200, queries } = asked;
  const tries: string[][] = [];
  for (let n = 0; n <= TRIES; n += 1) {
    const before = site.queries.length;
    const response = await fetch(site.url + addressOf(n), { method, redirect: 'manual' });
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    // The first one warms up.
    if (n > 0) tries.push(site.queries.slice(before).filter(countedFor(asked)));
  }
  const [fewest = []] = tries.sort((a, b) => a.length - b.length);
  expect(fewest.length, fewest.join('\n\n')).toBe(queries);
}
