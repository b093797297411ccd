import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallError, type Client } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { urlsetOf } from '../../../../test/hostile-sitemaps.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';

let site: TestSite;
let admin: Client;
let origin: string;
let asked: string[] = [];
const PAGE = `<title>A slow zoom - Site</title><meta property="og:title" content="A slow zoom">
  <script type="application/ld+json">{"@type": </script>
  <div itemscope itemtype="https://schema.org/VideoObject">
    <span itemprop="name">A slow zoom</span><link itemprop="contentUrl" href="/1.m3u8"><video src="/1.mp4"></video>
  </div>`;
const http = createServer((request, response) => {
  const path = request.url ?? '';
  if (path !== '/robots.txt') asked.push(path);
  if (path === '/silent.xml') return;
  const addresses = Array.from({ length: 300 }, (_, n) => `${origin}/watch/${n}`);
  if (path === '/watch/0') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  if (path !== '/sitemap.xml') return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/xml' }).end(urlsetOf(addresses));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  site = await startTestSite({ OUTBOUND_ALLOW: `127.0.0.1:${port}` });
  admin = await site.admin();
});
afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await site.close();
});

const BASIS = { basis: 'own' as const, scope: ['download' as const], evidence: 'Ours.' };
const counts = async () =>
  Promise.all(
    (['download_jobs', 'addresses', 'crawler_runs'] as const).map(
      async (table) => (await site.base.db.selectFrom(table).selectAll().execute()).length,
    ),
  );

test('a dry run says what would be found and leaves no trace', async () => {
  const source = await admin.sources.create({
    name: 'Charts',
    baseUrl: `${origin}/sitemap.xml`,
    ...{ basis: BASIS, crawlDelayMs: 0 },
  });
  await admin.downloads.add({ sourceUrl: `${origin}/watch/0` });
  const before = await counts();
  const found = await admin.sources.dryRun({ id: source.id });
  expect(found).toMatchObject({ found: 200, end: 'enough', problems: [] });
  expect(found.items).toHaveLength(25);
  expect(found.items[1]?.url).toBe(`${origin}/watch/1`);
  expect(found.decisions.new).toBe(199);
  expect(found.pages).toHaveLength(3);
  expect(found.pages[0]).toEqual({
    ...{ url: `${origin}/watch/0`, title: 'A slow zoom', player: null },
    films: [`${origin}/1.mp4`, `${origin}/1.m3u8`],
    takenFrom: { title: 'microdata', film: 'microdata' },
    notes: ['One script of structured data could not be read.'],
  });
  expect(found.pages[1]).toMatchObject({ title: null, notes: ['The address answered 404 Not Found.'] });
  expect(await counts()).toEqual(before);
  expect(await admin.sources.get({ id: source.id })).toMatchObject({
    lastCrawledAt: null,
    lastReading: { result: 'read', message: null },
  });
});

test('a source without a basis is not requested', async () => {
  const source = await admin.sources.create({ name: 'No basis', baseUrl: `${origin}/other.xml` });
  asked = [];
  const refused = await admin.sources.dryRun({ id: source.id }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CallError);
  expect(refused).toMatchObject({ status: 409 });
  expect(asked).toEqual([]);
  await expect(admin.sources.dryRun({ id: 'nobody' })).rejects.toMatchObject({ status: 404 });
});
