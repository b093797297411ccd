import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { createApp } from './app.ts';
import { routedAddress } from './unreadable-requests.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createApp({
    ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host' },
    clientDirectory: import.meta.dirname,
    maxConnections: 100,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends each part once the previous one was read, as a network does. */
async function answerTo(parts: readonly string[]): Promise<string> {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const ended = once(socket, 'close');
  const [peer] = await accepted;
  let sent = 0;
  for (const part of parts) {
    socket.write(part);
    sent += part.length;
    await expect.poll(() => peer.bytesRead, { timeout: 20_000, interval: 5 }).toBe(sent);
  }
  await ended;
  return answer;
}

const long = 'x'.repeat(10_000);

test.each([
  ['of a page', ['GET /?search=', long, long], 'text/html'],
  ['of a page that comes at once', [`GET /?search=${long}${long}`], 'text/html'],
  ['of a call', [`GET /api/videos?search=${long}${long}`], 'application/json'],
  ['that a program sends to', [`POST /?search=${long}${long}`], 'application/json'],
])('an address %s that is too long is answered as its reader expects', async (_, parts, type) => {
  const answer = await answerTo(parts);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain(`content-type: ${type}; charset=utf-8`);
  expect(answer).toContain('This address is too long.');
});

test('a request without a Host header is told so', async () => {
  const answer = await answerTo(['GET /api/videos HTTP/1.1\r\nConnection: close\r\n\r\n']);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The Host header is not a host name.');
});

test.each(['/api/videos', '/none'])('a request for %s with two Host headers is refused', async (path) => {
  const answer = await answerTo([
    `GET ${path} HTTP/1.1\r\nHost: films.test\r\nhOST: films.test\r\nConnection: close\r\n\r\n`,
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('The request has more than one Host header.');
});

test('what is no HTTP is answered in JSON', async () => {
  expect(await answerTo(['no such thing\r\n\r\n'])).toContain('content-type: application/json');
});

test.each([
  ['/help?page=2', '/help?page=2'],
  ['http://films.test/help?page=2', '/help?page=2'],
  ['http://films.test', '/'],
  ['/video/..%2fhelp', '/video/..%2fhelp'],
  ['/video/a..b?search=/../', '/video/a..b?search=/../'],
])('%s is routed as %s', (asked, routed) => {
  expect(routedAddress({ url: asked } as IncomingMessage)).toBe(routed);
});

test.each([
  '/./report/status/token',
  '/x/../report/status/token',
  '/x/%2E%2e/report/status/token',
  '/api/.%2e/report/status/token',
  '/%2e/report/status/token',
  String.raw`/report\status\token`,
  '/help/..',
  'http://films.test/../report/status/token',
])('%s, which no browser asks for, is no page', (url) => {
  expect(routedAddress({ url } as IncomingMessage)).toBe('/%25');
});
