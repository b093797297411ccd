import { OWNER } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, openAdminDoor } from '../../../test/admin-door.ts';
import { ask, clientOf, confirmed, setUpApp } from '../../../test/second-factor-door.ts';
import { addAdministrator } from './administrators.ts';

let door: AdminDoor;
beforeAll(async () => {
  door = await openAdminDoor();
});
beforeEach(() => door.renew());
afterAll(() => door.site.close());

const NEXT = 'a much better password';
const names = async () =>
  (await door.site.base.db.selectFrom('administrators').select('username').orderBy('username').execute()).map(
    ({ username }) => username,
  );

async function another(username: string) {
  const { id, ...login } = await addAdministrator(door.site.base.db, username, new Date(door.now));
  const { cookie } = await ask(door, '/api/admin/login', { body: login });
  const path = '/api/admin/confirm';
  const confirmation = { body: { password: login.password }, headers: { cookie } };
  const renewed = (await ask(door, path, confirmation)).cookie;
  return { id, login, cookie: renewed, client: clientOf(door, renewed) };
}

describe('one’s own password', () => {
  test('is changed with the current one; other sessions end, and this one stays', async () => {
    const [other, cookie] = [await door.signedIn(), await door.signedIn()];
    const client = clientOf(door, cookie);
    const { password } = door.login;
    const wrong = client.account.changePassword({ password: 'wrong', newPassword: NEXT });
    await expect(wrong).rejects.toMatchObject({ status: 403, sentence: 'That is not your password.' });
    expect(await client.account.changePassword({ password, newPassword: NEXT })).toEqual({
      sessionsEnded: 1,
    });
    expect(await door.isAdmin(other)).toBe(false);
    expect(await door.isAdmin(cookie)).toBe(true);
    expect((await door.signIn()).status).toBe(401);
    door.login.password = NEXT;
    expect(await door.isAdmin(await door.signedIn())).toBe(true);
  });

  test('has rules', async () => {
    const { db } = door.site.base;
    const login = await addAdministrator(db, 'a-long-username', new Date(door.now));
    door.login = login;
    const client = clientOf(door, await door.signedIn());
    const { password } = login;
    const change = (newPassword: string) => client.account.changePassword({ password, newPassword });
    const refusals = [
      ['short', 'The new password must have at least 12 characters.'],
      ['', 'The new password must have at least 12 characters.'],
      ['A-long-username', 'The new password must not be your username.'],
      ['aaaaaaaaaaaaaaaa', 'The new password must have at least four different characters.'],
      [password, 'The new password is the current one. Please choose another.'],
      ['x'.repeat(501), 'newPassword: At most 500 characters are allowed here.'],
    ];
    for (const [next = '', sentence] of refusals)
      await expect(change(next), next).rejects.toMatchObject({ status: 400, sentence });
    expect(await door.isAdmin(await door.signedIn())).toBe(true);
  });
});

describe('administrators', () => {
  test('add each other, with a password that is shown once', async () => {
    const { client } = await confirmed(door);
    const made = await client.administrators.add({ username: ' Berta ', role: OWNER });
    expect(made).toEqual({ username: 'berta', password: expect.stringMatching(/^.{23}$/) });
    expect((await ask(door, '/api/admin/login', { body: made })).body).toEqual({ isAdmin: true });
    await expect(client.administrators.add({ username: 'BERTA', role: OWNER })).rejects.toMatchObject({
      status: 409,
      sentence: 'An administrator "berta" already exists.',
    });
    for (const username of ['', 'two words', '<b>', '-x'])
      await expect(client.administrators.add({ username, role: OWNER })).rejects.toMatchObject({
        status: 400,
      });
  });

  test('reset each other’s password, which ends the sessions and keeps the second factor', async () => {
    const berta = await another('berta');
    const { client } = await setUpApp(door);
    const own = (await berta.client.administrators.list()).find(({ username }) => username === 'anna');
    const reset = await berta.client.administrators.resetPassword({ id: own?.id ?? '' });
    expect(reset).toMatchObject({ username: 'anna', sessionsEnded: 1, tokensRevoked: 0 });
    await expect(client.account.get()).rejects.toMatchObject({ status: 401 });
    const { username, password } = reset;
    const first = await ask(door, '/api/admin/login', { body: { username, password } });
    expect(first.body).toEqual({ isAdmin: false, secondFactor: ['totp', 'recovery'] });
    await expect(berta.client.administrators.resetPassword({ id: berta.id })).rejects.toMatchObject({
      status: 409,
      sentence: 'Change your own password instead, with the current one.',
    });
    await expect(berta.client.administrators.resetPassword({ id: 'nobody' })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('remove each other, not themselves, and the sessions of a removed one end at once', async () => {
    const berta = await another('berta');
    const { client } = await confirmed(door);
    const [anna] = await client.administrators.list();
    await expect(client.administrators.remove({ id: anna?.id ?? '' })).rejects.toMatchObject({
      status: 409,
      sentence: 'You cannot remove yourself. Ask another owner.',
    });
    expect(await client.administrators.remove({ id: berta.id })).toEqual({ username: 'berta' });
    expect(await door.isAdmin(berta.cookie)).toBe(false);
    expect((await ask(door, '/api/admin/login', { body: berta.login })).status).toBe(401);
    await expect(client.administrators.remove({ id: berta.id })).rejects.toMatchObject({ status: 404 });
    expect(await names()).toEqual(['anna']);
  });

  test('who remove each other at once leave one of the two', async () => {
    for (let n = 0; n < 5; n += 1) {
      await door.renew();
      const [berta, carla] = [await another('berta'), await another('carla')];
      await door.site.base.db.deleteFrom('administrators').where('username', '=', 'anna').execute();
      const results = await Promise.allSettled([
        berta.client.administrators.remove({ id: carla.id }),
        carla.client.administrators.remove({ id: berta.id }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await names()).toHaveLength(1);
    }
  });
});
