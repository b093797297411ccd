import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { CONNECTION_TIMES, type ConnectionTimes, createApp } from './app.ts';
import { allowTime } from './unreadable-requests.ts';

const SHORT: ConnectionTimes = { headMs: 300, requestMs: 500, checkMs: 20, idleMs: 60_000 };

let app: FastifyInstance | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

async function listen({ times = SHORT, maxConnections = 100, log = silentLog } = {}): Promise<number> {
  const made = await createApp({
    ...{ log, trustProxy: false, frameOrigins: [], hsts: 'host' as const },
    clientDirectory: import.meta.dirname,
    ...{ times, maxConnections },
  });
  app = made;
  made.get('/short', async () => 'short');
  made.post('/body', async ({ body }) => body);
  made.post('/slow-body', { onRequest: async ({ raw }) => void allowTime(raw) }, async ({ body }) => body);
  // Like films and live events: longer than any request may take.
  made.get('/long', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/plain' });
    void (async () => {
      for (let i = 0; i < 20; i++) {
        reply.raw.write('x'.repeat(10));
        await delay(SHORT.requestMs / 10);
      }
      reply.raw.end('the end');
    })();
  });
  await made.listen({ host: '127.0.0.1', port: 0 });
  return (made.server.address() as { port: number }).port;
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const connection = { socket, received: '', ended };
  socket.on('data', (chunk) => {
    connection.received += chunk;
  });
  await once(socket, 'connect');
  return connection;
}

const waitFor = (what: () => boolean) => expect.poll(what, { timeout: 20_000, interval: 10 }).toBe(true);

test('slow heads and bodies have 20 s, and idle connections longer than those of proxies', () => {
  const { headMs, requestMs, checkMs, idleMs } = CONNECTION_TIMES;
  expect(headMs + checkMs).toBeLessThanOrEqual(20_000);
  expect(requestMs + checkMs).toBeLessThanOrEqual(20_000);
  expect(idleMs).toBeGreaterThan(60_000);
});

test.each([
  ['that says nothing', ''],
  ['whose head never ends', 'GET /short HTTP/1.1\r\nhost: films.test\r\n'],
  [
    'whose body never ends',
    'POST /body HTTP/1.1\r\nhost: films.test\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  ],
  [
    'whose body comes in chunks and never ends',
    'POST /body HTTP/1.1\r\nhost: films.test\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
  ],
])('a connection %s is ended', async (_name, beginning) => {
  const connection = await open(await listen());
  connection.socket.write(beginning);
  await connection.ended;
  expect(connection.received).toMatch(/^(HTTP\/1\.1 408|$)/);
});

test('a request that was given time may take longer', async () => {
  const connection = await open(await listen());
  connection.socket.write(
    'POST /slow-body HTTP/1.1\r\nhost: films.test\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
  );
  await delay(3 * SHORT.requestMs);
  connection.socket.write('}');
  await waitFor(() => connection.received.startsWith('HTTP/1.1 200'));
});

test.each([
  ['a head', 'GET /short HTTP/1.1\r\nx-slow: '],
  [
    'a body',
    'POST /body HTTP/1.1\r\nhost: films.test\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n"',
  ],
])('a drop now and then does not keep %s alive', async (_name, beginning) => {
  const connection = await open(await listen());
  connection.socket.write(beginning);
  const timer = setInterval(() => connection.socket.write('a'), 20);
  await connection.ended.finally(() => clearInterval(timer));
  expect(connection.received).toMatch(/^(HTTP\/1\.1 408|$)/);
});

test('beyond the cap new connections are rejected, and idle ones make room', async () => {
  const told: string[] = [];
  const log: typeof silentLog = {
    ...{ debug() {}, info() {}, error() {}, child: () => log },
    warn: (_fields: unknown, text?: string) => void told.push(`${text}`),
  };
  const times = { ...SHORT, headMs: 60_000, requestMs: 60_000 };
  const port = await listen({ times, maxConnections: 2, log });
  const resting = await open(port);
  resting.socket.write('GET /short HTTP/1.1\r\nhost: films.test\r\n\r\n');
  await waitFor(() => resting.received.includes('short'));
  const busy = await open(port);
  busy.socket.write('GET /short HTTP/1.1\r\n');
  const turnedAway = await open(port);
  await turnedAway.ended;
  await resting.ended;
  const next = await open(port);
  next.socket.write('GET /short HTTP/1.1\r\nhost: films.test\r\n\r\n');
  await waitFor(() => next.received.includes('HTTP/1.1 200'));
  await (await open(port)).ended;
  // Once a minute, however many.
  expect(told).toEqual([expect.stringMatching(/^MAX_CONNECTIONS reached/)]);
  expect(busy.socket.destroyed).toBe(false);
});
