import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { createApp } from './app.ts';
import { fileReader, leaveBody } from './read-file.ts';

const MB = 1024 * 1024;
const REQUEST_MS = 300;

let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  app = await createApp({
    ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host', maxConnections: 10 },
    clientDirectory: import.meta.dirname,
    times: { headMs: 200, requestMs: REQUEST_MS, checkMs: 20, idleMs: 60_000 },
  });
  void app.register(async (place) => {
    leaveBody(place).post('/file', async (request) => {
      const bytes = await fileReader(request, 2 * MB)();
      return { length: bytes.length, start: bytes.subarray(0, 5).toString() };
    });
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function send(body: BodyInit | undefined, type?: string) {
  const headers = type === undefined ? {} : { 'content-type': type };
  const asking = { method: 'POST', headers, ...(body === undefined ? {} : { body }), duplex: 'half' };
  const response = await fetch(`${url}/file`, asking);
  const { length, start, message } = await response.json();
  return [response.status, message ?? `${length} ${start}`];
}

test.each([undefined, 'image/png', 'application/json', 'text/html'])(
  'a file of the type %s is read as it is',
  async (type) => {
    expect(await send(Buffer.from('{"a": not JSON'), type)).toEqual([200, '14 {"a":']);
  },
);

test('it has a length, which is at most what the call allows', async () => {
  const needed = 'Please send a file as the body, with a Content-Length header.';
  expect(await send(undefined)).toEqual([400, needed]);
  expect(await send(new Blob(['pieces']).stream())).toEqual([400, needed]);
  expect(await send(Buffer.alloc(2 * MB))).toEqual([200, expect.stringContaining('2097152')]);
  expect(await send(Buffer.alloc(2 * MB + 1))).toEqual([413, 'The file is larger than 2 MB.']);
});

test('it may take longer than other requests', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = 'POST /file HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\nContent-Length: 10\r\n\r\n';
  socket.write(`${head}12345`);
  const answer = once(socket.setEncoding('utf8'), 'data');
  await delay(REQUEST_MS * 3);
  socket.write('67890');
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"length":10/);
  socket.destroy();
});
