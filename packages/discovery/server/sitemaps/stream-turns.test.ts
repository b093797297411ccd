import { get, type IncomingMessage } from 'node:http';
import { errorBody, errorStatus } from '@vesper/core/http/errors.ts';
import { sendStream } from '@vesper/core/http/send-stream.ts';
import { createCounts } from '@vesper/core/lib/counts.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createStreamTurns } from './stream-turns.ts';

const opened: IncomingMessage[] = [];
let app: FastifyInstance;
let url: string;
let seen: { requests: number; going: number };
afterEach(async () => {
  for (const response of opened.splice(0)) response.destroy();
  await app.close();
});

/** Serves /endless, which ends with its connection, /broken, and /short. */
async function serve(mostMs?: number): Promise<void> {
  app = Fastify({ trustProxy: true });
  const takeTurn = createStreamTurns(createCounts(), mostMs);
  const counts = { requests: 0, going: 0 };
  seen = counts;
  app.addHook('onRequest', async () => {
    counts.requests += 1;
  });
  app.setErrorHandler((error, _request, reply) => {
    const body = errorBody(error, silentLog);
    return reply.code(errorStatus(body)).send(body);
  });
  const serves = (path: string, pieces: () => AsyncIterable<string> | Iterable<string>) =>
    app.get(path, async (request, reply) => {
      await takeTurn(request, reply);
      return sendStream(request, reply, pieces);
    });
  serves('/endless', async function* () {
    counts.going += 1;
    try {
      for (;;) {
        yield 'x'.repeat(100_000);
        await new Promise(setImmediate);
      }
    } finally {
      counts.going -= 1;
    }
  });
  serves('/short', () => ['whole']);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
}

function ask(path: string, network: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': `203.0.${network}.1` };
    get(url + path, { agent: false, headers }, (response) => {
      opened.push(response.on('error', () => {}));
      resolve(response);
    }).on('error', reject);
  });
}

const statusOf = async (path: string, network: number) => (await ask(path, network)).statusCode;

test('four are written at once, others wait, and too many are turned away until one is over', async () => {
  await serve();
  const first = await Promise.all([1, 2, 3, 4].map((network) => ask('/endless', network)));
  expect(first.map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
  const waiting = Array.from({ length: 16 }, (_, n) => ask('/short', 10 + n));
  await expect.poll(() => seen.requests).toBe(20);
  const refused = await ask('/short', 51);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);
  expect(seen.going).toBe(4);
  first[0]?.destroy();
  for (const response of await Promise.all(waiting)) expect(response.statusCode).toBe(200);
  expect(await statusOf('/short', 50)).toBe(200);
});

test('a network has two at once', async () => {
  await serve();
  const [first] = [await ask('/endless', 1), await ask('/endless', 1)];
  expect(await statusOf('/short', 1)).toBe(429);
  expect(await statusOf('/short', 2)).toBe(200);
  first?.destroy();
  await expect.poll(() => statusOf('/short', 1)).toBe(200);
});
