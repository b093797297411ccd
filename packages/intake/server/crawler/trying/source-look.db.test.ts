import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, PlannedSource } from '@vesper/contract';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeQueue } from '../../../../app/composition/compose-queue.ts';
import { indexOf, urlsetOf } from '../../../../test/hostile-sitemaps.ts';
import { startCommand } from '../../../../test/run-command.ts';
import { startTestSite, type TestSite, UNHURRIED } from '../../../../test/site.ts';
import { createManners } from '../../manners/index.ts';
import { createSourceLooks } from '../index.ts';

let site: TestSite;
let admin: Client;
let origin: string;
/** A site whose robots.txt is refused, although its sitemap is not. */
let closed: string;
let allowed: string;
let asked: string[] = [];
/** What the website gives at each path: a body, a redirect, or no answer at all. */
const files = new Map<string, { body?: string; location?: string; silent?: boolean }>();

const http = createServer((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const isClosed = `http://${request.headers.host}` === closed;
  if (isClosed && path === '/robots.txt') return void response.writeHead(403).end();
  const file = files.get(path);
  if (file?.silent) return;
  if (file?.location) return void response.writeHead(302, { location: file.location }).end();
  response.writeHead(file ? 200 : 404, { 'content-type': 'text/plain' }).end(file?.body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  closed = `http://localhost:${port}`;
  allowed = `127.0.0.1:${port} localhost:${port}`;
  site = await startTestSite({ OUTBOUND_ALLOW: allowed });
  admin = await site.admin();
});
afterAll(async () => {
  await site.close();
  http.closeAllConnections();
  http.close();
});
beforeEach(async () => {
  const pages = (count: number) => Array.from({ length: count }, (_, n) => `${origin}/watch/${n}`);
  files.clear();
  files.set('/good.xml', { body: urlsetOf(pages(7)) });
  files.set('/long.xml', { body: urlsetOf(pages(300)) });
  files.set('/closed.xml', { body: urlsetOf([`${closed}/watch/1`]) });
  files.set('/page', { body: '<!doctype html><title>A page</title><p>No list.' });
  files.set('/part.xml', { body: indexOf([`${origin}/good.xml`, `${origin}/gone.xml`]) });
  files.set('/feed', {
    body: `<rss version="2.0"><channel><item><title>Chart</title><link>${origin}/watch/1</link></item></channel></rss>`,
  });
  files.set('/inside.xml', { location: 'http://10.1.2.3/secret.xml' });
  files.set('/silent.xml', { silent: true });
  await sql`delete from video_sources`.execute(site.base.db);
  asked = [];
});

const BASIS = { basis: 'own' as const, scope: ['download' as const], evidence: 'Ours.' };
const look = (baseUrl: string, fields = {}) => admin.sources.look({ baseUrl, basis: BASIS, ...fields });
const add = (baseUrl: string, fields = {}) =>
  admin.sources.create({ name: 'Checked', baseUrl, basis: BASIS, look: true, ...fields });

describe('a look says what is at an address:', () => {
  test('all of a short list, with examples', async () => {
    expect(await look(`${origin}/good.xml`)).toEqual({
      ...{ outcome: 'read', message: '7 addresses found.', found: 7, isAtLeast: false },
      examples: [0, 1, 2, 3, 4].map((n) => ({ url: `${origin}/watch/${n}`, title: null })),
      kind: 'sitemap',
    });
    expect(await admin.sources.list()).toEqual([]);
  });

  test('a feed where a sitemap was expected', async () => {
    const found = await look(`${origin}/feed`);
    expect(found).toMatchObject({ outcome: 'not_read', kind: 'feed', found: 0 });
    expect(found.message).toMatch(/It looks like a feed\.$/);
    const feed = { outcome: 'read', kind: 'feed', examples: [{ title: 'Chart' }] };
    expect(await look(`${origin}/feed`, { kind: 'feed' })).toMatchObject(feed);
  });

  test.each([
    ['a page', () => `${origin}/page`, /sitemap|closed|XML/i],
    ['a redirect to a private address', () => `${origin}/inside.xml`, /private network address/],
    ['refused by its robots.txt', () => `${closed}/closed.xml`, /robots\.txt answered 403/],
  ])('%s', async (_, addressOf, sentence) => {
    const found = await look(addressOf());
    expect(found).toMatchObject({ outcome: 'not_read', found: 0, examples: [] });
    expect(found.message).toMatch(sentence);
    expect(asked).not.toContain('/closed.xml');
  });

  test('one that does not answer in time', async () => {
    const { db, clock } = site.base;
    const { boss, queue } = await composeQueue(site.connection, site.base.log);
    const fetch = createSafeFetch({ allow: parseOutboundAllow(allowed), userAgent: 'VesperBot/test' });
    const manners = createManners({ db, fetch, pace: UNHURRIED });
    const sources = { db, clock, queue, requireYtdlp: async () => {} };
    const looks = createSourceLooks({ db, clock, manners }, sources, { budgetMs: 300 });
    const planned = PlannedSource.parse({ baseUrl: `${origin}/silent.xml`, basis: BASIS });
    expect(await looks.look(planned)).toMatchObject({
      outcome: 'not_read',
      message: 'Nothing arrived in time.',
    });
    await fetch.close();
    await boss.stop({ graceful: false });
  });
});

describe('a look is refused as the source would be:', () => {
  test('nothing is requested without a basis that covers it, nor for a single page', async () => {
    const without = await look(`${origin}/good.xml`, { basis: undefined });
    expect(without).toMatchObject({ outcome: 'not_asked', message: expect.stringMatching(/basis/) });
    const metadata = { ...BASIS, scope: ['metadata' as const] };
    expect((await look(`${origin}/good.xml`, { basis: metadata })).outcome).toBe('not_asked');
    expect((await look(`${origin}/page`, { kind: 'page' })).outcome).toBe('not_asked');
    expect(asked).toEqual([]);
  });

  test('at an address that is known, and with hasty manners', async () => {
    await add(`${origin}/good.xml`);
    asked = [];
    await expect(look(`${origin}/good.xml`)).rejects.toMatchObject({ status: 409 });
    const licence = { ...BASIS, basis: 'licence' as const };
    await expect(look(`${origin}/page`, { basis: licence, crawlDelayMs: 0 })).rejects.toMatchObject({
      status: 400,
    });
    await expect(look('file:///etc/passwd')).rejects.toMatchObject({ status: 400 });
    expect(asked).toEqual([]);
  });
});

describe('a source that is added keeps the look:', () => {
  test('of the form, which is not made twice', async () => {
    await look(`${origin}/gone.xml`);
    files.set('/gone.xml', { body: urlsetOf([]) });
    const { lastReading, enabled, lastCrawledAt } = await add(`${origin}/gone.xml`);
    expect({ enabled, lastCrawledAt }).toEqual({ enabled: true, lastCrawledAt: null });
    expect(lastReading).toMatchObject({ result: 'not_read', message: expect.stringMatching(/404/) });
    expect(asked.filter((path) => path === '/gone.xml')).toHaveLength(1);
  });

  test('or its own, where it was asked for', async () => {
    expect((await add(`${origin}/part.xml`)).lastReading).toMatchObject({ result: 'in_part' });
    asked = [];
    expect((await add(`${origin}/long.xml`, { look: undefined })).lastReading).toBeNull();
    expect((await add(`${origin}/good.xml`, { basis: undefined })).lastReading).toBeNull();
    expect(asked).toEqual([]);
  });

  test('and of its new address, if that is changed', async () => {
    const { id, state } = await add(`${origin}/gone.xml`);
    expect(state).toBe('Enabled, but it cannot be read.');
    const moved = await admin.sources.change({ id, baseUrl: `${origin}/lost.xml`, look: true });
    expect(moved).toMatchObject({ state, lastReading: { result: 'not_read' } });
    expect(await admin.sources.change({ id, baseUrl: `${origin}/good.xml`, look: true })).toMatchObject({
      state: 'Active.',
      lastReading: { result: 'read' },
    });
  });
});

describe('source add', () => {
  const vesper = (path: string, ...more: string[]) => {
    const basis = ['--basis', 'own', '--scope', 'download', '--evidence', 'Ours.'];
    const words = ['source', 'add', origin + path, '--name', 'By hand', ...basis, ...more];
    return startCommand(site, words, { OUTBOUND_ALLOW: allowed }).ended;
  };

  test('prints what was found', async () => {
    const { output } = await vesper('/good.xml');
    expect(output).toContain('7 addresses found.\n');
    expect(output).toContain(`    ${origin}/watch/0\n`);
  });
});
