import { LIVE_EVENTS_PATH } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addAdministrator } from '../../../access/server/sessions/administrators.ts';
import { loseListeners } from '../../../test/lose-listeners.ts';
import { newAdminCookie, startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

const open: EventStream[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.leave();
});

interface EventStream {
  response: Response;
  events: { event: string; data: unknown }[];
  isOver: () => boolean;
  leave: () => Promise<void>;
}

async function cookieOfNewSession(): Promise<string> {
  const name = `live-${Math.random()}`;
  const login = await addAdministrator(site.base.db, name, new Date());
  const response = await fetch(`${site.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify(login),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function listen(cookie: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const leaving = new AbortController();
  const response = await fetch(site.url + LIVE_EVENTS_PATH, {
    headers: { cookie, ...headers },
    signal: leaving.signal,
  });
  const stream: EventStream & { over: boolean } = {
    response,
    events: [],
    over: false,
    isOver: () => stream.over,
    leave: async () => leaving.abort(),
  };
  if (response.ok) void read(response, stream);
  open.push(stream);
  return stream;
}

async function read(response: Response, stream: EventStream & { over: boolean }): Promise<void> {
  let text = '';
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString('utf8');
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
        stream.events.push({ event, data: JSON.parse(data) });
      }
    }
  } catch {}
  stream.over = true;
}

async function listening(cookie: string): Promise<EventStream> {
  const stream = await vi.waitFor(
    async () => {
      const tried = await listen(cookie);
      expect(tried.response.status).toBe(200);
      return tried;
    },
    { timeout: 30_000, interval: 100 },
  );
  await vi.waitFor(() => expect(stream.events[0]).toEqual({ event: 'ready', data: {} }), 30_000);
  return stream;
}

const pathsOf = (stream: EventStream) =>
  stream.events.flatMap(({ event, data }) =>
    event === 'changes' ? (data as { paths: string[] }).paths : [],
  );

test('a stream is not compressed, cached or buffered by proxies, and has the headers of all answers', async () => {
  const cookie = await cookieOfNewSession();
  await listening(cookie);
  const { response } = await listen(cookie, { 'accept-encoding': 'br, gzip' });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.get('content-encoding')).toBeNull();
});

test('10,000 downloads added by one statement are announced once, to everyone', async () => {
  const [one, other] = [
    await listening(await cookieOfNewSession()),
    await listening(await cookieOfNewSession()),
  ];
  await sql`insert into download_jobs (source_url, source_url_hash)
    select 'https://many.test/' || n, sha256(('many' || n)::bytea) from generate_series(1, 10000) n`.execute(
    site.base.db,
  );
  for (const stream of [one, other]) {
    await vi.waitFor(() => expect(pathsOf(stream)).toContain('/api/download-jobs'), 30_000);
    expect(pathsOf(stream).filter((path) => path === '/api/download-jobs')).toHaveLength(1);
    expect(pathsOf(stream)).toContain('/api/admin/stats');
  }
});

test('a role hears only of calls that it may make, also once it has changed', async () => {
  const { db } = site.base;
  const role = { isOwner: false, scopes: ['words:read' as const], opensPapers: false };
  const stream = await listening(await newAdminCookie(site.base, { role }));
  const change = async (table: 'download_jobs' | 'languages') => {
    await sql`select pg_notify('vesper_changes', ${table})`.execute(db);
  };
  await change('download_jobs');
  await change('languages');
  await vi.waitFor(() => expect(pathsOf(stream)).toContain('/api/languages'), 30_000);
  expect(pathsOf(stream)).not.toContain('/api/download-jobs');
  await sql`update administrators set scopes = '{ingest:read}' where not is_owner`.execute(db);
  await vi.waitFor(
    async () => {
      await change('download_jobs');
      expect(pathsOf(stream)).toContain('/api/download-jobs');
    },
    { timeout: 30_000, interval: 500 },
  );
});

test('the ninth stream of a session is refused, another session has its own', async () => {
  const cookie = await cookieOfNewSession();
  for (let n = 0; n < 8; n += 1) await listening(cookie);
  const ninth = await listen(cookie);
  expect(ninth.response.status).toBe(429);
  await listening(await cookieOfNewSession());
  await open[0]?.leave();
  await listening(cookie);
});

test('a stream ends with its session, and others continue', async () => {
  const cookie = await cookieOfNewSession();
  const stream = await listening(cookie);
  const other = await listening(await cookieOfNewSession());
  const response = await fetch(`${site.url}/api/admin/logout`, {
    method: 'POST',
    headers: { cookie, origin: site.url },
  });
  expect(response.status).toBe(200);
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), 30_000);
  expect(other.isOver()).toBe(false);
  expect((await listen(cookie)).response.status).toBe(401);
});

test('streams end when the database is lost, and can be reopened once it is back', async () => {
  const cookie = await cookieOfNewSession();
  const stream = await listening(cookie);
  await loseListeners(site.base.db);
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), 30_000);
  const again = await listening(cookie);
  await sql`insert into categories (name, slug) values ('Told', 'told')`.execute(site.base.db);
  await vi.waitFor(() => expect(pathsOf(again)).toContain('/api/categories'), 30_000);
});
