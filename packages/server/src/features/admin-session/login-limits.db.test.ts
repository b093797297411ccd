import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, elsewhere, openAdminDoor } from '../../test/admin-door.ts';
import { countHashings } from '../../test/count-hashings.ts';
import { startTestSite } from '../../test/site.ts';

const MINUTE_MS = 60_000;

let door: AdminDoor;
beforeAll(async () => {
  door = await openAdminDoor();
});
beforeEach(() => door.renew());
afterAll(() => door.site.close());

let hashings: ReturnType<typeof countHashings>;
beforeAll(() => {
  hashings = countHashings();
});
afterAll(() => hashings.stop());

describe('tries', () => {
  test('with a name have to wait longer and longer, whatever headers come with them', async () => {
    let n = 0;
    const attempt = (fields: object) => {
      n += 1;
      return door.signIn({ 'user-agent': `Browser ${n}`, forwarded: `for=10.1.1.${n}` }, fields);
    };
    for (const username of ['anna', 'nobody']) {
      const wrong = { username, password: 'wrong password' };
      for (let i = 0; i < 5; i += 1) expect((await attempt(wrong)).status).toBe(401);
      const refused = await attempt({ ...wrong, password: door.login.password });
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        error: 'too_many_requests',
        message: 'There were too many tries to sign in with this name. Please try again in a minute.',
      });
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        door.now += seconds * 1000 - 1;
        expect((await attempt(wrong)).status, `${seconds} s`).toBe(429);
        door.now += 1;
        expect((await attempt(wrong)).status, `${seconds} s`).toBe(401);
      }
    }
    door.now += MINUTE_MS;
    expect((await attempt({})).status).toBe(200);
    expect((await attempt({ password: 'wrong' })).status).toBe(401);
    expect((await attempt({})).status).toBe(200);
  });

  test('that come all at once are each counted', async () => {
    const before = hashings.total();
    const all = await Promise.all(Array.from({ length: 15 }, () => door.signIn({}, { password: 'wrong' })));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(hashings.total() - before).toBe(5);
  });

  test('of a network are limited, whatever names, and its other networks are not', async () => {
    const from = (last: number) => ({
      'x-forwarded-for': `203.0.113.${last}`,
      'user-agent': `Browser ${last}`,
    });
    for (let n = 0; n < 20; n += 1) {
      expect((await door.signIn(from(n), { username: `name-${n}` })).status).toBe(401);
    }
    const refused = await door.signIn(from(99));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      message: 'Too many tries to sign in have come from your network. Please try again in an hour.',
    });
    // Only the address that the trusted proxy itself has seen counts: it stands last.
    expect((await door.signIn({ 'x-forwarded-for': '198.51.100.1, 203.0.113.5' })).status).toBe(429);
    await door.signedIn();
  });

  test('that were right do not count', async () => {
    const network = { 'x-forwarded-for': elsewhere() };
    for (let n = 0; n < 25; n += 1) await door.signedIn(network);
    expect(await door.site.base.db.selectFrom('login_tries').selectAll().execute()).toEqual([]);
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
