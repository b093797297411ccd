import { createHook } from 'node:async_hooks';
import { Writable } from 'node:stream';
import { type Call, callUrl, LOGIN_REFUSED, LOGIN_REQUIRED, routes } from '@vesper/contract';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { addAdministrator, forgetSessions } from './index.ts';
import { hashPassword } from './password-hash.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let site: TestSite;
let login: { username: string; password: string };
let now = Date.parse('2026-11-20T12:00:00Z');
const clock = { now: () => new Date(now) };
let logged = '';
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk;
    done();
  },
});

beforeAll(async () => {
  const log = pino({ level: 'debug' }, stream);
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'debug' }, { clock, log });
});
beforeEach(async () => {
  await site.base.db.deleteFrom('login_tries').execute();
  await site.base.db.deleteFrom('administrators').execute();
  login = await addAdministrator(site.base.db, 'anna', clock.now());
});
afterAll(() => site.close());

let networks = 0;
/** An address in a network of its own. */
function elsewhere(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.7`;
}

type Headers = Record<string, string>;

function post(path: string, body: unknown, headers: Headers = {}): Promise<Response> {
  return fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: {
      origin: site.url,
      'x-forwarded-for': elsewhere(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const signIn = (headers: Headers = {}, fields: object = {}) =>
  post('/api/admin/login', { ...login, ...fields }, headers);

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function signedIn(headers: Headers = {}): Promise<string> {
  const response = await signIn(headers);
  expect(response.status).toBe(200);
  return cookieOf(response);
}

async function isAdmin(cookie: string, headers: Headers = {}): Promise<boolean> {
  const response = await fetch(`${site.url}/api/admin/check`, { headers: { cookie, ...headers } });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return ((await response.json()) as { isAdmin: boolean }).isAdmin;
}

const sessions = () => site.base.db.selectFrom('admin_sessions').selectAll().execute();

describe('the way in and out', () => {
  test('a stranger is no administrator, and is told so without an error', async () => {
    expect(await isAdmin('')).toBe(false);
    for (const value of ['', 'x', 'A'.repeat(43), 'A'.repeat(10_000), '%00', "' or 1=1"]) {
      expect(await isAdmin(`vesper-admin=${value}`)).toBe(false);
    }
  });

  test('signing in, being known, signing out', async () => {
    const response = await signIn({
      'user-agent': 'Firefox '.repeat(100),
      'x-forwarded-for': '203.0.113.77',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ isAdmin: true });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const cookie = cookieOf(response);
    expect(await isAdmin(cookie)).toBe(true);
    expect(await isAdmin(`theme=dark; ${cookie}; other=1`)).toBe(true);

    const [session] = await sessions();
    expect(session).toMatchObject({ network: '203.0.113', created_at: clock.now() });
    expect(session?.user_agent).toHaveLength(200);
    expect(session?.token_hash).toHaveLength(32);

    const out = await post('/api/admin/logout', undefined, { cookie });
    expect(out.status).toBe(200);
    expect(await out.json()).toEqual({ isAdmin: false });
    expect(out.headers.get('set-cookie')).toMatch(
      /^vesper-admin=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await isAdmin(cookie)).toBe(false);
    expect(await sessions()).toEqual([]);
  });

  test('signing out needs no session, and ends no other', async () => {
    const cookie = await signedIn();
    expect((await post('/api/admin/logout', undefined)).status).toBe(200);
    expect((await post('/api/admin/logout', {}, { cookie: 'vesper-admin=x' })).status).toBe(200);
    expect(await isAdmin(cookie)).toBe(true);
  });

  test('the name counts without case and spaces around it, the password to the letter', async () => {
    expect((await signIn({}, { username: ' ANNA ' })).status).toBe(200);
    expect((await signIn({}, { password: login.password.toUpperCase() })).status).toBe(401);
    expect((await signIn({}, { password: ` ${login.password}` })).status).toBe(401);
  });

  test.each([
    [{ username: '' }, LOGIN_REQUIRED],
    [{ username: ' \t' }, LOGIN_REQUIRED],
    [{ password: '' }, LOGIN_REQUIRED],
    [{ password: '   ' }, LOGIN_REQUIRED],
    [{ username: undefined }, LOGIN_REQUIRED],
    [{ username: null }, LOGIN_REQUIRED],
    [{ password: 12 }, LOGIN_REQUIRED],
    [{ password: ['x'] }, LOGIN_REQUIRED],
    [{ username: 'x'.repeat(101) }, 'username: At most 100 characters are allowed here.'],
    [{ password: 'x'.repeat(501) }, 'password: At most 500 characters are allowed here.'],
    [{ username: 'x\0' }, 'username: The text holds a NUL character.'],
  ])('%j is no login', async (fields, message) => {
    const response = await signIn({}, fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'bad_request', message });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('a wrong name and a wrong password are refused alike, and with the same work', async () => {
    const refusals: unknown[] = [];
    for (const fields of [{ password: 'not the password' }, { username: 'nobody' }]) {
      const before = hashings;
      const response = await signIn({}, fields);
      refusals.push([response.status, await response.json(), hashings - before]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const refusal = [401, { error: 'unauthorized', message: LOGIN_REFUSED }, 1];
    expect(refusals).toEqual([refusal, refusal]);
  });

  test('what stands in the address is no login', async () => {
    const query = new URLSearchParams(login);
    expect((await post(`/api/admin/login?${query}`, {})).status).toBe(400);
  });

  test('a hash of former parameters is made anew', async () => {
    const old = await hashPassword(login.password, { memory: 64, passes: 1, parallelism: 1 });
    await site.base.db.updateTable('administrators').set({ password_hash: old }).execute();
    const hash = async () =>
      (await site.base.db.selectFrom('administrators').select('password_hash').executeTakeFirst())
        ?.password_hash;
    expect((await signIn({}, { password: 'wrong' })).status).toBe(401);
    expect(await hash()).toBe(old);
    await signedIn();
    expect(await hash()).toMatch(/\$m=19456,t=2,p=1\$/);
    await signedIn();
  });
});

describe('a session', () => {
  test('has a new token at every login, whatever token came along; that one ends', async () => {
    const first = await signedIn();
    const second = await signedIn({ cookie: first });
    expect(second).not.toBe(first);
    expect(await isAdmin(first)).toBe(false);
    expect(await isAdmin(second)).toBe(true);
    const planted = `vesper-admin=${'A'.repeat(43)}`;
    expect(await signedIn({ cookie: planted })).not.toBe(planted);
    expect(await isAdmin(planted)).toBe(false);
    expect(await isAdmin(second)).toBe(true);
  });

  test('ends when it was idle for half an hour', async () => {
    const cookie = await signedIn();
    now += 29 * MINUTE_MS;
    expect(await isAdmin(cookie)).toBe(true);
    now += 29 * MINUTE_MS;
    expect(await isAdmin(cookie)).toBe(true);
    now += 30 * MINUTE_MS;
    expect(await isAdmin(cookie)).toBe(false);
  });

  test('ends twelve hours after it began, however busy it is', async () => {
    const cookie = await signedIn();
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      now += 20 * MINUTE_MS;
      expect(await isAdmin(cookie)).toBe(true);
    }
    now += 20 * MINUTE_MS - 1;
    expect(await isAdmin(cookie)).toBe(true);
    now += 1;
    expect(await isAdmin(cookie)).toBe(false);
  });

  test('is written to once a minute at most', async () => {
    const cookie = await signedIn();
    const writes = async (times: number) => {
      const before = site.queries.length;
      for (let n = 0; n < times; n += 1) await isAdmin(cookie);
      return site.queries.slice(before).filter((text) => /^update "admin_sessions"/.test(text)).length;
    };
    expect(await writes(5)).toBe(0);
    now += MINUTE_MS;
    expect(await writes(5)).toBe(1);
  });

  test('is deleted once it has ended, and old tries with it', async () => {
    await signedIn();
    await signIn({}, { password: 'wrong' });
    now += 31 * MINUTE_MS;
    const cookie = await signedIn();
    await signIn({}, { username: 'nobody' });
    await forgetSessions(site.base.db, clock.now());
    expect(await sessions()).toHaveLength(1);
    expect(await isAdmin(cookie)).toBe(true);
    now += 25 * HOUR_MS;
    await forgetSessions(site.base.db, clock.now());
    expect(await sessions()).toEqual([]);
    expect(await site.base.db.selectFrom('login_tries').selectAll().execute()).toEqual([]);
  });

  test('opens no page: pages are the same for everyone', async () => {
    const cookie = await signedIn();
    const before = site.queries.length;
    expect((await fetch(site.url, { headers: { cookie } })).status).toBe(200);
    expect(site.queries.slice(before).join()).not.toContain('admin_sessions');
  });
});

describe('the cookie', () => {
  const HTTPS = { 'x-forwarded-proto': 'https' };

  test('over http has a plain name', async () => {
    expect((await signIn()).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vesper-admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  test('over https is for this host alone, and goes nowhere without https', async () => {
    const response = await signIn(HTTPS);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-vesper-admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    const cookie = cookieOf(response);
    expect(await isAdmin(cookie, HTTPS)).toBe(true);
    // One of the plain name may have been planted by whoever can speak for the host over http.
    expect(await isAdmin(cookie.replace('__Host-', ''), HTTPS)).toBe(false);
    const out = await post('/api/admin/logout', undefined, { cookie, ...HTTPS });
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-vesper-admin=; Max-Age=0; .*Secure/);
    expect(await isAdmin(cookie, HTTPS)).toBe(false);
  });
});

describe('from elsewhere', () => {
  const FOREIGN: [string, Headers][] = [
    ['another origin', { origin: 'https://other.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ];

  test.each(FOREIGN)('(%s) nobody signs in or out', async (_, headers) => {
    const cookie = await signedIn();
    const before = await sessions();
    for (const response of [
      await signIn(headers),
      await post('/api/admin/logout', undefined, { cookie, ...headers }),
    ]) {
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: 'forbidden' });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await sessions()).toEqual(before);
    expect(await isAdmin(cookie)).toBe(true);
  });

  test('and without any word where it comes from neither', async () => {
    const cookie = await signedIn();
    for (const [path, body] of [
      ['login', JSON.stringify(login)],
      ['logout', '{}'],
    ] as const) {
      const response = await fetch(`${site.url}/api/admin/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body,
      });
      expect(response.status).toBe(403);
    }
    expect(await sessions()).toHaveLength(1);
    expect(await isAdmin(cookie)).toBe(true);
  });

  test('our own page is known by what its browser says', async () => {
    expect((await signIn({ 'sec-fetch-site': 'same-origin', origin: 'https://other.example' })).status).toBe(
      200,
    );
  });

  test.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; application/json',
  ])('a body of type %s is refused', async (type) => {
    const cookie = await signedIn();
    const body = JSON.stringify(login);
    expect((await post('/api/admin/login', body, { 'content-type': type })).status).toBe(415);
    expect((await post('/api/admin/logout', '{}', { 'content-type': type, cookie })).status).toBe(415);
    expect(await isAdmin(cookie)).toBe(true);
    expect(await sessions()).toHaveLength(1);
  });

  test('no call of the back office can be made without a session, or changed from elsewhere', async () => {
    const calls = Object.values(routes).flatMap((group) => Object.values<Call>(group));
    const input = { id: '00000000-0000-0000-0000-000000000000', lang: 'en', slug: 'x' };
    for (const call of calls.filter(({ caller }) => caller !== 'public')) {
      const ask = (headers: Headers) =>
        fetch(site.url + callUrl({ ...call, query: undefined } as unknown as Call, input), {
          method: call.method,
          headers,
        }).then((response) => response.status);
      if (call.caller === 'admin') expect(await ask({ origin: site.url }), call.path).toBe(401);
      if (call.method !== 'GET') expect(await ask({ origin: 'https://other.example' }), call.path).toBe(403);
    }
  });
});

describe('tries', () => {
  test('with a name have to wait longer and longer, whatever headers come with them', async () => {
    let n = 0;
    const attempt = (fields: object) => {
      n += 1;
      return signIn({ 'user-agent': `Browser ${n}`, forwarded: `for=10.1.1.${n}` }, fields);
    };
    for (const username of ['anna', 'nobody']) {
      const wrong = { username, password: 'wrong password' };
      for (let i = 0; i < 5; i += 1) expect((await attempt(wrong)).status).toBe(401);
      const refused = await attempt({ ...wrong, password: login.password });
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        error: 'too_many_requests',
        message: 'There were too many tries to sign in with this name. Please try again in a minute.',
      });
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        now += seconds * 1000 - 1;
        expect((await attempt(wrong)).status, `${seconds} s`).toBe(429);
        now += 1;
        expect((await attempt(wrong)).status, `${seconds} s`).toBe(401);
      }
    }
    now += MINUTE_MS;
    expect((await attempt({})).status).toBe(200);
    expect((await attempt({ password: 'wrong' })).status).toBe(401);
    expect((await attempt({})).status).toBe(200);
  });

  test('that come all at once are each counted', async () => {
    const before = hashings;
    const all = await Promise.all(Array.from({ length: 15 }, () => signIn({}, { password: 'wrong' })));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(hashings - before).toBe(5);
  });

  test('of a network are limited, whatever names, and its other networks are not', async () => {
    const from = (last: number) => ({
      'x-forwarded-for': `203.0.113.${last}`,
      'user-agent': `Browser ${last}`,
    });
    for (let n = 0; n < 20; n += 1) {
      expect((await signIn(from(n), { username: `name-${n}` })).status).toBe(401);
    }
    const refused = await signIn(from(99));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      message: 'Too many tries to sign in have come from your network. Please try again in an hour.',
    });
    // Only the address that the trusted proxy itself has seen counts: it stands last.
    expect((await signIn({ 'x-forwarded-for': '198.51.100.1, 203.0.113.5' })).status).toBe(429);
    await signedIn();
  });

  test('that were right do not count', async () => {
    const network = { 'x-forwarded-for': elsewhere() };
    for (let n = 0; n < 25; n += 1) await signedIn(network);
    expect(await site.base.db.selectFrom('login_tries').selectAll().execute()).toEqual([]);
  });
});

test('without a trusted proxy a forwarded address dodges nothing', async () => {
  const bare = await startTestSite();
  try {
    const attempt = (n: number) =>
      fetch(`${bare.url}/api/admin/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: bare.url,
          'x-forwarded-for': `10.9.${n}.1`,
          'x-real-ip': `10.9.${n}.1`,
          'user-agent': `Browser ${n}`,
        },
        body: JSON.stringify({ username: `name-${n}`, password: 'wrong' }),
      }).then(({ status }) => status);
    for (let n = 0; n < 20; n += 1) expect(await attempt(n)).toBe(401);
    expect(await attempt(20)).toBe(429);
  } finally {
    await bare.close();
  }
});

test('the test site signs in for other tests', async () => {
  const [one, two] = await Promise.all([site.admin(), site.admin()]);
  expect(await one.admin.check()).toEqual({ isAdmin: true });
  await one.admin.logout();
  expect(await one.admin.check()).toEqual({ isAdmin: false });
  expect(await two.admin.check()).toEqual({ isAdmin: true });
  expect(await site.client.admin.check()).toEqual({ isAdmin: false });
});

test('no password, token or cookie is ever in the log', async () => {
  logged = '';
  const cookie = await signedIn();
  await signIn({}, { password: 'a wrong password' });
  await signIn({}, { password: undefined });
  await post('/api/admin/login', `{"username":"anna","password":"${login.password}`);
  await post('/api/admin/logout', undefined, { cookie });
  expect(logged).toContain('An administrator signed in.');
  expect(logged).toContain('/api/admin/logout');
  expect(logged).not.toContain(login.password);
  expect(logged).not.toContain('a wrong password');
  expect(logged).not.toContain(cookie.split('=')[1]);
});

let hashings = 0;
/** Node itself tells of each run of Argon2. */
const hook = createHook({
  init(_id, type) {
    if (type === 'ARGON2REQUEST') hashings += 1;
  },
});
beforeAll(() => void hook.enable());
afterAll(() => void hook.disable());
