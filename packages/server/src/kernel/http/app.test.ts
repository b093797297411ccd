import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { drain } from '../lib/listening-socket.ts';
import { silentLog } from '../lib/log.ts';
import { currentRequestId } from '../lib/request-id.ts';
import { createApp } from './app.ts';

const LIST = Array.from({ length: 200 }, (_, n) => ({ id: n, title: `Waves and gradients, part ${n}` }));
const app = await createApp({
  ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host' as const },
  ...{ clientDirectory: import.meta.dirname, maxConnections: 10 },
});
app.get('/list', async () => LIST);
app.get('/long', async () => Array.from({ length: 20 }, () => LIST));
app.get('/short', async () => LIST.slice(0, 2));
afterEach(() => app.close());

describe('JSON', () => {
  const ask = (url: string, encoding: string) =>
    app.inject({ url, headers: { host: 'videos.example', 'accept-encoding': encoding } });
  const unpackers = { br: brotliDecompressSync, gzip: gunzipSync };

  test('is packed as asked for: lists in one piece, with their length', async () => {
    const plain = await ask('/list', 'identity');
    for (const [encoding, unpack] of Object.entries(unpackers)) {
      const { headers, rawPayload } = await ask('/list', encoding);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
      expect(unpack(rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(JSON.parse(plain.body)).toEqual(LIST);

      const long = await ask('/long', encoding);
      expect(long.headers['content-length']).toBeUndefined();
      expect(JSON.parse(unpack(long.rawPayload).toString())).toHaveLength(20);
      expect((await ask('/short', encoding)).headers['content-encoding']).toBeUndefined();
    }
  });
});

describe('a request', () => {
  const UUID = /^[0-9a-f-]{36}$/;
  const FORWARDED = { 'x-forwarded-for': '203.0.113.9' };

  test.each([
    [
      'has the id that a trusted proxy gives',
      { ...FORWARDED, 'x-request-id': 'Root=1-67ab:cd' },
      'Root=1-67ab:cd',
    ],
    ['has one of its own without', FORWARDED, UUID],
    [
      'has one of its own if what is given is too long',
      { ...FORWARDED, 'x-request-id': 'a'.repeat(101) },
      UUID,
    ],
    ['has one of its own if what is given is no id', { ...FORWARDED, 'x-request-id': 'a b' }, UUID],
    ['has one of its own if no proxy has forwarded it', { 'x-request-id': 'mine' }, UUID],
    [
      'has one of its own if a stranger claims',
      { ...FORWARDED, 'x-request-id': 'mine' },
      UUID,
      '203.0.113.1',
    ],
  ])('%s', async (_, headers, expected, remoteAddress = '127.0.0.1') => {
    const behind = await createApp({
      ...{ log: silentLog, trustProxy: ['127.0.0.1'], frameOrigins: [], hsts: 'host' as const },
      ...{ clientDirectory: import.meta.dirname, maxConnections: 10 },
    });
    behind.get('/id', async () => ({ id: currentRequestId() }));
    const answer = await behind.inject({
      ...{ url: '/id', remoteAddress },
      headers: { host: 'videos.example', ...headers },
    });
    await behind.close();
    expect(answer.headers['x-request-id']).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
    expect(answer.json()).toEqual({ id: answer.headers['x-request-id'] });
  });
});

test('a stop answers what comes on a connection whose transfer outlasted the drain', async () => {
  const stopping = await createApp({
    ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host' as const },
    ...{ clientDirectory: import.meta.dirname, maxConnections: 10 },
  });
  const transfer = Promise.withResolvers<void>();
  stopping.get('/film', async (_request, reply) => {
    reply.hijack();
    reply.raw.write('the beginning');
    await transfer.promise;
    reply.raw.end('the end');
  });
  stopping.get('/short', async () => 'short');
  // Once idle connections are closed, which this one would be.
  stopping.addHook('preClose', async () => void setImmediate(transfer.resolve));
  await stopping.listen({ host: '127.0.0.1', port: 0 });
  const { port } = stopping.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) =>
    (await once(get({ port, path, agent }), 'response')) as [IncomingMessage];

  const [film] = await ask('/film');
  const next = ask('/short');
  await drain(stopping.server, 0);
  const closed = stopping.close();
  film.resume();
  const [{ statusCode, headers }] = await next;
  expect({ statusCode, connection: headers.connection }).toEqual({ statusCode: 200, connection: 'close' });
  agent.destroy();
  await closed;
});
