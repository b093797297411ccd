import { createDb, createPool } from '@vesper/core/db/pool.ts';
import { createApp } from '@vesper/core/http/app.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import type { KnownFacts } from '@vesper/site/operation';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { operationFigures } from '../../site/server/operation/feature.ts';
import { siteFacts } from '../../test/site-facts.ts';
import { createOwnFigures, createSiteFigures } from './figures.ts';
import { mountProbes } from './metrics.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** With an unreachable database. */
async function start({
  token,
  isBehindProxy = false,
  isAway = false,
  known = {},
}: {
  token?: string;
  isBehindProxy?: boolean;
  isAway?: boolean;
  known?: Partial<KnownFacts>;
} = {}) {
  const app = await createApp({
    ...{ log: silentLog, trustProxy: isBehindProxy ? ['127.0.0.1'] : false, frameOrigins: [] },
    ...{ clientDirectory: import.meta.dirname, hsts: 'host' as const, maxConnections: 10 },
  });
  const pool = createPool({
    connection: { host: '127.0.0.1', port: 1 },
    ...{ maxConnections: 1, applicationName: 'test', onIdleError: () => {} },
  });
  const own = createOwnFigures('web', pool);
  const look = async () => (isAway ? { now: new Date(0), databaseMs: null } : siteFacts(known));
  mountProbes(app, {
    ...{ db: createDb(pool), token, isBehindProxy },
    ...{ look, own, figuresOfAll: async () => [await own.read()] },
    registry: createSiteFigures([{ figures: operationFigures }], { look }),
  });
  app.get('/*', async (_request, reply) =>
    reply.code(404).type('text/html').send('<h1>404 Page Not Found</h1>'),
  );
  closing.push(
    () => app.close(),
    () => pool.end(),
  );
  return app;
}

type Asked = { headers?: Record<string, string>; remoteAddress?: string; path?: string };

async function ask(
  app: FastifyInstance,
  { headers = {}, remoteAddress = '127.0.0.1', path = '/metrics' }: Asked,
) {
  const host = '127.0.0.1:3000';
  const { statusCode, body } = await app.inject({ url: path, remoteAddress, headers: { host, ...headers } });
  return { status: statusCode, body };
}

const NOWHERE = { status: 404, body: '<h1>404 Page Not Found</h1>' };

test('requests from this machine read the metrics', async () => {
  const app = await start();
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const response = await fetch(`${url}/metrics`);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('workers_alive 1')]);
  expect(await ask(app, { headers: { host: 'localhost' } })).toMatchObject({ status: 200 });
  expect(await ask(app, { headers: { host: '[::1]:3000' }, remoteAddress: '::1' })).toMatchObject({
    status: 200,
  });
});

test('behind a proxy nobody reads the metrics without a token', async () => {
  expect(await ask(await start({ isBehindProxy: true }), {})).toEqual(NOWHERE);
});

test.each([false, true])(
  'with a token, only requests that know it read the metrics',
  async (isBehindProxy) => {
    const app = await start({ token: 'the token', isBehindProxy });
    const asked = {
      remoteAddress: '192.0.2.7',
      headers: { authorization: 'Bearer the token', via: 'a proxy' },
    };
    expect(await ask(app, asked)).toMatchObject({ status: 200 });
    expect(await ask(app, { headers: { authorization: 'Bearer another' } })).toEqual(NOWHERE);
    expect(await ask(app, {})).toEqual(NOWHERE);
  },
);

test('strangers learn only that the site lives and whether it is ready', async () => {
  const app = await start({ isAway: true });
  const stranger = { headers: { host: 'films.example', 'x-forwarded-for': '192.0.2.7' } };
  expect(await ask(app, { ...stranger, path: '/healthz' })).toEqual({ status: 200, body: '{"status":"ok"}' });
  const told = async (asked: Asked) => {
    const { status, body } = await ask(app, { ...asked, path: '/readyz' });
    return [status, JSON.parse(body)];
  };
  expect(await told(stranger)).toEqual([503, { error: 'unavailable', message: 'The site is not ready.' }]);
  expect(await told({})).toEqual([
    503,
    {
      ...{ error: 'unavailable', message: 'The database does not answer.' },
      reasons: [expect.objectContaining({ key: 'database-away', severity: 'urgent' })],
    },
  ]);
});
