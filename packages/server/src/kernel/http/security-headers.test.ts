import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { createApp } from './app.ts';
import { dataHeaders, type Hsts } from './security-headers.ts';

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
  // As files are sent, past the framework's own hooks.
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
