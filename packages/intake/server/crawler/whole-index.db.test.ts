import { addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { crawlOnce, putPage } from '../../../test/crawling.ts';
import { makeSource } from '../../../test/factories.ts';
import { indexOf, urlsetOf } from '../../../test/hostile-sitemaps.ts';
import { type PlainSource, startPlainSource } from '../../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let source: PlainSource;
let site: TestSite;

beforeEach(async () => {
  source = await startPlainSource();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
});
afterEach(async () => {
  await site.close();
  await source.close();
});

const FILES = 30;
const PER_FILE = 50;
const listPath = (file: number) => `/list-${file}.xml`;
const addressesOf = (file: number) =>
  Array.from({ length: PER_FILE }, (_, n) => `${source.origin}/watch/${file}-${n}`);

/** An index of lists; all their addresses were tried by earlier runs, but for the first of each. */
async function putIndex(): Promise<string[]> {
  const files = Array.from({ length: FILES }, (_, file) => file);
  source.answers.set('/index.xml', {
    body: indexOf(files.map((file) => `${source.origin}${listPath(file)}`)),
  });
  for (const file of files) source.answers.set(listPath(file), { body: urlsetOf(addressesOf(file)) });
  const known = files.flatMap((file) => addressesOf(file).slice(1));
  await sql`insert into addresses (hash, url, decision, first_seen_at, last_decided_at)
    select sha256(convert_to(url, 'UTF8')), url, 'no_video', now(), now()
    from unnest(${known}::text[]) as url`.execute(site.base.db);
  return files.map(listPath);
}

/** The list answers badly the first time. */
function spoil(file: number, answer: object): void {
  const good = { body: urlsetOf(addressesOf(file)) };
  source.answers.set(listPath(file), (times) => (times === 1 ? { ...good, ...answer } : good));
}

const lists = (asked: readonly string[]) => asked.filter((path) => path.startsWith('/list-'));

test('an index is read to its end: lists that fail are requested again at the end, and nothing else', async () => {
  const paths = await putIndex();
  spoil(2, { status: 500 });
  spoil(7, { status: 429, headers: { 'retry-after': '1' } });
  spoil(11, { isCut: true });
  spoil(17, { isSilent: true });
  spoil(23, { body: urlsetOf(addressesOf(23)).slice(0, 900) });
  await makeSource(site.base.db, { url: `${source.origin}/index.xml`, dailyQuota: 1000 });
  await site.startWorker({ limits: { headersTimeoutMs: 3000 } });
  const { run, asked } = await crawlOnce(site, source, 1000);
  expect(run).toMatchObject({ status: 'completed', error: null, problems: [] });
  expect(asked[0]).toBe('/index.xml');
  expect(lists(asked).slice(0, FILES)).toEqual(paths);
  expect(lists(asked).slice(FILES).toSorted()).toEqual([2, 7, 11, 17, 23].map(listPath).toSorted());
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from addresses`.execute(site.base.db);
  expect(rows[0]?.n).toBe(FILES * PER_FILE);
  const pages = asked.filter((path) => path.startsWith('/watch/'));
  expect(pages.toSorted()).toEqual(paths.map((_, file) => `/watch/${file}-0`).toSorted());
});

test('the next run begins where a run reached its target, and wraps around', async () => {
  const files = ['a', 'b', 'c'];
  source.answers.set('/index.xml', {
    body: indexOf(files.map((name) => `${source.origin}/list-${name}.xml`)),
  });
  for (const name of files) {
    const addresses = [1, 2].map((n) => `${source.origin}/watch/${name}${n}`);
    source.answers.set(`/list-${name}.xml`, { body: urlsetOf(addresses) });
    await putPage(source, `${name}1`, null);
    await putPage(source, `${name}2`, `${name}2`);
  }
  await makeSource(site.base.db, { url: `${source.origin}/index.xml`, dailyQuota: 1000 });
  await site.startWorker();
  const first = await crawlOnce(site, source, 1);
  expect(first.asked).toEqual(['/index.xml', '/list-a.xml', '/watch/a1', '/watch/a2', '/films/a2.mp4']);
  expect(first.run).toMatchObject({ videosAdded: 1, report: { brought: 1, noVideo: 1, failed: 0 } });
  const second = await crawlOnce(site, source, 1);
  expect(second.asked).toEqual(['/index.xml', '/list-b.xml', '/watch/b1', '/watch/b2', '/films/b2.mp4']);
  const third = await crawlOnce(site, source, 5);
  expect(lists(third.asked)).toEqual(['/list-c.xml', '/list-a.xml', '/list-b.xml']);
  expect(third.asked).toHaveLength(7);
  expect(third.run).toMatchObject({ videosAdded: 1, problems: [] });
});

test('an index says which of its lists have changed: these are read first', async () => {
  const listed = (name: string, lastmod: string) =>
    `<sitemap><loc>${source.origin}/list-${name}.xml</loc><lastmod>${lastmod}</lastmod></sitemap>`;
  const index = (...lists: string[]) =>
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${lists.join('')}</sitemapindex>`;
  const before = '2026-01-01T00:00:01Z';
  source.answers.set('/index.xml', {
    body: index(listed('a', before), listed('b', before), listed('c', before)),
  });
  for (const name of ['a', 'b', 'c'])
    source.answers.set(`/list-${name}.xml`, { body: urlsetOf([`${source.origin}/watch/${name}`]) });
  await makeSource(site.base.db, { url: `${source.origin}/index.xml`, dailyQuota: 1000 });
  await site.startWorker();
  await crawlOnce(site, source);
  const later = new Date(Date.now() + 60_000).toISOString();
  source.answers.set('/index.xml', {
    body: index(listed('a', before), listed('b', later), listed('c', before)),
  });
  expect(lists((await crawlOnce(site, source)).asked)).toEqual(['/list-b.xml', '/list-a.xml', '/list-c.xml']);
});

test('addresses of other sites are one problem for each site, unless they are hosts of the source', async () => {
  const foreign = (host: string, count: number) =>
    Array.from({ length: count }, (_, n) => `https://${host}/watch/${n}`);
  const body = urlsetOf([
    ...foreign('other.example', 60),
    ...foreign('third.example', 1),
    ...foreign('films.example', 3),
  ]);
  source.answers.set('/list.xml', { body });
  const id = await makeSource(site.base.db, { url: `${source.origin}/list.xml` });
  const admin = await site.admin();
  await admin.sources.change({ id, hosts: ['films.example'] });
  for (const url of foreign('films.example', 3))
    await sql`insert into addresses (hash, url, decision, first_seen_at, last_decided_at)
      values (${addressHash(url)}, ${url}, 'no_video', now(), now())`.execute(site.base.db);
  await site.startWorker();
  const { run } = await crawlOnce(site, source);
  expect(run.problems.map(({ message }) => message)).toEqual([
    '60 addresses of other.example belong to another site.',
    'https://third.example/watch/0 belongs to another site.',
  ]);
  expect(run.report.alreadyHere).toBe(3);
});
