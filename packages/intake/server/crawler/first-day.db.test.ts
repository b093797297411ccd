import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { crawlOnce, putPage } from '../../../test/crawling.ts';
import { makeSource } from '../../../test/factories.ts';
import { SITEMAP_END, SITEMAP_START } from '../../../test/hostile-sitemaps.ts';
import { type PlainSource, startPlainSource } from '../../../test/plain-source.ts';
import { startTestSite, type TestSite, UNHURRIED } from '../../../test/site.ts';
import { queueDueItems } from './due-items.ts';

let source: PlainSource;
let site: TestSite;

beforeEach(async () => {
  source = await startPlainSource();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, CRAWL_TRIES: '40' });
});
afterEach(async () => {
  await site.close();
  await source.close();
});

const BEFORE = '2026-01-01T00:00:01Z';

/** The only list of the source: its pages, and when each has changed. */
function putList(names: readonly string[], changed: Readonly<Record<string, string>> = {}): void {
  const entries = names.map((name) => {
    const loc = `<loc>${source.origin}/watch/${name}</loc>`;
    return `<url>${loc}<lastmod>${changed[name] ?? BEFORE}</lastmod></url>`;
  });
  source.answers.set('/list.xml', { body: `${SITEMAP_START}${entries.join('')}${SITEMAP_END}` });
}

const watched = (asked: readonly string[]) => asked.filter((path) => path.startsWith('/watch/'));
const page = (name: string) => `/watch/${name}`;

/** Makes waiting retries due. */
const pass = (hours: number) =>
  sql`update download_jobs set retry_at = retry_at - ${hours} * interval '1 hour'`.execute(site.base.db);

async function countOpen(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from download_jobs
    where status in ('pending', 'processing')`.execute(site.base.db);
  return rows[0]?.n ?? 0;
}

test('target and quota count added videos, and each page is requested once', async () => {
  // Of ten pages three have a film, one of them the same as another, and six have none.
  const names = Array.from({ length: 30 }, (_, n) => `p${n}`);
  const filmOf = (n: number) => ({ 3: 'one', 4: 'one', 9: `other-${n}` })[n % 10] ?? null;
  for (const [n, name] of names.entries()) await putPage(source, name, filmOf(n));
  putList(names);
  await makeSource(site.base.db, { url: `${source.origin}/list.xml`, dailyQuota: 3 });
  await site.startWorker();
  const { run, asked } = await crawlOnce(site, source);
  expect(run).toMatchObject({ status: 'completed', videosAdded: 3, error: null, problems: [] });
  expect(watched(asked)).toEqual(names.slice(0, 20).map(page));
  expect(run.report).toEqual({
    brought: 3,
    alreadyHere: 3,
    noVideo: 14,
    robots: 0,
    leftForLater: 10,
    failed: 0,
  });
  expect(asked.filter((path) => path === '/list.xml')).toHaveLength(1);
  expect((await crawlOnce(site, source)).asked).toEqual([]);
});

test('a run tries only so many addresses of a source, and says so', async () => {
  const names = Array.from({ length: 45 }, (_, n) => `p${n}`);
  putList(names);
  await makeSource(site.base.db, { url: `${source.origin}/list.xml`, dailyQuota: 10 });
  await site.startWorker();
  const { run, asked } = await crawlOnce(site, source);
  expect(watched(asked)).toHaveLength(40);
  expect(run.problems.map(({ message }) => message)).toEqual([
    'The run tried 40 addresses of this source, as many as CRAWL_TRIES allows. The next run continues.',
  ]);
  expect(run.report).toMatchObject({ brought: 0, failed: 40, leftForLater: 5 });
  expect(watched((await crawlOnce(site, source)).asked)).toEqual(names.slice(40).map(page));
});

test('a page without a video is retried after an hour, six hours, a day and a week, then no more', async () => {
  await putPage(source, 'empty', null);
  await putPage(source, 'later', null);
  putList(['empty', 'later']);
  await makeSource(site.base.db, { url: `${source.origin}/list.xml` });
  await site.startWorker();
  const crawled = async () => watched((await crawlOnce(site, source)).asked);
  expect(await crawled()).toEqual([page('empty'), page('later')]);
  expect(await crawled()).toEqual([]);
  await putPage(source, 'later', 'a-film');
  await pass(1.01);
  expect(await crawled()).toEqual([page('empty'), page('later')]);
  for (const hours of [6, 24, 7 * 24]) {
    await pass(hours - 0.1);
    expect(await crawled()).toEqual([]);
    await pass(0.2);
    expect(await crawled()).toEqual([page('empty')]);
  }
  await pass(10_000);
  expect(await crawled()).toEqual([]);
  expect((await site.client.videos.list()).videos).toHaveLength(1);
}, 240_000);

test('a page without a video is retried without a run, too', async () => {
  await putPage(source, 'later', null);
  putList(['later', 'gone']);
  const id = await makeSource(site.base.db, { url: `${source.origin}/list.xml`, dailyQuota: 5 });
  await site.startWorker();
  await crawlOnce(site, source);
  await putPage(source, 'later', 'a-film');
  const { db, clock } = site.base;
  await queueDueItems({ db, clock }, 'UTC');
  expect(await countOpen()).toBe(0);
  await pass(1.01);
  await queueDueItems({ db, clock }, 'UTC');
  const admin = await site.admin();
  const added = async () => (await admin.sources.get({ id })).totalVideosAdded;
  await expect.poll(added, { timeout: 60_000 }).toBe(1);
  expect(source.asked.filter(({ path }) => path === page('gone'))).toHaveLength(1);
});

test('a page that has changed, according to its list, comes first in the next run', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await putPage(source, name, null);
  putList(['a', 'b', 'c', 'd']);
  await makeSource(site.base.db, { url: `${source.origin}/list.xml`, dailyQuota: 1 });
  await site.startWorker();
  await crawlOnce(site, source);
  await putPage(source, 'new', 'n');
  await putPage(source, 'c', 'c');
  const later = new Date(Date.now() + 60_000).toISOString();
  putList(['new', 'a', 'b', 'c', 'd'], { c: later });
  const second = await crawlOnce(site, source);
  expect(second.asked).toEqual(['/list.xml', page('c'), '/films/c.mp4']);
  expect(second.run.report).toMatchObject({ brought: 1, leftForLater: 1 });
});

test('a download that waits for its site keeps waiting after the run, and through a restart', async () => {
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) await putPage(source, name, name);
  source.answers.set(page('b'), { status: 503, headers: { 'retry-after': '7200' }, body: '' });
  putList(names);
  const id = await makeSource(site.base.db, { url: `${source.origin}/list.xml`, dailyQuota: 10 });
  const pace = { ...UNHURRIED, maxRetryAfterMs: 86_400_000 };
  await site.startWorker({ pace });
  const first = await crawlOnce(site, source);
  expect(watched(first.asked)).toEqual([page('a'), page('b')]);
  expect(first.run).toMatchObject({ status: 'completed', videosAdded: 1, videosFailed: 0, videosOpen: 3 });
  expect(first.run.report).toMatchObject({ brought: 1, leftForLater: 3, failed: 0 });
  const second = await crawlOnce(site, source);
  expect(second.asked).toEqual([]);
  await site.stopWorkers();
  await putPage(source, 'b', 'b');
  await sql`update crawl_hosts set blocked_until = null`.execute(site.base.db);
  await sql`update download_jobs set run_at = now() where run_at is not null`.execute(site.base.db);
  await site.startWorker({ pace });
  const admin = await site.admin();
  const added = async () => (await admin.sources.get({ id })).totalVideosAdded;
  await expect.poll(added, { timeout: 60_000 }).toBe(4);
  const run = await admin.crawler.run({ id: first.run.id });
  expect(run).toMatchObject({ status: 'completed', videosAdded: 4, videosOpen: 0 });
});
