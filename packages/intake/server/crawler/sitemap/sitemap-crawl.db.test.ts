import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SitemapCrawl, SitemapCrawled, SitemapCrawlSource } from '@vesper/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutboundFetch } from '../../../../app/composition/outbound.ts';
import { readConfig } from '../../../../app/settings/config.ts';
import { startAdmission } from '../../../../test/admission.ts';
import { makeSource } from '../../../../test/factories.ts';
import { indexOf, urlsetOf } from '../../../../test/hostile-sitemaps.ts';
import { sitemapCrawlRoutes } from '../routes.ts';
import { crawlSitemaps } from './sitemap-crawl.ts';

const FILES = 6;
const PER_FILE = 20;

let site: Awaited<ReturnType<typeof startAdmission>>;
let server: Awaited<ReturnType<typeof startServer>>;
let fetch: ReturnType<typeof createOutboundFetch>;
let crawler: Parameters<typeof crawlSitemaps>[0];
let sourceId: string;

/** Serves an index of `FILES` files, one list alone, and whatever a test puts in its place. */
async function startServer() {
  const answers = new Map<string, string>();
  const asked: string[] = [];
  const http = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/silent.xml') return;
    const body = answers.get(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/xml' }).end(body ?? '');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const origin = `http://${hostAndPort}`;
  const address = (file: number, n: number) => `${origin}/watch/${file}-${n}`;
  const names = Array.from({ length: FILES }, (_, file) => `/${file}.xml`);
  for (const [file, name] of names.entries()) {
    const addresses = Array.from({ length: PER_FILE }, (_, n) => address(file, n));
    answers.set(name, urlsetOf(addresses));
  }
  answers.set('/sitemap.xml', indexOf(names.map((name) => origin + name)));
  const close = () => {
    http.closeAllConnections();
    return new Promise((resolve) => http.close(resolve));
  };
  return { answers, asked, origin, hostAndPort, address, close };
}

beforeEach(async () => {
  site = await startAdmission();
  server = await startServer();
  const config = readConfig({ OUTBOUND_ALLOW: server.hostAndPort }, process.cwd());
  fetch = createOutboundFetch(config, 'VesperBot/test');
  crawler = { ...site.admission, manners: { fetchFor: () => fetch } };
  sourceId = await makeSource(site.database.db, { name: 'TXxx', url: `${server.origin}/sitemap.xml` });
});
afterEach(async () => {
  await fetch.close();
  await server.close();
  await site.close();
});

const crawl = (request: Partial<SitemapCrawl> = {}, budgetMs?: number) =>
  crawlSitemaps(crawler, SitemapCrawl.parse(request), budgetMs).then((result) =>
    SitemapCrawled.parse(result),
  );
const card = async () => SitemapCrawlSource.parse(await sitemapCrawlRoutes(crawler).source({}, context));
const context = { hostname: '', visitor: { address: '', userAgent: '' } } as never;

async function queued(): Promise<string[]> {
  const rows = await site.database.db.selectFrom('download_jobs').select('source_url').execute();
  return rows.map((row) => row.source_url);
}

/** The addresses from the beginning, file by file. */
function firstOf(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, n) => {
    const place = (from + n) % (FILES * PER_FILE);
    return server.address(Math.floor(place / PER_FILE), place % PER_FILE);
  });
}

describe('a crawl in order', () => {
  test('continues where the last one stopped, through all files, and wraps around after the last', async () => {
    expect(await card()).toEqual({ sourceId, label: 'TXxx', sitemapFiles: null, nextIndex: 0 });
    expect(await crawl({ videoCount: 30, mode: 'sequential' })).toEqual({
      jobsCreated: 30,
      videosFound: 30,
      duplicatesSkipped: 0,
      errors: 0,
      problems: [],
      decisions: { new: 30, known: 0, duplicate: 0, blocked: 0 },
      dryRun: false,
    });
    expect((await queued()).sort()).toEqual(firstOf(30).sort());
    expect(await card()).toMatchObject({ sitemapFiles: FILES, nextIndex: 1 });
    server.asked.length = 0;
    await crawl({ videoCount: 85, mode: 'sequential' });
    expect(server.asked).not.toContain('/0.xml');
    expect((await queued()).sort()).toEqual(firstOf(115).sort());
    server.answers.set('/0.xml', urlsetOf([server.address(0, 0), server.address(0, 99)]));
    const last = await crawl({ videoCount: 10, mode: 'sequential' });
    expect(last).toMatchObject({ jobsCreated: 6, errors: 0 });
    expect(last.duplicatesSkipped).toBeGreaterThan(0);
    expect(await queued()).toContain(server.address(0, 99));
    expect(await crawl({ videoCount: 10, mode: 'sequential' })).toMatchObject({ jobsCreated: 0 });
  });

  test('takes different addresses when run twice at once', async () => {
    const both = await Promise.all([
      crawl({ videoCount: 25, mode: 'sequential' }),
      crawl({ videoCount: 25, mode: 'sequential' }),
    ]);
    expect(both.map(({ jobsCreated }) => jobsCreated)).toEqual([25, 25]);
    expect((await queued()).sort()).toEqual(firstOf(50).sort());
    expect(await card()).toMatchObject({ nextIndex: 2 });
  });

  test('as a dry run moves nothing and queues nothing', async () => {
    await crawl({ videoCount: 5, mode: 'sequential' });
    const look = await crawl({ videoCount: 40, mode: 'sequential', dryRun: true });
    expect(look).toMatchObject({
      jobsCreated: 0,
      dryRun: true,
      decisions: { new: 40, known: 0, blocked: 0 },
    });
    expect(await queued()).toHaveLength(5);
    expect(await crawl({ videoCount: 1, mode: 'sequential' })).toMatchObject({ jobsCreated: 1 });
    expect((await queued()).sort()).toEqual(firstOf(6).sort());
  });

  test('starts over if the index has become shorter', async () => {
    await crawl({ videoCount: 110, mode: 'sequential' });
    server.answers.set('/sitemap.xml', indexOf([`${server.origin}/0.xml`, `${server.origin}/1.xml`]));
    server.answers.set('/0.xml', urlsetOf([server.address(9, 9)]));
    expect(await crawl({ videoCount: 2, mode: 'sequential' })).toMatchObject({ jobsCreated: 1 });
    expect(await card()).toMatchObject({ sitemapFiles: 2 });
  });
});

describe('a crawl at random', () => {
  test('takes addresses from several files, in no order, and none twice', async () => {
    const result = await crawl({ videoCount: 40 });
    expect(result).toMatchObject({ jobsCreated: 40, errors: 0 });
    const taken = await queued();
    expect(new Set(taken).size).toBe(40);
    const files = new Set(taken.map((one) => one.split('/').at(-1)?.split('-')[0]));
    expect(files.size).toBeGreaterThan(1);
    expect(taken.sort()).not.toEqual(firstOf(40).sort());
    expect(await crawl({ videoCount: 100 })).toMatchObject({ jobsCreated: 80 });
    expect((await queued()).sort()).toEqual(firstOf(FILES * PER_FILE).sort());
    const over = await crawl({ videoCount: 3 });
    expect(over).toMatchObject({ jobsCreated: 0, videosFound: 120, duplicatesSkipped: 120 });
  });
});

test('a crawl answers in time with what it has', async () => {
  const silent = `${server.origin}/silent.xml`;
  server.answers.set('/sitemap.xml', indexOf([`${server.origin}/0.xml`, silent]));
  const result = await crawl({ videoCount: 50, mode: 'sequential' }, 1500);
  expect(result).toMatchObject({ jobsCreated: PER_FILE, errors: 0 });
  expect(result.problems.at(-1)).toMatch(/Time ran out/);
  expect(await card()).toMatchObject({ nextIndex: 1 });
});

describe('the source of a crawl', () => {
  const add = (name: string) => makeSource(site.database.db, { name, url: `${server.origin}/${name}.xml` });
  const rename = (name: string) => site.database.db.updateTable('video_sources').set({ name }).execute();

  test('is the one that is named, else the oldest sitemap that is read from', async () => {
    await rename('Charts');
    expect(await card()).toMatchObject({ sourceId, label: 'Charts' });
    expect(await crawl({ videoCount: 1 })).toMatchObject({ jobsCreated: 1 });
    const other = await add('0');
    expect(await card()).toMatchObject({ sourceId, label: 'Charts' });
    expect(await crawl({ videoCount: 1, sourceId: other })).toMatchObject({ jobsCreated: 1 });
    const disable = site.database.db.updateTable('video_sources').set({ enabled: false });
    await disable.where('id', '=', sourceId).execute();
    expect(await card()).toMatchObject({ sourceId: other, label: '0' });
    const named = await add('txXX');
    expect(await card()).toMatchObject({ sourceId: named });
  });

  const refusals: [string, () => Promise<unknown>, { sourceId?: string; byId?: boolean }, RegExp][] = [
    [
      'there is none',
      () => site.database.db.deleteFrom('video_sources').execute(),
      {},
      /There is no sitemap source/,
    ],
    [
      'it is off',
      () => sql`update video_sources set enabled = false`.execute(site.database.db),
      {},
      /is not enabled/,
    ],
    ['it is unknown', async () => {}, { sourceId: 'nobody' }, /This source does not exist/],
    [
      'it is no sitemap',
      () => site.database.db.updateTable('video_sources').set({ kind: 'feed' }).execute(),
      { byId: true },
      /is not a sitemap/,
    ],
  ];
  test.each(refusals)('is rejected with a sentence if %s', async (_, prepare, request, sentence) => {
    await prepare();
    const { byId, ...rest } = request;
    await expect(crawl(byId ? { sourceId } : rest)).rejects.toThrow(sentence);
    expect(server.asked).toEqual([]);
  });
});
