import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, openAdminDoor } from '../../../../test/admin-door.ts';
import {
  appWith,
  ask,
  confirmed,
  giveCode as give,
  pendingLogin,
  setUpApp,
} from '../../../../test/second-factor-door.ts';
import { addAdministrator } from '../administrators.ts';

const MINUTE_MS = 60_000;

let door: AdminDoor;
beforeAll(async () => {
  door = await openAdminDoor();
});
beforeEach(() => door.renew());
afterAll(() => door.site.close());

const pending = () => pendingLogin(door);
const giveCode = (cookie: string, code: unknown) => give(door, cookie, code);
const giveRecoveryCode = (cookie: string, code: unknown) => give(door, cookie, code, { way: 'recovery' });
const allOf = (table: 'totp_secrets' | 'recovery_codes') =>
  door.site.base.db.selectFrom(table).selectAll().execute();

describe('an authenticator app', () => {
  test('is required at login, and its code completes it under a new token', async () => {
    const { app } = await setUpApp(door);
    const first = await ask(door, '/api/admin/login', { body: door.login });
    expect(first).toMatchObject({
      status: 200,
      body: { isAdmin: false, secondFactor: ['totp', 'recovery'] },
    });
    expect(await door.isAdmin(first.cookie)).toBe(false);
    const code = app.code();
    const second = await giveCode(first.cookie, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(second).toMatchObject({ status: 200, body: { isAdmin: true } });
    expect(second.cookie).not.toBe(first.cookie);
    expect(await door.isAdmin(second.cookie)).toBe(true);
    expect(await door.isAdmin(first.cookie)).toBe(false);
    door.now += 30_000;
    expect(await giveCode(first.cookie, app.code())).toMatchObject({ status: 410, cookie: '' });
  });

  test('whose code was intercepted lets nobody else in, nor does an older code', async () => {
    const { app } = await setUpApp(door);
    door.now += 5 * MINUTE_MS;
    const [older, code] = [app.code(-1), app.code()];
    expect(await giveCode(await pending(), code)).toMatchObject({ status: 200 });
    expect(await giveCode(await pending(), code)).toMatchObject({
      status: 401,
      cookie: '',
      body: { message: 'This code has already been used. Please wait for the next one.' },
    });
    expect(await giveCode(await pending(), older)).toMatchObject({ status: 401, cookie: '' });
    expect(await giveCode(await pending(), app.code(1))).toMatchObject({ status: 200 });
    door.now += 30_000;
    expect(await giveCode(await pending(), app.code())).toMatchObject({ status: 401, cookie: '' });
  });

  test('lets in only one of many who give the same code at once', async () => {
    const { app } = await setUpApp(door);
    const cookies = [await pending(), await pending(), await pending(), await pending()];
    const all = await Promise.all(cookies.map((cookie) => giveCode(cookie, app.code())));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect(all.filter(({ cookie }) => cookie !== '')).toHaveLength(1);
  });

  test('has a secret that the database alone does not reveal', async () => {
    const { secret } = await setUpApp(door);
    const [row] = await allOf('totp_secrets');
    const plain = Buffer.from(Secret.fromBase32(secret).bytes);
    expect(plain).toHaveLength(20);
    expect(row?.sealed_secret.length).toBeGreaterThan(20);
    expect(row?.sealed_secret.includes(plain)).toBe(false);
    expect(row?.sealed_secret.includes(Buffer.from(secret))).toBe(false);
  });

  test('does not open another account into which its row was copied', async () => {
    const { app } = await setUpApp(door);
    const { db } = door.site.base;
    const [row] = await allOf('totp_secrets');
    const { id, ...login } = await addAdministrator(db, 'berta', new Date(door.now));
    await db.updateTable('administrators').set({ has_second_factor: true }).where('id', '=', id).execute();
    await db
      .insertInto('totp_secrets')
      .values({ ...(row ?? expect.fail()), administrator_id: id })
      .execute();
    door.login = login;
    expect(await giveCode(await pending(), app.code())).toMatchObject({
      status: 409,
      cookie: '',
      body: { message: expect.stringContaining('script/vesper admin reset-second-factor') },
    });
  });
});

describe('setting up an app', () => {
  test('asks for the password, and turns the app on once it has shown a code', async () => {
    const signedIn = await door.signedIn();
    const early = await ask(door, '/api/admin/account/totp', { headers: { cookie: signedIn } });
    expect(early).toMatchObject({ status: 403, body: { error: 'password_required' } });
    expect(await allOf('totp_secrets')).toEqual([]);

    const { cookie, client } = await confirmed(door, signedIn);
    const { secret, uri } = await client.account.offerTotp();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(uri)).toMatch(/^otpauth:\/\/totp\/[^/]+:anna\?issuer=.+&secret=/);
    await expect(client.account.enableTotp({ code: '000000' })).rejects.toMatchObject({ status: 400 });
    expect(await door.isAdmin(await door.signedIn())).toBe(true);
    expect((await client.account.get()).totpSince).toBeNull();
    expect(await door.isAdmin(cookie)).toBe(true);
  });

  test('shows ten recovery codes, once, and keeps no one else signed in', async () => {
    const other = await door.signedIn();
    const { cookie, client, recoveryCodes } = await setUpApp(door);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
    expect(await door.isAdmin(cookie)).toBe(true);
    expect(await door.isAdmin(other)).toBe(false);
    const account = await client.account.get();
    expect(account).toMatchObject({ username: 'anna', recoveryCodesLeft: 10, passkeys: [] });
    expect(account.totpSince).toEqual(expect.any(String));
    const kept = JSON.stringify(await allOf('recovery_codes'));
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''));
    await expect(client.account.offerTotp()).rejects.toMatchObject({
      code: 'conflict',
      sentence: 'An authenticator app is set up already. Remove it to set up another one.',
    });
  });

  test('cannot be finished after half an hour, nor with a code for an earlier secret', async () => {
    const { client } = await confirmed(door);
    const { secret: former } = await client.account.offerTotp();
    const { secret } = await client.account.offerTotp();
    expect(secret).not.toBe(former);
    await expect(client.account.enableTotp({ code: appWith(door, former).code() })).rejects.toMatchObject({
      status: 400,
    });
    door.now += 29 * MINUTE_MS;
    await client.account.get();
    door.now += 2 * MINUTE_MS;
    await expect(client.account.enableTotp({ code: appWith(door, secret).code() })).rejects.toMatchObject({
      sentence: 'No authenticator app is being set up. Please start again.',
    });
  });

  test('is undone with the password: then the password suffices, and old codes no longer work', async () => {
    const { cookie, client, recoveryCodes } = await setUpApp(door);
    door.now += 6 * MINUTE_MS;
    await expect(client.account.removeTotp()).rejects.toMatchObject({ code: 'password_required' });
    const again = await confirmed(door, cookie);
    await again.client.account.removeTotp();
    await expect(again.client.account.removeTotp()).rejects.toMatchObject({ code: 'not_found' });
    expect(await allOf('recovery_codes')).toEqual([]);
    const signedIn = await door.signedIn();
    expect(await door.isAdmin(signedIn)).toBe(true);
    expect(await giveRecoveryCode(signedIn, recoveryCodes[0])).toMatchObject({ status: 410 });
  });
});

describe('a recovery code', () => {
  test('completes a login once, however it is typed', async () => {
    const { recoveryCodes } = await setUpApp(door);
    const [first = '', second = ''] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    const done = await giveRecoveryCode(await pending(), typed);
    expect(done).toMatchObject({ status: 200, body: { isAdmin: true } });
    expect(await door.isAdmin(done.cookie)).toBe(true);
    expect(await giveRecoveryCode(await pending(), first)).toMatchObject({
      status: 401,
      cookie: '',
      body: { message: 'That is not one of your unused recovery codes.' },
    });
    const cookies = [await pending(), await pending(), await pending()];
    const all = await Promise.all(cookies.map((cookie) => giveRecoveryCode(cookie, second)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect(await allOf('recovery_codes')).toHaveLength(8);
  });

  test('stops working once new ones are generated', async () => {
    const { client, recoveryCodes } = await setUpApp(door);
    const renewed = await client.account.renewRecoveryCodes();
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await giveRecoveryCode(await pending(), recoveryCodes[0])).toMatchObject({ status: 401 });
    expect(await giveRecoveryCode(await pending(), renewed.recoveryCodes[0])).toMatchObject({ status: 200 });
  });
});
