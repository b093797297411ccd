import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';

const source = {
  status: 200,
  body: `<p>${'Slow gradient. '.repeat(200)}</p>`,
  policy: "default-src 'none'",
  isWanted: true,
  isKept: true,
};

afterEach(() => {
  vi.useRealTimers();
});

test('concurrent requests share one rendering', async () => {
  let rendered = 0;
  const cache = createPageCache();
  const render = async () => {
    rendered += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return source;
  };
  const pages = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', render)));
  expect(rendered).toBe(1);
  expect(new Set(pages.map((page) => page.etag())).size).toBe(1);
});

test('a page is kept for a second', async () => {
  let now = 1000;
  let rendered = 0;
  const cache = createPageCache({ now: () => now });
  const get = () =>
    cache.get('/', async () => {
      rendered += 1;
      return { ...source, body: `${rendered}` };
    });
  const first = await get();
  now += 999;
  expect(await get()).toBe(first);
  now += 2;
  expect((await get()).etag()).not.toBe(first.etag());
  expect(rendered).toBe(2);
});

test('a rendering slower than a second is not joined later', async () => {
  let now = 1000;
  const cache = createPageCache({ now: () => now });
  const slow = Promise.withResolvers<typeof source>();
  const first = cache.get('/', () => slow.promise);
  now += 999;
  const joined = cache.get('/', async () => source);
  now += 1;
  const later = await cache.get('/', async () => ({ ...source, body: 'later' }));
  slow.resolve(source);
  expect(await joined).toBe(await first);
  expect(later).not.toBe(await first);
  expect(await cache.get('/', async () => source)).toBe(later);
});

test.each([
  ['addresses that do not exist', { status: 404, isWanted: false }],
  ['searches', { status: 200, isWanted: true }],
])('a flood of %s leaves more than 99 in 100 requests for a page hits', async (_, invented) => {
  let now = 1000;
  let rendered = 0;
  const cache = createPageCache({ now: () => now });
  const html = 'x'.repeat(60_000);
  const requests = 2000;
  for (let n = 0; n < requests; n += 1) {
    now += 1;
    await cache.get('/', async () => {
      rendered += 1;
      return source;
    });
    for (let other = 0; other < 10; other += 1)
      await cache.get(`/invented/${n}/${other}`, async () => ({ ...source, ...invented, body: html }));
  }
  expect(rendered / requests).toBeLessThan(0.01);
});

test('the body comes in the best accepted coding', async () => {
  const page = await createPageCache().get('/', async () => source);
  const brotli = await page.encoded('gzip, deflate, br');
  expect(brotli.encoding).toBe('br');
  expect(brotliDecompressSync(brotli.body).toString()).toBe(source.body);
  const zipped = await page.encoded('gzip;q=0.8, br;q=0');
  expect(zipped.encoding).toBe('gzip');
  expect(gunzipSync(zipped.body).toString()).toBe(source.body);
  expect(await page.encoded('')).toEqual({ body: Buffer.from(source.body) });
});
