import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@vesper/contract';
import { addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../../../../test/site.ts';

let site: TestSite;
let admin: Client;
let origin: string;
const http = createServer((request, response) => {
  const path = request.url ?? '';
  if (!/^\/watch\/\d+$/.test(path)) return void response.writeHead(404).end();
  const html = `<title>Film ${path}</title><h2>A slow zoom</h2><a class="film" href="/media${path}.mp4">Film</a>`;
  response.writeHead(200, { 'content-type': 'text/html' }).end(html);
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
const RULES = { title: { selector: 'h2' }, film: { selector: '.film', attribute: 'href' } };

async function addSource(name: string) {
  return admin.sources.create({ name, baseUrl: `${origin}/${name}.xml`, basis: BASIS, crawlDelayMs: 0 });
}

test('rules are stored with their source, and unchanged by updates that omit them', async () => {
  const { id, pageRules } = await addSource('kept');
  expect(pageRules).toBeNull();
  expect((await admin.sources.change({ id, pageRules: RULES })).pageRules).toEqual(RULES);
  expect((await admin.sources.change({ id, dailyQuota: 20 })).pageRules).toEqual(RULES);
  expect((await admin.sources.change({ id, pageRules: {} })).pageRules).toBeNull();
});

test('an unusable selector is rejected at its field', async () => {
  const { id } = await addSource('refused');
  const pageRules = { film: { selector: 'a[' } };
  await expect(admin.sources.change({ id, pageRules })).rejects.toMatchObject({
    status: 400,
    fields: { 'pageRules.film.selector': expect.stringContaining('not a CSS selector') },
  });
  const long = { film: { selector: 'a'.repeat(201) } };
  await expect(admin.sources.change({ id, pageRules: long })).rejects.toMatchObject({ status: 400 });
});

test('rules are tried on given pages, and nothing is saved', async () => {
  const { id } = await addSource('tried');
  const rules = { ...RULES, duration: { selector: '.time' } };
  const { pages } = await admin.sources.tryRules({
    ...{ id, rules },
    urls: [`${origin}/watch/1`, `${origin}/gone`],
  });
  const byField = Object.fromEntries((pages[0]?.findings ?? []).map((finding) => [finding.field, finding]));
  const film = `${origin}/media/watch/1.mp4`;
  expect(pages[0]?.problem).toBeNull();
  expect(byField.film).toMatchObject({ found: film, taken: film, from: "this source's rules" });
  expect(byField.title).toMatchObject({ found: 'A slow zoom', taken: 'A slow zoom' });
  expect(byField.duration).toMatchObject({ found: null, problem: expect.stringMatching(/^No element/) });
  expect(pages[1]).toMatchObject({ problem: expect.stringMatching(/404/), findings: [] });
  expect((await admin.sources.get({ id })).pageRules).toBeNull();
});

test('without addresses, the latest pages of the source that could be read are', async () => {
  const { id } = await addSource('latest');
  for (const n of [1, 2, 3, 4, 5, 6, 7]) {
    const url = `${origin}/watch/${n}`;
    await sql`insert into addresses (hash, url, source_id, decision, first_seen_at, last_decided_at)
      values (${addressHash(url)}, ${url}, ${id}, ${['no_video', 'new', 'failed'][Math.max(0, n - 5)]}, now(), now())`.execute(
      site.base.db,
    );
  }
  const { pages } = await admin.sources.tryRules({ id, rules: RULES });
  expect(pages.map(({ url }) => url)).toEqual([5, 4, 3, 2, 1].map((n) => `${origin}/watch/${n}`));
});
