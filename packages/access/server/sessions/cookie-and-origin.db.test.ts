import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, cookieOf, openAdminDoor } from '../../../test/admin-door.ts';

type Headers = Record<string, string>;

let door: AdminDoor;
beforeAll(async () => {
  door = await openAdminDoor();
});
beforeEach(() => door.renew());
afterAll(() => door.site.close());

describe('the cookie', () => {
  const HTTPS = { 'x-forwarded-proto': 'https' };

  test('over http has a plain name', async () => {
    expect((await door.signIn()).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vesper-admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^vesper-browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  test('over https is for this host alone, and is never sent without https', async () => {
    const response = await door.signIn(HTTPS);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-vesper-admin=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^__Host-vesper-browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    const cookie = cookieOf(response);
    expect(await door.isAdmin(cookie, HTTPS)).toBe(true);
    // A cookie with the plain name may have been planted over http.
    expect(await door.isAdmin(cookie.replace('__Host-', ''), HTTPS)).toBe(false);
    const out = await door.post('/api/admin/logout', undefined, { cookie, ...HTTPS });
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-vesper-admin=; Max-Age=0; .*Secure/);
    expect(await door.isAdmin(cookie, HTTPS)).toBe(false);
  });
});

describe('from another site', () => {
  const FOREIGN: [string, Headers][] = [
    ['another origin', { origin: 'https://other.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ];

  test.each(FOREIGN)('(%s) signing in and out is refused', async (_, headers) => {
    const cookie = await door.signedIn();
    const before = await door.sessions();
    for (const response of [
      await door.signIn(headers),
      await door.post('/api/admin/logout', undefined, { cookie, ...headers }),
    ]) {
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: 'forbidden' });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await door.sessions()).toEqual(before);
    expect(await door.isAdmin(cookie)).toBe(true);
  });

  test('also without any header that tells the origin', async () => {
    const cookie = await door.signedIn();
    for (const [path, body] of [
      ['login', JSON.stringify(door.login)],
      ['logout', '{}'],
    ] as const) {
      const response = await fetch(`${door.site.url}/api/admin/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body,
      });
      expect(response.status).toBe(403);
    }
    expect(await door.sessions()).toHaveLength(1);
    expect(await door.isAdmin(cookie)).toBe(true);
  });

  test("our own page is recognized by its browser's headers", async () => {
    expect(
      (await door.signIn({ 'sec-fetch-site': 'same-origin', origin: 'https://other.example' })).status,
    ).toBe(200);
  });

  test('a caller without permission is refused before the body arrives', async () => {
    const statusOf = async (headers: Headers) => {
      const length = { 'content-type': 'application/json', 'content-length': '20000000' };
      const asked = request(`${door.site.url}/api/download-jobs/bulk`, {
        method: 'POST',
        headers: { ...length, ...headers },
      });
      asked.flushHeaders();
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      asked.destroy();
      return response.statusCode;
    };
    expect(await statusOf({ origin: door.site.url })).toBe(401);
    expect(await statusOf({ origin: door.site.url, cookie: `vesper-admin=${'x'.repeat(43)}` })).toBe(401);
    expect(await statusOf({ cookie: await door.signedIn() })).toBe(403);
  });
});
