import { createCounts } from '@vesper/core/lib/counts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdminDoor,
  cookieOf,
  elsewhere,
  knownBrowserOf,
  openAdminDoor,
} from '../../../test/admin-door.ts';
import { countHashings } from '../../../test/count-hashings.ts';
import { confirmed } from '../../../test/second-factor-door.ts';
import { forgetSessions } from './admin-session.ts';
import { createLoginLimits } from './login-limits.ts';
import { sha256 } from './session-token.ts';

const WITH_THIS_NAME = 'Too many sign-in attempts with this name. Please try again in a minute.';
const FROM_YOUR_NETWORK = 'Too many sign-in attempts from your network. Please try again in an hour.';
const DAY_MS = 24 * 3_600_000;

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
  test('from a network with a name have to wait longer and longer, whatever headers they have', async () => {
    let n = 0;
    const attempt = (fields: object) => {
      n += 1;
      const headers = { 'user-agent': `Browser ${n}`, forwarded: `for=10.1.1.${n}` };
      return door.signIn({ ...headers, 'x-forwarded-for': `10.255.2.${n}` }, fields);
    };
    const wrong = { username: 'nobody', password: 'wrong password' };
    for (let i = 0; i < 5; i += 1) expect((await attempt(wrong)).status).toBe(401);
    const refused = await attempt(wrong);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ error: 'too_many_requests', message: WITH_THIS_NAME });
    for (const seconds of [1, 2, 4, 8, 16, 32]) {
      door.now += seconds * 1000 - 1;
      expect((await attempt(wrong)).status, `${seconds} s`).toBe(429);
      door.now += 1;
      expect((await attempt(wrong)).status, `${seconds} s`).toBe(401);
    }
    expect((await attempt({})).status).toBe(200);
  });

  test('that arrive all at once are each counted', async () => {
    const before = hashings.total();
    const here = { 'x-forwarded-for': elsewhere() };
    const all = await Promise.all(Array.from({ length: 15 }, () => door.signIn(here, { password: 'wrong' })));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(hashings.total() - before).toBe(5);
  });

  test('from a network are limited, whatever the names, and other networks are not', async () => {
    const from = (last: number) => ({
      'x-forwarded-for': `203.0.113.${last}`,
      'user-agent': `Browser ${last}`,
    });
    for (let n = 0; n < 20; n += 1) {
      expect((await door.signIn(from(n), { username: `name-${n}` })).status).toBe(401);
    }
    const refused = await door.signIn(from(99));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ message: FROM_YOUR_NETWORK });
    // Only the last address counts: the trusted proxy saw it.
    expect((await door.signIn({ 'x-forwarded-for': '198.51.100.1, 203.0.113.5' })).status).toBe(429);
    await door.signedIn();
  });
});

describe('nobody can lock an administrator out:', () => {
  test('not fifty networks, neither in a new place nor in a known browser', async () => {
    const browser = knownBrowserOf(await door.signIn());
    const before = hashings.total();
    const storm = Array.from({ length: 50 }, (_, network) =>
      Array.from({ length: 2 }, () =>
        door.signIn({ 'x-forwarded-for': `10.253.${network}.1` }, { password: 'wrong' }),
      ),
    ).flat();
    const owner = await Promise.all([
      door.signIn(),
      door.signIn({ cookie: browser, 'x-forwarded-for': '10.253.7.1' }),
    ]);
    expect(owner.map(({ status }) => status)).toEqual([200, 200]);
    const statuses = (await Promise.all(storm)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
    expect(hashings.total() - before).toBeLessThanOrEqual(102);
    const here = { 'x-forwarded-for': elsewhere() };
    for (let n = 0; n < 4; n += 1) expect((await door.signIn(here, { password: 'oh' })).status).toBe(401);
    expect((await door.signIn(here)).status).toBe(200);
  }, 300_000);

  test('not others in the same network, if their browser is known', async () => {
    const here = { 'x-forwarded-for': elsewhere() };
    const browser = knownBrowserOf(await door.signIn(here));
    for (let n = 0; n < 21; n += 1) await door.signIn(here, { password: 'wrong' });
    expect((await door.signIn(here)).status).toBe(429);
    expect((await door.signIn({ ...here, cookie: browser })).status).toBe(200);
  });
});

describe('a known browser', () => {
  const from = (browser: string, fields: object = {}) => door.signIn({ cookie: browser }, fields);

  test('has a budget of its own per administrator, wherever it is', async () => {
    const browser = knownBrowserOf(await door.signIn());
    for (let n = 0; n < 5; n += 1) expect((await from(browser, { password: 'wrong' })).status).toBe(401);
    expect((await from(browser)).status).toBe(429);
    for (let n = 0; n < 30; n += 1) expect((await from(browser, { password: 'wrong' })).status).toBe(429);
    expect((await door.signIn()).status).toBe(200);
    door.now += 1000;
    expect((await from(browser)).status).toBe(200);
  });

  test('is no session, and its old token is worthless', async () => {
    const former = knownBrowserOf(await door.signIn());
    expect(await door.isAdmin(former)).toBe(false);
    const again = await from(former);
    const browser = knownBrowserOf(again);
    expect(browser).not.toBe(former);
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain(browser.split('=')[1]);
    for (let n = 0; n < 5; n += 1) await from(browser, { password: 'wrong' });
    expect((await from(browser)).status).toBe(429);
    expect((await from(former)).status).toBe(200);
  });

  test('is forgotten with the session that is ended elsewhere, with another password, and after half a year', async () => {
    const [here, there] = [await door.signIn(), await door.signIn()];
    const { client } = await confirmed(door, cookieOf(here));
    const other = (await client.adminSessions.list({ whose: 'yours' })).sessions.find(
      ({ isThis }) => !isThis,
    );
    await client.adminSessions.revoke({ id: other?.id ?? '' });
    expect(await isKnown(there)).toBe(false);
    expect(await isKnown(here)).toBe(true);
    const third = await door.signIn();
    await client.account.changePassword({
      password: door.login.password,
      newPassword: 'another long password',
    });
    expect([await isKnown(third), await isKnown(here)]).toEqual([false, true]);
    await forgetSessions(door.site.base.db, new Date(door.now + 179 * DAY_MS));
    expect(await isKnown(here)).toBe(true);
    await forgetSessions(door.site.base.db, new Date(door.now + 181 * DAY_MS));
    expect(await rows()).toEqual([]);
  });

  const rows = () => door.site.base.db.selectFrom('known_browsers').selectAll().execute();
  const isKnown = async (response: Response) => {
    const token = knownBrowserOf(response).split('=')[1] ?? '';
    return (await rows()).some(({ token_hash }) => token_hash.equals(sha256(token)));
  };
});

/** The figures of decision 38, with free hashing. */
describe('guesses are bounded overall:', () => {
  const inNetwork = (n: number) => `10.${n >> 8}.${n & 255}.1`;

  async function guesses(networks: number, minutes: number): Promise<number> {
    const { db } = door.site.base;
    let now = door.now;
    let n = 0;
    const clock = { now: () => new Date(now) };
    for (let minute = 0; minute < minutes; minute += 1) {
      // A new process has counted no network.
      const limited = createLoginLimits({ db, clock, counts: createCounts() });
      for (let network = 0; network < networks; network += 1)
        for (let tries = 0; tries < (minute === 0 ? 6 : 1); tries += 1)
          await limited('password', { username: 'anna', address: inNetwork(network) }, async () => {
            n += 1;
            return undefined;
          }).catch(() => undefined);
      now += 60_000;
    }
    return n;
  }

  test('five for each network, and one a minute for all together', async () => {
    const first = await guesses(12, 15);
    expect(first).toBeGreaterThanOrEqual(12 * 5);
    expect(first).toBeLessThanOrEqual(12 * 5 + 15 + 10);
  });
});
