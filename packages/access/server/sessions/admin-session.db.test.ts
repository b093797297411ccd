import { Writable } from 'node:stream';
import { LOGIN_REFUSED, LOGIN_REQUIRED } from '@vesper/contract';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, cookieOf, openAdminDoor } from '../../../test/admin-door.ts';
import { countHashings } from '../../../test/count-hashings.ts';
import { forgetSessions } from './admin-session.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let logged = '';
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk;
    done();
  },
});

let door: AdminDoor;
beforeAll(async () => {
  door = await openAdminDoor({ log: pino({ level: 'debug' }, stream) });
});
beforeEach(() => door.renew());
afterAll(() => door.site.close());

let hashings: ReturnType<typeof countHashings>;
beforeAll(() => {
  hashings = countHashings();
});
afterAll(() => hashings.stop());

describe('the way in and out', () => {
  test('a visitor is no administrator, and learns so without an error', async () => {
    expect(await door.isAdmin('')).toBe(false);
    for (const value of ['', 'x', 'A'.repeat(43), 'A'.repeat(10_000), '%00', "' or 1=1"]) {
      expect(await door.isAdmin(`vesper-admin=${value}`)).toBe(false);
    }
  });

  test('signing in, being recognized, signing out', async () => {
    const response = await door.signIn({
      'user-agent': 'Firefox '.repeat(100),
      'x-forwarded-for': '203.0.113.77',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ isAdmin: true });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const cookie = cookieOf(response);
    expect(await door.isAdmin(cookie)).toBe(true);
    expect(await door.isAdmin(`theme=dark; ${cookie}; other=1`)).toBe(true);

    const [session] = await door.sessions();
    expect(session).toMatchObject({ network: '203.0.113', created_at: new Date(door.now) });
    expect(session?.user_agent).toHaveLength(200);
    expect(session?.token_hash).toHaveLength(32);

    const out = await door.post('/api/admin/logout', undefined, { cookie });
    expect(out.status).toBe(200);
    expect(await out.json()).toEqual({ isAdmin: false });
    expect(out.headers.get('set-cookie')).toMatch(
      /^vesper-admin=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await door.isAdmin(cookie)).toBe(false);
    expect(await door.sessions()).toEqual([]);
  });

  test.each([
    [{ username: '' }, LOGIN_REQUIRED],
    [{ password: '' }, LOGIN_REQUIRED],
    [{ username: undefined }, LOGIN_REQUIRED],
    [{ password: 12 }, LOGIN_REQUIRED],
    [{ username: 'x'.repeat(101) }, 'username: At most 100 characters are allowed here.'],
    [{ password: 'x'.repeat(501) }, 'password: At most 500 characters are allowed here.'],
    [{ username: 'x\0' }, 'username: The text holds a NUL character.'],
  ])('%j is no login', async (fields, message) => {
    const response = await door.signIn({}, fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'bad_request', message });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('a wrong name and a wrong password are refused alike, with the same work', async () => {
    const refusals: unknown[] = [];
    for (const fields of [{ password: 'not the password' }, { username: 'nobody' }]) {
      const before = hashings.total();
      const response = await door.signIn({}, fields);
      refusals.push([response.status, await response.json(), hashings.total() - before]);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const refusal = [401, { error: 'unauthorized', message: LOGIN_REFUSED }, 1];
    expect(refusals).toEqual([refusal, refusal]);
  });
});

describe('a session', () => {
  test('has a new token at every door.login, whatever token came along; that one ends', async () => {
    const first = await door.signedIn();
    const second = await door.signedIn({ cookie: first });
    expect(second).not.toBe(first);
    expect(await door.isAdmin(first)).toBe(false);
    expect(await door.isAdmin(second)).toBe(true);
    const planted = `vesper-admin=${'A'.repeat(43)}`;
    expect(await door.signedIn({ cookie: planted })).not.toBe(planted);
    expect(await door.isAdmin(planted)).toBe(false);
    expect(await door.isAdmin(second)).toBe(true);
  });

  test('ends after half an hour without use', async () => {
    const cookie = await door.signedIn();
    door.now += 29 * MINUTE_MS;
    expect(await door.isAdmin(cookie)).toBe(true);
    door.now += 29 * MINUTE_MS;
    expect(await door.isAdmin(cookie)).toBe(true);
    door.now += 30 * MINUTE_MS;
    expect(await door.isAdmin(cookie)).toBe(false);
  });

  test('is deleted once it has ended, with old attempts', async () => {
    await door.signedIn();
    await door.signIn({}, { password: 'wrong' });
    door.now += 31 * MINUTE_MS;
    const cookie = await door.signedIn();
    await door.signIn({}, { username: 'nobody' });
    await forgetSessions(door.site.base.db, new Date(door.now));
    expect(await door.sessions()).toHaveLength(1);
    expect(await door.isAdmin(cookie)).toBe(true);
    door.now += 25 * HOUR_MS;
    await forgetSessions(door.site.base.db, new Date(door.now));
    expect(await door.sessions()).toEqual([]);
    expect(await door.site.base.db.selectFrom('login_tries').selectAll().execute()).toEqual([]);
  });
});

test('no password, token or cookie is ever in the log', async () => {
  logged = '';
  const cookie = await door.signedIn();
  await door.signIn({}, { password: 'a wrong password' });
  await door.signIn({}, { password: undefined });
  await door.post('/api/admin/login', `{"username":"anna","password":"${door.login.password}`);
  await door.post('/api/admin/logout', undefined, { cookie });
  expect(logged).toContain('An administrator signed in.');
  expect(logged).toContain('/api/admin/logout');
  expect(logged).not.toContain(door.login.password);
  expect(logged).not.toContain('a wrong password');
  expect(logged).not.toContain(cookie.split('=')[1]);
});
