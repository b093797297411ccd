import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BULK_BODY_BYTES, type Call } from '@vesper/contract';
import { namedCalls } from '@vesper/core/http/call-names.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ShippedNginx, SITE_NAME, startShippedNginx } from '../test/shipped-nginx.ts';
import { startTestSite, type TestSite } from '../test/site.ts';
import { bytesOf, makeStoredVideo } from '../test/stored-video.ts';

const SIZE = 300_000;
const METRICS_TOKEN = 'the token';
const CRAWLER = '127.0.0.5';

let site: TestSite;
let nginx: ShippedNginx;
beforeAll(async () => {
  site = await startTestSite({
    ...{ MEDIA_ACCEL: 'x-accel', TRUST_PROXY: '127.0.0.1', METRICS_TOKEN },
    SEARCH_ENGINE_NETWORKS: `google=${CRAWLER}`,
  });
  nginx = await startShippedNginx(site.url, site.base.config.dataDir);
});
afterAll(async () => {
  await nginx?.stop();
  await site?.close();
});

async function makeFilm(): Promise<{ id: string; film: string }> {
  const id = await makeStoredVideo(site.base.db, { storage: site.storage, sizeBytes: SIZE });
  return { id, film: (await site.client.videos.get({ id })).videoUrl };
}

/** Until the page is in the cache. */
const kept = (page: string) =>
  vi.waitUntil(async () => (await nginx.ask(page)).headers['x-cache'] === 'HIT', {
    timeout: 60_000,
    interval: 0,
  });

test('foreign names are refused, and no request is logged', async () => {
  const before = await nginx.logged();
  const foreign = { headers: { host: 'other.example' } };
  await expect(nginx.ask('/', { servername: 'other.example' })).rejects.toThrow(/unrecognized name|EPROTO/i);
  await expect(nginx.ask('/', foreign)).rejects.toThrow('socket hang up');
  await expect(nginx.askPlain('/', foreign)).rejects.toThrow('socket hang up');
  expect((await nginx.askPlain('/none')).status).toBe(301);
  expect((await nginx.ask('/none')).status).toBe(404);
  // The one worker logs a request before it takes the next.
  await nginx.askPlain('/none');
  expect(await nginx.logged()).toBe(before);
});

test('a crowd is served from the cache, a page taken down is not', async () => {
  const { id } = await makeFilm();
  await kept(`/video/${id}`);
  await site.base.db.updateTable('videos').set({ status: 'hidden' }).where('id', '=', id).execute();
  await vi.waitUntil(async () => (await nginx.ask(`/video/${id}`)).status === 404, { timeout: 60_000 });
});

test('a search engine’s crawler gets its own page, without the age gate, whatever is cached', async () => {
  const page = `/video/${(await makeFilm()).id}`;
  await kept(page);
  const isOpen = ({ body }: { body: Buffer }) => body.includes('data-age="confirmed"');
  const asked = { from: CRAWLER, headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } };
  for (const _ of [1, 2]) {
    const answer = await nginx.ask(page, asked);
    expect([answer.status, answer.headers['x-cache'], isOpen(answer)]).toEqual([200, 'BYPASS', true]);
  }
  expect(isOpen(await nginx.ask(page))).toBe(false);
});

test('calls and pages of the back office are never cached', async () => {
  for (const [address, said] of [
    ['/api/videos', undefined],
    ['/admin/login', 'MISS'],
    ['/api/none', undefined],
  ] as const)
    for (const _ of [1, 2, 3])
      expect([address, (await nginx.ask(address)).headers['x-cache']]).toEqual([address, said]);
});

test('nginx sends films itself, whole and in ranges, with the site’s headers', async () => {
  const { film } = await makeFilm();
  const whole = await nginx.ask(film);
  expect([whole.status, whole.body.equals(bytesOf('video.mp4', SIZE))]).toEqual([200, true]);
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    etag: expect.stringMatching(/^".+"$/),
  });
  expect(whole.headers).not.toHaveProperty('x-accel-redirect');
  const part = await nginx.ask(film, { headers: { range: 'bytes=5-9' } });
  expect([part.status, part.headers['content-range'], part.body]).toEqual([
    ...[206, `bytes 5-9/${SIZE}`],
    bytesOf('video.mp4', SIZE).subarray(5, 10),
  ]);
  const beyond = await nginx.ask(film, { headers: { range: `bytes=${SIZE}-` } });
  expect(beyond.status).toBe(416);
  const same = await nginx.ask(film, { headers: { 'if-none-match': String(whole.headers.etag) } });
  expect([same.status, same.body.length]).toEqual([304, 0]);
});

test('internal locations cannot be requested', async () => {
  const { film, id } = await makeFilm();
  const { video_url } = await site.base.db
    .selectFrom('videos')
    .select('video_url')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const address of [`/_files/${video_url}`, '/_files/', `/%5ffiles/${video_url}`])
    expect([address, (await nginx.ask(address)).status]).toEqual([address, 404]);
  const forged = await nginx.ask('/', { headers: { 'x-accel-redirect': `/_files/${video_url}` } });
  expect(forged.headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await nginx.ask(film.replace(/.(?=\/[^/]+$)/, '~'))).status).toBe(404);
});

test('probes are for this machine alone, even with the token', async () => {
  const authorization = `Bearer ${METRICS_TOKEN}`;
  for (const address of ['/metrics', '/readyz', '/healthz', '/%6detrics', '//metrics', '/x/../metrics'])
    expect([address, (await nginx.ask(address, { headers: { authorization } })).status]).toEqual([
      address,
      404,
    ]);
  expect((await fetch(`${site.url}/metrics`, { headers: { authorization } })).status).toBe(200);
});

test('the site refuses a stranger’s long body, complete or not', async () => {
  const headers = {
    authorization: 'Bearer none',
    'content-type': 'application/json',
    'content-length': String(BULK_BODY_BYTES),
  };
  for (const body of [Buffer.alloc(10), Buffer.alloc(BULK_BODY_BYTES)]) {
    const { status } = await nginx.ask('/api/download-jobs/bulk', { method: 'POST', headers, body });
    expect([body.length, status]).toEqual([body.length, 401]);
  }
});

describe('in front of an echoing site', () => {
  let seen: IncomingHttpHeaders = {};
  const echo = createServer((request, response) => {
    seen = request.headers;
    response.end();
  });
  let front: ShippedNginx;
  beforeAll(async () => {
    await once(echo.listen(0, '127.0.0.1'), 'listening');
    const { port } = echo.address() as AddressInfo;
    // Slower than any machine.
    front = await startShippedNginx(`http://127.0.0.1:${port}`, '/nonexistent', {
      'rate=30r/s': 'rate=1r/m',
      // This machine has only one IPv6 address.
      'access_log off;': 'access_log off; set_real_ip_from 127.0.0.1; real_ip_header X-Address;',
    });
  });
  afterAll(async () => {
    await front?.stop();
    echo.close();
  });

  test('a flood is refused, and others are not', async () => {
    const from = '127.0.0.9';
    const statuses: number[] = [];
    for (let n = 0; n < 130; n += 1) statuses.push((await front.ask(`/${n}`, { from })).status);
    expect([statuses.indexOf(429), new Set(statuses.slice(121))]).toEqual([121, new Set([429])]);
    expect((await front.ask('/')).status).toBe(200);
    // Calls count with pages.
    expect((await front.ask('/api/videos', { from })).status).toBe(429);
  });

  test('a body may be as large as its call allows, and a large one is not buffered', async () => {
    const MB = 1024 * 1024;
    const statusOf = async ({ method, path }: Call, bytes: number, body = Buffer.alloc(10)) => {
      const headers = { 'content-length': String(bytes) };
      const asked = { method, headers, body, from: '127.0.0.6' };
      return (await front.ask(path.replaceAll(/:\w+/g, 'x'), asked)).status;
    };
    const calls = namedCalls.map(({ call }) => call as Call).filter(({ method }) => method !== 'GET');
    const limitOf = ({ bodyLimit, takesFile }: Call) => bodyLimit ?? takesFile?.maxBytes;
    const large = calls.filter((call) => limitOf(call) !== undefined);
    expect(large.length).toBe(5);
    // They reach the site although the rest never comes.
    for (const call of large)
      expect([call.path, await statusOf(call, limitOf(call) ?? 0)]).toEqual([call.path, 200]);
    const [small] = calls.filter((call) => limitOf(call) === undefined);
    if (small) expect(await statusOf(small, MB, Buffer.alloc(MB))).toBe(200);
    for (const call of calls)
      expect([call.path, await statusOf(call, (limitOf(call) ?? MB) + 1)]).toEqual([call.path, 413]);
  });

  test('visitors’ claims about themselves do not reach it', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-host': 'other.example',
      forwarded: 'for=203.0.113.9',
      'x-request-id': 'mine',
    };
    for (const address of ['/', '/media/x', '/assets/x']) {
      await front.ask(address, { headers, from: '127.0.0.8' });
      expect(seen).toMatchObject({
        host: SITE_NAME,
        'x-forwarded-for': '127.0.0.8',
        'x-forwarded-proto': 'https',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(seen).not.toHaveProperty('x-forwarded-host');
      expect(seen).not.toHaveProperty('forwarded');
    }
  });
});
