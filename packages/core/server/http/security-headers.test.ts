import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { createApp } from './app.ts';
import { dataHeaders, type Hsts, pagePolicy } from './security-headers.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function hstsOf(hsts: Hsts, protocol: string): Promise<unknown[]> {
  const app = await createApp({
    ...{ log: silentLog, trustProxy: ['127.0.0.1'], frameOrigins: [], clientDirectory: import.meta.dirname },
    ...{ hsts, maxConnections: 10 },
  });
  closing.push(() => app.close());
  app.get('/framework', async () => 'text');
  // Past the framework's hooks, like files.
  app.get('/raw', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, dataHeaders(request)).end();
  });
  const headers = { host: 'films.test', 'x-forwarded-proto': protocol };
  const answers = ['/framework', '/raw'].map((url) => app.inject({ url, headers }));
  return (await Promise.all(answers)).map((answer) => answer.headers['strict-transport-security']);
}

test.each<[Hsts, string]>([
  ['host', 'max-age=31536000'],
  ['subdomains', 'max-age=31536000; includeSubDomains'],
  ['preload', 'max-age=31536000; includeSubDomains; preload'],
])('over https, and there alone, HSTS=%s says %s', async (hsts, value) => {
  expect(await hstsOf(hsts, 'https')).toEqual([value, value]);
  expect(await hstsOf(hsts, 'http')).toEqual([undefined, undefined]);
});

test('data may do nothing, and is not taken for something else', () => {
  const request = { protocol: 'http' } as Parameters<typeof dataHeaders>[0];
  expect(dataHeaders(request)).toMatchObject({
    rating: 'RTA-5042-1996-1400-1577-RTA',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/^camera=\(\), .*fullscreen=\(self\), autoplay=\(self\)$/),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
});

test('a page may use its own files, pieces named by hash, and the players', () => {
  const frames = ['https://player.example'];
  const policy = pagePolicy({
    scripts: ["'sha256-a'"],
    styles: ["'sha256-b'"],
    frames,
    bucket: 'https://b.test',
  });
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'sha256-a'",
    "style-src 'self' 'sha256-b'",
    "img-src 'self' data: https: https://b.test",
    "media-src 'self' blob: https: https://b.test",
    "connect-src 'self' https://b.test",
    'frame-src https://player.example',
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(pagePolicy({ scripts: [], styles: [], frames: [] })).toContain("frame-src 'none'");
});
