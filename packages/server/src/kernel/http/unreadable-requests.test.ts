import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { createApp } from './app.ts';

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

/** Sends the parts one by one, each once the one before was read, as a network does. Resolves with the answer. */
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

test('what is no HTTP is answered in JSON', async () => {
  expect(await answerTo(['no such thing\r\n\r\n'])).toContain('content-type: application/json');
});
