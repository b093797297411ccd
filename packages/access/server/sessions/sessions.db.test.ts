import type { Client } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, openAdminDoor } from '../../../test/admin-door.ts';
import { countWaiting } from '../../../test/count-waiting.ts';
import { ask, clientOf, confirmed } from '../../../test/second-factor-door.ts';
import { addAdministrator, resetAdministrator } from './administrators.ts';
import { findAdministrator } from './queries.ts';
import { insertSession } from './session-queries.ts';

const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let door: AdminDoor;
beforeAll(async () => {
  door = await openAdminDoor();
});
beforeEach(() => door.renew());
afterAll(() => door.site.close());

const confirm = (cookie: string, password: unknown, headers: Record<string, string> = {}) =>
  ask(door, '/api/admin/confirm', { body: { password }, headers: { cookie, ...headers } });

async function canDoMuch(client: Client): Promise<boolean> {
  const error = await client.account.renewRecoveryCodes().catch((failure) => failure);
  if (error.code === 'password_required') return false;
  expect(error.code).toBe('conflict');
  return true;
}

describe('giving the password again', () => {
  test('confirms this session, for five minutes', async () => {
    const signedIn = await door.signedIn();
    const other = clientOf(door, await door.signedIn());
    expect(await canDoMuch(clientOf(door, signedIn))).toBe(false);
    const { cookie, client } = await confirmed(door, signedIn);
    expect(await canDoMuch(client)).toBe(true);
    expect(await canDoMuch(other)).toBe(false);
    door.now += 5 * MINUTE_MS - 1;
    expect(await canDoMuch(client)).toBe(true);
    door.now += 1;
    expect(await canDoMuch(client)).toBe(false);
    expect(await door.isAdmin(cookie)).toBe(true);
  });

  test('does not confirm a cookie copied before', async () => {
    const stolen = await door.signedIn();
    const { cookie, client } = await confirmed(door, stolen);
    expect(cookie).not.toBe(stolen);
    expect(await canDoMuch(client)).toBe(true);
    expect(await door.isAdmin(stolen)).toBe(true);
    expect(await canDoMuch(clientOf(door, stolen))).toBe(false);
    expect(await confirm(stolen, door.login.password)).toMatchObject({ status: 409, cookie: '' });
    expect((await client.adminSessions.list()).sessions).toHaveLength(1);
    door.now += 10_000;
    expect(await door.isAdmin(stolen)).toBe(false);
    expect(await door.isAdmin(cookie)).toBe(true);
  });

  test('does not lengthen a session', async () => {
    const signedIn = await door.signedIn();
    for (let n = 0; n < 35; n += 1) {
      door.now += 20 * MINUTE_MS;
      await door.isAdmin(signedIn);
    }
    const { cookie } = await confirmed(door, signedIn);
    door.now += 20 * MINUTE_MS - 1;
    expect(await door.isAdmin(cookie)).toBe(true);
    door.now += 1;
    expect(await door.isAdmin(cookie)).toBe(false);
  });

  test('with a wrong one confirms nothing, and is limited by session', async () => {
    const cookie = await door.signedIn();
    for (let n = 0; n < 5; n += 1) {
      const answer = await confirm(cookie, 'wrong', { 'user-agent': `Browser ${n}` });
      expect(answer).toMatchObject({
        status: 403,
        cookie: '',
        body: { error: 'forbidden', message: 'That is not your password.' },
      });
    }
    expect(await confirm(cookie, door.login.password)).toMatchObject({ status: 429, cookie: '' });
    expect(await canDoMuch(clientOf(door, cookie))).toBe(false);
    expect(await door.isAdmin(await door.signedIn())).toBe(true);
    door.now += 1000;
    expect(await confirm(cookie, door.login.password)).toMatchObject({ status: 200 });
  });
});

describe('the sessions', () => {
  test('are listed with who, where and since when, the latest first', async () => {
    const mine = await door.signedIn({ 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.77' });
    const login = await addAdministrator(door.site.base.db, 'berta', new Date(door.now));
    door.now += MINUTE_MS;
    const { cookie: theirs } = await ask(door, '/api/admin/login', { body: login });
    const client = clientOf(door, mine);
    const { sessions, nextBefore } = await client.adminSessions.list();
    expect(nextBefore).toBeNull();
    expect(sessions).toMatchObject([
      { username: 'berta', isYours: false, isThis: false, browser: 'An unknown program' },
      {
        username: 'anna',
        isYours: true,
        isThis: true,
        browser: 'Firefox 140 on Linux',
        network: '203.0.113',
        createdAt: new Date(door.now - MINUTE_MS).toISOString(),
      },
    ]);
    const yours = await client.adminSessions.list({ whose: 'yours' });
    expect(yours.sessions.map(({ username }) => username)).toEqual(['anna']);
    expect(await client.administrators.list()).toMatchObject([
      { username: 'anna', sessions: 1, hasSecondFactor: false, isYou: true },
      { username: 'berta', sessions: 1, hasSecondFactor: false, isYou: false },
    ]);
    door.now += 29 * MINUTE_MS + 1;
    await door.isAdmin(theirs);
    door.now += MINUTE_MS;
    const left = await clientOf(door, theirs).adminSessions.list();
    expect(left.sessions.map(({ username }) => username)).toEqual(['berta']);
  });

  test('that are revoked end at once, also one that has just got another token', async () => {
    const stolen = await door.signedIn();
    const { cookie: renewed } = await confirmed(door, stolen);
    const client = clientOf(door, await door.signedIn());
    const { sessions } = await client.adminSessions.list();
    const id = sessions.find(({ isThis }) => !isThis)?.id ?? '';
    expect(await client.adminSessions.revoke({ id })).toEqual({ sessionsEnded: 1 });
    expect(await door.isAdmin(renewed)).toBe(false);
    expect(await door.isAdmin(stolen)).toBe(false);
    await expect(client.adminSessions.revoke({ id })).rejects.toMatchObject({
      code: 'not_found',
      sentence: 'This session has already ended.',
    });
  });

  test('of another administrator are revoked by one who has just given the password', async () => {
    const login = await addAdministrator(door.site.base.db, 'berta', new Date(door.now));
    const berta = (await ask(door, '/api/admin/login', { body: login })).cookie;
    const this_ = await door.signedIn();
    const { sessions } = await clientOf(door, this_).adminSessions.list();
    const id = sessions.find(({ username }) => username === 'berta')?.id ?? '';
    await expect(clientOf(door, this_).adminSessions.revoke({ id })).rejects.toMatchObject({
      status: 403,
      code: 'password_required',
      sentence:
        'Please give your password again (POST /api/admin/confirm), then do this again within five minutes.',
    });
    expect(await door.isAdmin(berta)).toBe(true);
    const { cookie } = await confirmed(door, this_);
    expect(await clientOf(door, cookie).adminSessions.revoke({ id })).toEqual({ sessionsEnded: 1 });
    expect(await door.isAdmin(berta)).toBe(false);
  });

  test('are revoked all but this one: one’s own, or everybody’s', async () => {
    const login = await addAdministrator(door.site.base.db, 'berta', new Date(door.now));
    const berta = (await ask(door, '/api/admin/login', { body: login })).cookie;
    const [one, two, this_] = [await door.signedIn(), await door.signedIn(), await door.signedIn()];
    const client = clientOf(door, this_);
    expect(await client.adminSessions.revokeOthers({ whose: 'yours' })).toEqual({ sessionsEnded: 2 });
    expect(await Promise.all([one, two, berta, this_].map((cookie) => door.isAdmin(cookie)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    await expect(client.adminSessions.revokeOthers({ whose: 'everyone' })).rejects.toMatchObject({
      status: 403,
      code: 'password_required',
    });
    expect(await door.isAdmin(berta)).toBe(true);
    const { cookie } = await confirmed(door, this_);
    const sure = clientOf(door, cookie);
    expect(await sure.adminSessions.revokeOthers({ whose: 'everyone' })).toEqual({ sessionsEnded: 1 });
    expect([await door.isAdmin(berta), await door.isAdmin(cookie)]).toEqual([false, true]);
  });

  test('a sign-out ends a session also by the token it had just before', async () => {
    const former = await door.signedIn();
    const { cookie } = await confirmed(door, former);
    expect((await door.post('/api/admin/logout', undefined, { cookie: former })).status).toBe(200);
    expect(await door.isAdmin(cookie)).toBe(false);
    expect(await door.sessions()).toEqual([]);
  });

  test('that began by the former password while a new one was set end too', async () => {
    const { db } = door.site.base;
    const anna = (await findAdministrator(db, 'anna')) ?? expect.fail();
    const now = new Date(door.now);
    let resetting: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      const fields = { tokenHash: Buffer.alloc(32), now, expiresAt: now, userAgent: '', network: '' };
      expect(await insertSession(tx, anna, fields)).toBe(true);
      resetting = resetAdministrator(db, anna.id, { now });
      await expect.poll(() => countWaiting(door.site.base.db), { timeout: 20_000 }).toBe(1);
    });
    expect(await resetting).toMatchObject({ sessionsEnded: 1 });
    expect(await door.sessions()).toEqual([]);
  });
});
