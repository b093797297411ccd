import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { crawlOnce, putPage } from '../../test/crawling.ts';
import { makeSource } from '../../test/factories.ts';
import { SITEMAP_END, SITEMAP_START } from '../../test/hostile-sitemaps.ts';
import { type PlainSource, startPlainSource } from '../../test/plain-source.ts';
import { type RunningCommand, startWorkerProcess } from '../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

const WAIT = { timeout: 120_000, interval: 100 };

let source: PlainSource;
let site: TestSite;
let killed: RunningCommand | undefined;

beforeEach(async () => {
  source = await startPlainSource();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
});
afterEach(async () => {
  killed?.kill('SIGKILL');
  await site.close();
  await source.close();
});

/** The source's only list; the pages in `changed` have a later lastmod than anything so far. */
function putList(names: readonly string[], changed: readonly string[] = []): void {
  const later = new Date(Date.now() + 60_000).toISOString();
  const entries = names.map((name) => {
    const lastmod = changed.includes(name) ? later : '2026-01-01T00:00:01Z';
    return `<url><loc>${source.origin}/watch/${name}</loc><lastmod>${lastmod}</lastmod></url>`;
  });
  source.answers.set('/list.xml', { body: `${SITEMAP_START}${entries.join('')}${SITEMAP_END}` });
}

async function countOf(rows: string): Promise<number> {
  const { rows: counts } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.raw(rows)}`.execute(site.base.db);
  return counts[0]?.n ?? 0;
}

const due = () => countOf('revisits where due_at is not null');
const open = () => countOf(`download_jobs where status in ('pending', 'processing')`);
const titles = async () => (await site.client.videos.list()).videos.map(({ title }) => title).sort();

const contentOf = async (id: string) =>
  (await site.base.db.selectFrom('videos').select('content_sha256').where('id', '=', id).executeTakeFirst())
    ?.content_sha256;

/** A run and all that follows; returns every request to the source. */
async function crawlThrough(): Promise<string[]> {
  const from = source.asked.length;
  await crawlOnce(site, source);
  await expect.poll(due, WAIT).toBe(0);
  await expect.poll(open, WAIT).toBe(0);
  return source.asked.slice(from).map(({ path, range }) => (range ? `${path} ${range}` : path));
}

test('the next run picks up changed pages, without one needless request', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `p${n}`);
  // Of different lengths: films that begin alike and are as long cost a request for their ends.
  const films = names.map((_, n) => 'f'.repeat(n + 1));
  for (const [n, name] of names.entries()) await putPage(source, name, films[n] ?? '');
  putList(names);
  await makeSource(site.base.db, { url: `${source.origin}/list.xml`, dailyQuota: 50 });
  await site.startWorker();
  expect((await crawlThrough()).sort()).toEqual(
    [
      '/list.xml',
      ...names.map((name) => `/watch/${name}`),
      ...films.map((film) => `/films/${film}.mp4`),
    ].sort(),
  );
  const idOf = async (title: string) =>
    (await site.client.videos.list()).videos.find((video) => video.title === title)?.id ?? '';
  const replaced = await idOf('Test chart p2');
  const before = await site.client.videos.get({ id: replaced });
  const content = await contentOf(replaced);
  await putPage(source, 'p0', 'f', 'Another title');
  await putPage(source, 'p2', 'another-film', 'Another film');
  await putPage(source, 'p3', 'ffff', 'Unsaid');
  putList(names, ['p0', 'p1', 'p2']);
  expect((await crawlThrough()).sort()).toEqual(
    [
      ...['/list.xml', '/watch/p0', '/watch/p1'],
      // The revisit reads the page and the film's beginning, then the download reads both.
      ...['/watch/p2', '/films/another-film.mp4 bytes=0-65535', '/watch/p2', '/films/another-film.mp4'],
    ].sort(),
  );
  expect(await titles()).toEqual(
    ['Another film', 'Another title', ...[1, 3, 4, 5, 6, 7].map((n) => `Test chart p${n}`)].sort(),
  );
  const after = await site.client.videos.get({ id: replaced });
  expect(after).toMatchObject({ title: 'Another film', publishedAt: before.publishedAt });
  expect(await contentOf(replaced)).not.toEqual(content);
  expect(await crawlThrough()).toEqual(['/list.xml']);
});

test('a worker killed during a revisit loses nothing and does nothing twice', async () => {
  const names = ['a', 'b', 'c'];
  for (const name of names) await putPage(source, name, name);
  putList(names);
  await makeSource(site.base.db, { url: `${source.origin}/list.xml`, dailyQuota: 50 });
  await site.startWorker();
  await crawlThrough();
  await site.stopWorkers();
  for (const name of names) await putPage(source, name, name, `New ${name}`);
  const answer = source.answers.get('/watch/b');
  source.answers.set('/watch/b', { isSilent: true, body: '' });
  putList(names, names);
  const from = source.asked.length;
  const pages = () => source.asked.slice(from).filter(({ path }) => path.startsWith('/watch/'));
  killed = startWorkerProcess(site, { OUTBOUND_ALLOW: source.hostAndPort });
  await crawlOnce(site, source);
  await expect.poll(() => pages().some(({ path }) => path === '/watch/b'), WAIT).toBe(true);
  killed.kill('SIGKILL');
  await killed.ended;
  expect(await due()).toBeGreaterThan(0);
  if (answer) source.answers.set('/watch/b', answer);
  // Expires its leases and its job's.
  await sql`update revisits set due_at = now() where due_at is not null`.execute(site.base.db);
  await sql`delete from jobs.job where name = 'revisit'`.execute(site.base.db);
  await site.startWorker();
  await expect.poll(due, WAIT).toBe(0);
  expect(await titles()).toEqual(['New a', 'New b', 'New c']);
  expect(
    pages()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/watch/a', '/watch/b', '/watch/b', '/watch/c']);
  expect(await countOf('revisits where visited_at is not null')).toBe(3);
});
