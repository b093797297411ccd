import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { makeSource } from '../../../test/factories.ts';
import { indexOf, urlsetOf } from '../../../test/hostile-sitemaps.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { selectLatestRuns, startCrawl } from './index.ts';

/** An index of one list, both with an ETag that goes by their text; every page is gone. */
async function startListedSite() {
  const files = new Map<string, string>();
  const asked: { path: string; headers: IncomingHttpHeaders; status: number }[] = [];
  const hooks = new Map<string, () => Promise<unknown>>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    await hooks.get(path)?.();
    const body = files.get(path);
    const etag = `"${body?.length}"`;
    const unchanged = body !== undefined && request.headers['if-none-match'] === etag;
    const status = body === undefined ? 404 : unchanged ? 304 : 200;
    if (path !== '/robots.txt') asked.push({ path, headers: request.headers, status });
    response.writeHead(status, {
      'content-type': 'application/xml',
      ...(body === undefined ? {} : { etag }),
    });
    response.end(status === 200 ? body : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${hostAndPort}`;
  files.set('/sitemap.xml', indexOf([`${origin}/list.xml`]));
  return {
    ...{ origin, hostAndPort, files, asked },
    /** What happens meanwhile, the next time that the file is asked for. */
    meanwhile: (path: string, act: () => Promise<unknown>) =>
      hooks.set(path, async () => {
        hooks.delete(path);
        await act();
      }),
    list: (...names: string[]) =>
      files.set('/list.xml', urlsetOf(names.map((name) => `${origin}/watch/${name}`))),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let source: Awaited<ReturnType<typeof startListedSite>>;
let site: TestSite;

beforeEach(async () => {
  source = await startListedSite();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, CRAWL_TRIES: '2' });
  await site.startWorker();
});
afterEach(async () => {
  await site.close();
  await source.close();
});

/** A whole run; what was asked of the list files, as [path, status]. */
async function crawl(): Promise<[string, number][]> {
  const before = source.asked.length;
  const { db } = site.base;
  const { boss, queue } = await composeQueue(site.connection, site.base.log);
  const { id } = await startCrawl({ db, queue }).finally(() => boss.stop({ graceful: false }));
  const statusOf = async () => (await selectLatestRuns(db, 10)).find((run) => run.id === id)?.status;
  await expect.poll(statusOf, { timeout: 60_000, interval: 100 }).toBe('completed');
  return source.asked
    .slice(before)
    .filter(({ path }) => path.endsWith('.xml'))
    .map(({ path, status }) => [path, status]);
}

const watched = () => source.asked.filter(({ path }) => path.startsWith('/watch/')).map(({ path }) => path);

test('a list whose addresses were all decided is requested only if it has changed; its index always', async () => {
  await makeSource(site.base.db, { url: `${source.origin}/sitemap.xml`, dailyQuota: 100 });
  source.list('1', '2');
  await crawl();
  // The pages are gone for good: the failures have the list read once more, and nothing in it is new.
  await crawl();
  expect(await crawl()).toEqual([
    ['/sitemap.xml', 200],
    ['/list.xml', 304],
  ]);
  source.list('1', '2', '3');
  expect(await crawl()).toEqual([
    ['/sitemap.xml', 200],
    ['/list.xml', 200],
  ]);
  expect(watched()).toEqual(['/watch/1', '/watch/2', '/watch/3']);
});

test('a list is read again that was read while the library was cleared', async () => {
  await makeSource(site.base.db, { url: `${source.origin}/sitemap.xml`, dailyQuota: 100 });
  source.list('1', '2');
  await crawl();
  source.list('1', '2', '3');
  const admin = await site.admin();
  source.meanwhile('/list.xml', () => admin.catalogue.clearAll());
  await crawl();
  expect((await crawl()).at(-1)).toEqual(['/list.xml', 200]);
  expect((await crawl()).at(-1)).toEqual(['/list.xml', 304]);
});
