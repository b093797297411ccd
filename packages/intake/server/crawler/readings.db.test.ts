import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { indexOf, urlsetOf } from '../../../test/hostile-sitemaps.ts';
import { startCommand } from '../../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { startCrawl } from './index.ts';

let site: TestSite;
let admin: Client;
let origin: string;
/** The website's response at each path; any other path is a 404. */
const files = new Map<string, string>();
const http = createServer((request, response) => {
  const body = files.get(request.url ?? '');
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  origin = `http://${hostAndPort}`;
  site = await startTestSite({ OUTBOUND_ALLOW: hostAndPort });
  admin = await site.admin();
  await site.startWorker();
});
afterAll(async () => {
  await site.close();
  http.closeAllConnections();
  http.close();
});
beforeEach(async () => {
  files.clear();
  files.set('/good.xml', urlsetOf([`${origin}/watch/good`]));
  files.set('/page', '<!doctype html><title>A page</title><p>No list.');
  await sql`delete from video_sources`.execute(site.base.db);
});

const BASIS = { basis: 'own' as const, scope: ['download' as const], evidence: 'Ours.' };

async function addSource(name: string, baseUrl: string, fields = {}) {
  return admin.sources.create({ name, baseUrl, basis: BASIS, ...fields });
}

/** A whole run, as the back office shows it. */
async function crawl() {
  const { boss, queue } = await composeQueue(site.connection, site.base.log);
  const { id } = await startCrawl({ db: site.base.db, queue });
  await boss.stop({ graceful: false });
  await expect
    .poll(async () => (await admin.crawler.run({ id })).status, { timeout: 60_000 })
    .not.toBe('running');
  return admin.crawler.run({ id });
}

const readingOf = async (id: string) => (await admin.sources.get({ id })).lastReading;

test.each([
  ['gone', () => `${origin}/gone.xml`, /404 Not Found/],
  ['an index of files that are gone', () => `${origin}/index.xml`, /404 Not Found/],
  ['a private address', () => 'http://10.1.2.3/sitemap.xml', /private network address/],
])('a source that is %s was not read, and says so', async (_, addressOf, sentence) => {
  files.set('/index.xml', indexOf([`${origin}/gone-1.xml`, `${origin}/gone-2.xml`]));
  const { id } = await addSource('Bad', addressOf());
  expect(await readingOf(id)).toBeNull();
  const run = await crawl();
  expect(run).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^No source could be read\. Bad: /),
  });
  expect(run.error).toMatch(sentence);
  const source = await admin.sources.get({ id });
  expect(source).toMatchObject({ enabled: true, lastCrawledAt: null });
  expect(source.lastReading).toMatchObject({ result: 'not_read', message: expect.stringMatching(sentence) });
});

test('one that was read is kept apart from those that were not, which the run names', async () => {
  const good = await addSource('Good', `${origin}/good.xml`);
  const gone = await addSource('Gone', `${origin}/gone.xml`);
  const page = await addSource('A page', `${origin}/page`);
  const run = await crawl();
  expect(run.status).toBe('completed');
  expect(run.error).toMatch(/^2 of 3 sources could not be read\. /);
  expect(run.error).toContain('Gone: The address answered 404 Not Found.');
  expect(run.error).toContain('A page: ');
  expect(await admin.sources.get({ id: good.id })).toMatchObject({
    lastCrawledAt: expect.any(String),
    lastReading: { result: 'read', message: null },
  });
  for (const { id } of [gone, page])
    expect(await admin.sources.get({ id })).toMatchObject({
      lastCrawledAt: null,
      lastReading: { result: 'not_read' },
    });
  for (const { id, state } of await admin.sources.list())
    expect(state).toBe(id === good.id ? 'Active.' : 'Enabled, but it cannot be read.');
  const { output } = await startCommand(site, ['source', 'list']).ended;
  expect(output).toMatch(
    /Enabled, but it cannot be read\.\n +Cannot be read since .*: The address answered 404 Not Found\./,
  );
});

test('the start of a failure is kept through further runs, until the source can be read again', async () => {
  const { id } = await addSource('Gone', `${origin}/gone.xml`);
  await crawl();
  const first = await readingOf(id);
  await crawl();
  const second = await readingOf(id);
  expect(second?.since).toBe(first?.since);
  expect(second?.at).not.toBe(first?.at);
  files.set('/gone.xml', urlsetOf([`${origin}/watch/back`]));
  await crawl();
  const third = await readingOf(id);
  expect(third).toMatchObject({ result: 'read', message: null });
  expect(third?.since).toBe(third?.at);
  const { lastCrawledAt } = await admin.sources.get({ id });
  expect(lastCrawledAt).toBe(third?.at);
  files.delete('/gone.xml');
  await crawl();
  expect(await admin.sources.get({ id })).toMatchObject({
    lastCrawledAt,
    lastReading: { result: 'not_read' },
  });
});

test('a new address makes it a new source, about which nothing is known yet', async () => {
  const { id } = await addSource('Gone', `${origin}/gone.xml`);
  await crawl();
  await admin.sources.change({ id, name: 'Gone still' });
  expect(await readingOf(id)).toMatchObject({ result: 'not_read' });
  await admin.sources.change({ id, baseUrl: `${origin}/good.xml` });
  expect(await readingOf(id)).toBeNull();
});
