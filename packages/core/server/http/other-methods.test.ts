import { expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { createApp } from './app.ts';

const app = await createApp({
  ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host' as const },
  ...{ clientDirectory: import.meta.dirname, maxConnections: 10 },
});
for (const path of ['/*', '/robots.txt']) app.get(path, async () => 'here');
app.post('/report/:slug', async () => 'here');
app.get('/metrics', { constraints: { host: 'inside.test' } }, async () => 'here');

test.each([
  ['POST', '/', 'GET, HEAD'],
  ['PUT', '/video/12/?x=1', 'GET, HEAD'],
  ['OPTIONS', '/robots.txt', 'GET, HEAD'],
  ['DELETE', '/report/copyright', 'GET, HEAD, POST'],
  ['POST', '/metrics', undefined],
  ['POST', '/no/page', undefined],
  ['POST', '/assets/app.ts', undefined],
] as const)('%s of %s is refused, allowed is %s', async (method, url, allow) => {
  const headers = { host: 'films.test', 'content-type': 'text/plain' };
  const answer = await app.inject({ method, url, headers, payload: 'a body that nothing reads' });
  expect([answer.headers.allow, answer.json()]).toEqual([
    allow,
    allow
      ? { error: 'method_not_allowed', message: `${method} is not possible here.` }
      : { error: 'not_found', message: 'Not found.' },
  ]);
  expect(answer.statusCode).toBe(allow ? 405 : 404);
});
