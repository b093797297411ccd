import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
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

test('JSON is compressed as requested: lists in one piece, with their length', async () => {
  const ask = (url: string, encoding: string) =>
    app.inject({ url, headers: { host: 'videos.example', 'accept-encoding': encoding } });
  const plain = await ask('/list', 'identity');
  for (const [encoding, unpack] of Object.entries({ br: brotliDecompressSync, gzip: gunzipSync })) {
    const { headers, rawPayload } = await ask('/list', encoding);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(unpack(rawPayload).equals(plain.rawPayload)).toBe(true);
    const long = await ask('/long', encoding);
    expect(long.headers['content-length']).toBeUndefined();
    expect(JSON.parse(unpack(long.rawPayload).toString())).toHaveLength(20);
    expect((await ask('/short', encoding)).headers['content-encoding']).toBeUndefined();
  }
});

const UUID = /^[0-9a-f-]{36}$/;

test.each([
  ['a trusted proxy’s', 'Root=1-67ab:cd', true, '127.0.0.1', 'Root=1-67ab:cd'],
  ['its own without one', undefined, true, '127.0.0.1', UUID],
  ['its own for one too long', 'a'.repeat(101), true, '127.0.0.1', UUID],
  ['its own for an invalid one', 'a b', true, '127.0.0.1', UUID],
  ['its own if no proxy forwarded it', 'mine', false, '127.0.0.1', UUID],
  ['its own if a stranger claims one', 'mine', true, '203.0.113.1', UUID],
] as const)('a request has an id: %s', async (_, id, isForwarded, remoteAddress, expected) => {
  const behind = await createApp({
    ...{ log: silentLog, trustProxy: ['127.0.0.1'], frameOrigins: [], hsts: 'host' as const },
    ...{ clientDirectory: import.meta.dirname, maxConnections: 10 },
  });
  behind.get('/id', async () => ({ id: currentRequestId() }));
  const answer = await behind.inject({
    ...{ url: '/id', remoteAddress },
    headers: {
      host: 'videos.example',
      ...(isForwarded ? { 'x-forwarded-for': '203.0.113.9' } : {}),
      ...(id ? { 'x-request-id': id } : {}),
    },
  });
  await behind.close();
  expect(answer.headers['x-request-id']).toEqual(
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  );
  expect(answer.json()).toEqual({ id: answer.headers['x-request-id'] });
});

test('a stop answers requests on a connection whose transfer outlasts the drain', async () => {
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
  // After idle connections were closed, which this one would be.
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
