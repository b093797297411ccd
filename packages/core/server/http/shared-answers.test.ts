import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { contextOf, createApp } from './app.ts';
import { mountCalls } from './mount.ts';

let app: Awaited<ReturnType<typeof createApp>>;
let asked: string[];
let answer: { status: number; body: unknown };

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: { videos: Array.from({ length: 50 }, (_, n) => ({ title: `Waves ${n}` })) } };
  app = await createApp({
    ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host', maxConnections: 10 },
    clientDirectory: import.meta.dirname,
  });
  mountCalls(app, {
    contextOf,
    findActor: async () => ({ administratorId: 'anna', username: 'anna', isOwner: true, scopes: [] }),
    async dispatch({ path }, _input, { host }) {
      asked.push(`${host} ${path}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return answer;
    },
  });
});
afterEach(() => app.close());

const ask = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'films.test', ...headers } });

test('concurrent requests for the same public answer make one call', async () => {
  const bodies = await Promise.all(Array.from({ length: 20 }, () => ask('/api/videos?search=waves')));
  expect(bodies[0]?.json()).toEqual(answer.body);
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
  expect(asked).toEqual(['films.test /api/videos']);
});

test('other calls, and administrators, are answered each time', async () => {
  // The keyword's call counts a view.
  for (const url of ['/api/videos/1', '/api/categories', '/api/keywords/en/waves'])
    for (let n = 0; n < 3; n += 1) await ask(url);
  const signedIn = [{ cookie: 'vesper-admin=token' }, { authorization: 'Bearer token' }];
  for (const headers of [...signedIn, ...signedIn, ...signedIn]) await ask('/api/videos', headers);
  expect(asked).toHaveLength(15);
});

test("an administrator's act shows in the next answer", async () => {
  for (let n = 0; n < 3; n += 1) await ask('/api/videos');
  expect(asked).toHaveLength(1);
  const headers = { host: 'films.test', origin: 'http://films.test', authorization: 'Bearer token' };
  await app.inject({ method: 'POST', url: '/api/crawler/start', headers });
  answer = { status: 200, body: { videos: [] } };
  expect((await ask('/api/videos')).json()).toEqual({ videos: [] });
});
