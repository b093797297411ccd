import { createDb, createPool, type Db } from '@vesper/core/db/pool.ts';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import { removeVideo } from '@vesper/library/videos';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type BreakableProxy, startBreakableProxy } from '../test/breakable-proxy.ts';
import { makeVideo } from '../test/factories.ts';
import { startTestSite, type TestSite } from '../test/site.ts';

let proxy: BreakableProxy;
let site: TestSite;
/** Bypasses the proxy. */
let direct: Db;
const told: string[] = [];

beforeAll(async () => {
  const tell = (_: unknown, text: string) => void told.push(text);
  const log: Log = Object.assign(Object.create(silentLog), {
    info: tell,
    warn: tell,
    error: tell,
    child: () => log,
  });
  site = await startTestSite(
    {},
    {
      log,
      async connectBy(connection) {
        direct = createDb(
          createPool({
            ...{ connection, maxConnections: 2, applicationName: 'direct' },
            onIdleError() {},
          }),
        );
        const { host = 'localhost', port = 5432 } = connection;
        proxy = await startBreakableProxy({ host, port });
        return { ...connection, host: '127.0.0.1', port: proxy.port };
      },
    },
  );
}, 60_000);
afterAll(async () => {
  await proxy?.mend();
  await site?.close();
  await proxy?.close();
});
beforeEach(() => proxy.mend());

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(site.url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const names = async (page: string, id: string) => (await ask(page)).text.includes(`/video/${id}`);

/** Pages come from the database again. */
const back = () =>
  vi.waitFor(
    async () => {
      const { status, headers } = await ask(`/?page=${Math.ceil(Math.random() * 1e6)}`);
      expect([status < 500, headers.get('age')]).toEqual([true, null]);
      expect((await ask('/')).headers.get('age')).toBeNull();
    },
    { timeout: 30_000, interval: 100 },
  );

test.each(['cut', 'silence'] as const)(
  'after the way to the database breaks (%s), pages are served as they were, and the rest says so',
  async (how) => {
    await back();
    told.length = 0;
    const id = await makeVideo(direct, { title: 'A slow gradient' });
    const page = `/video/${id}`;
    const before = await ask(page);
    expect([before.status, before.headers.get('age')]).toEqual([200, null]);
    // The page cache's second is over.
    await vi.waitFor(async () => expect((await ask(page)).status).toBe(200), 15_000);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await proxy[how]();
    // Silence shows once an answer is late.
    if (how === 'silence') await new Promise((resolve) => setTimeout(resolve, 7500));
    const statuses = new Set<string>();
    const startedAt = performance.now();
    for (let n = 0; n < 20; n += 1) {
      const { status, headers, text } = await ask(page);
      statuses.add(`${status} ${headers.get('cache-control')} ${text === before.text}`);
      expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(1);
    }
    expect(statuses).toEqual(new Set(['200 no-store true']));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect((await ask(page, { 'if-none-match': String(before.headers.get('etag')) })).status).toBe(304);
    const others = [`/video/${id}?x`, '/api/videos', '/feed.rss', '/embed/1', '/robots.txt', '/admin/login'];
    // Queries of a silent database wait with it.
    for (const other of how === 'cut' ? others : []) {
      const { status, headers, text } = await ask(other);
      if (status === 200) continue;
      expect([other, status, headers.get('retry-after')]).toEqual([other, 503, '30']);
      expect(text).toContain('The database does not answer at the moment. Please try again in a moment.');
      expect(text).not.toMatch(/at .*\.[jt]s|node_modules/);
    }
    await proxy.mend();
    await back();
    const sentence = 'The database does not answer: pages are served as they were last rendered.';
    expect(told.filter((text) => text === sentence)).toHaveLength(1);
    await vi.waitUntil(() => told.includes(`Over: ${sentence}`), { timeout: 20_000 });
    expect(told.filter((text) => text === 'A request failed.')).toEqual([]);
  },
  120_000,
);

test('a page showing a taken-down video is not served, if the database could be asked a second before', async () => {
  await back();
  const [taken, stays] = [await makeVideo(direct), await makeVideo(direct)];
  for (const id of [taken, stays]) expect((await ask(`/video/${id}`)).status).toBe(200);
  await vi.waitFor(async () => expect(await names('/', taken)).toBe(true), 5000);
  await removeVideo(direct, taken);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await proxy.cut();
  const found = [];
  for (const page of [`/video/${taken}`, '/', `/video/${stays}`]) found.push((await ask(page)).status);
  // The other page may have named it among related videos.
  expect(found.slice(0, 2)).toEqual([503, 503]);
  for (const page of ['/', `/video/${stays}`]) expect(await names(page, taken)).toBe(false);
});

test('requests that hold every connection do not delay takedowns', async () => {
  await back();
  const taken = await makeVideo(direct);
  const page = `/video/${taken}`;
  expect((await ask(page)).status).toBe(200);
  // A check has passed it, and the page cache's second is over.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const { pool } = site.base;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    await removeVideo(direct, taken);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect((await ask(page)).status).toBe(503);
  } finally {
    for (const client of held) client.release();
  }
}, 60_000);
