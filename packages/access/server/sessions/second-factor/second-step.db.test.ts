import { type Call, callUrl, routes } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, openAdminDoor } from '../../../../test/admin-door.ts';
import { ask, giveCode, pendingLogin, setUpApp } from '../../../../test/second-factor-door.ts';
import { forgetSessions } from '../admin-session.ts';
import { adminCommands } from '../commands.ts';

const MINUTE_MS = 60_000;
const RUN_OUT = 'Please enter username and password first: no sign-in is in progress.';

let door: AdminDoor;
beforeAll(async () => {
  door = await openAdminDoor();
});
beforeEach(() => door.renew());
afterAll(() => door.site.close());

const pending = () => pendingLogin(door);
const wrongCode = (cookie: string, headers: Record<string, string> = {}) =>
  giveCode(door, cookie, '000000', { headers });

async function command(words: string, ...operands: string[]): Promise<string[]> {
  const lines: string[] = [];
  const { base } = door.site;
  const print = (line: string) => lines.push(line);
  await adminCommands[words]?.run({ base, operands, options: {}, print });
  return lines;
}

describe('a login that waits for its second step', () => {
  test('is not accepted as an administrator anywhere', async () => {
    await setUpApp(door);
    const cookie = await pending();
    const before = await door.sessions();
    const calls = Object.values(routes).flatMap((group) => Object.values<Call>(group));
    const admins = calls.filter(({ caller }) => caller === 'admin');
    expect(admins.length).toBeGreaterThan(30);
    for (const call of admins) {
      const url = callUrl({ ...call, query: undefined } as unknown as Call, { id: 'x' });
      const answer = await ask(door, url, { method: call.method, headers: { cookie } });
      expect(answer.status, `${call.method} ${call.path}`).toBe(401);
    }
    expect(await door.sessions()).toEqual(before);
    expect(await door.isAdmin(cookie)).toBe(false);
  });

  test('expires after five minutes', async () => {
    const { app } = await setUpApp(door);
    const [early, late] = [await pending(), await pending()];
    door.now += 5 * MINUTE_MS - 1;
    expect(await giveCode(door, early, app.code())).toMatchObject({ status: 200 });
    door.now += 30_000;
    const answer = await giveCode(door, late, app.code());
    expect(answer).toMatchObject({ status: 410, cookie: '', body: { error: 'gone', message: RUN_OUT } });
    const rows = () => door.site.base.db.selectFrom('pending_logins').select('id').execute();
    expect(await rows()).toHaveLength(1);
    const waiting = await pending();
    await forgetSessions(door.site.base.db, new Date(door.now));
    expect(await rows()).toHaveLength(1);
    expect(await giveCode(door, waiting, app.code())).toMatchObject({ status: 200 });
  });

  test("needs the password: neither a planted token nor a session's token is accepted", async () => {
    const { app, cookie: session } = await setUpApp(door);
    for (const cookie of ['', `vesper-admin=${'A'.repeat(43)}`, session]) {
      expect(await giveCode(door, cookie, app.code())).toMatchObject({ status: 410, cookie: '' });
      const answer = await ask(door, '/api/admin/login/passkey-request', { headers: { cookie } });
      expect(answer).toMatchObject({ status: 410 });
    }
  });

  test('has a token of its own, whatever cookies were sent; earlier ones end', async () => {
    const { app, cookie: session } = await setUpApp(door);
    const planted = `vesper-admin=${'B'.repeat(43)}`;
    for (const former of [planted, session]) {
      const { cookie } = await ask(door, '/api/admin/login', {
        body: door.login,
        headers: { cookie: former },
      });
      expect(cookie).not.toBe(former);
      expect(await door.isAdmin(former)).toBe(false);
      const again = await ask(door, '/api/admin/login', { body: door.login, headers: { cookie } });
      expect(await giveCode(door, cookie, app.code())).toMatchObject({ status: 410 });
      const done = await giveCode(door, again.cookie, app.code());
      expect(done.status).toBe(200);
      expect([planted, session, cookie, again.cookie]).not.toContain(done.cookie);
      door.now += 30_000;
    }
  });

  test('ends with a new password, which does not take the second factor away', async () => {
    const { app, cookie: session } = await setUpApp(door);
    const cookie = await pending();
    const lines = await command('admin reset', 'anna');
    expect(lines[1]).toBe('Sessions ended: 1.');
    expect(await door.isAdmin(session)).toBe(false);
    expect(await giveCode(door, cookie, app.code())).toMatchObject({ status: 410 });
    door.login.password = lines[0]?.split(' ').at(-1) ?? '';
    expect(await giveCode(door, await pending(), app.code())).toMatchObject({ status: 200 });
  });

  test('ends when the operator removes the second factor; then the password suffices', async () => {
    const { app, cookie: session, recoveryCodes } = await setUpApp(door);
    const cookie = await pending();
    expect(await command('admin list')).toEqual([
      expect.stringMatching(/^anna .* with a second factor\s+owner$/),
    ]);
    expect(await command('admin reset-second-factor', 'Anna')).toEqual([
      'The administrator anna now signs in with the password alone.',
      'Sessions ended: 1.',
    ]);
    expect(await door.isAdmin(session)).toBe(false);
    expect(await giveCode(door, cookie, app.code())).toMatchObject({ status: 410 });
    expect(await giveCode(door, cookie, recoveryCodes[0], { way: 'recovery' })).toMatchObject({
      status: 410,
    });
    expect(await door.isAdmin(await door.signedIn())).toBe(true);
    const again = await command('admin reset-second-factor', 'anna');
    expect(again[0]).toBe('The administrator anna had no second factor.');
    await expect(command('admin reset-second-factor', 'carla')).rejects.toThrow(
      'There is no administrator "carla".',
    );
  });
});

describe('tries with codes', () => {
  test('from a network wait longer and longer, and a correct password resets nothing', async () => {
    const { app, recoveryCodes } = await setUpApp(door);
    let n = 0;
    const attempt = async () => {
      n += 1;
      return wrongCode(await pending(), { 'user-agent': `Browser ${n}`, 'x-forwarded-for': `10.255.1.${n}` });
    };
    const here = { 'x-forwarded-for': '10.255.1.200' };
    for (let i = 0; i < 5; i += 1) expect((await attempt()).status).toBe(401);
    const limited = await giveCode(door, await pending(), app.code(), { headers: here });
    expect(limited).toMatchObject({
      status: 429,
      cookie: '',
      body: {
        message: 'Too many codes tried for this account. Please try again in 15 minutes.',
      },
    });
    for (const seconds of [1, 2, 4, 8]) {
      door.now += seconds * 1000 - 1;
      expect((await attempt()).status, `${seconds} s`).toBe(429);
      door.now += 1;
      expect((await attempt()).status, `${seconds} s`).toBe(401);
    }
    const recovery = await giveCode(door, await pending(), recoveryCodes[0], {
      way: 'recovery',
      headers: here,
    });
    expect(recovery.status).toBe(200);
    door.now += 900_000;
    expect(await giveCode(door, await pending(), app.code(), { headers: here })).toMatchObject({
      status: 200,
    });
    expect((await attempt()).status).toBe(401);
  });

  test('by others who have the password lock nobody out', async () => {
    const { app, recoveryCodes } = await setUpApp(door);
    const cookie = await pending();
    for (let network = 0; network < 12; network += 1) {
      const there = { 'x-forwarded-for': `10.254.${network}.1` };
      const all = await Promise.all(Array.from({ length: 7 }, () => wrongCode(cookie, there)));
      expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
    }
    const code = app.code();
    expect(await giveCode(door, await pending(), code)).toMatchObject({ status: 200 });
    const recovered = await giveCode(door, await pending(), recoveryCodes[0], { way: 'recovery' });
    expect(recovered).toMatchObject({ status: 200 });
  });
});
