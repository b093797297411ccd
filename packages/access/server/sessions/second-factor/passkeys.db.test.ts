import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, openAdminDoor } from '../../../../test/admin-door.ts';
import { type Authenticator, createAuthenticator, type Told } from '../../../../test/authenticator.ts';
import {
  type Answered,
  ask,
  clientOf,
  confirmed,
  giveCode,
  localHost,
  type MadePasskey,
  pendingLogin,
  setUpPasskey,
} from '../../../../test/second-factor-door.ts';
import { addAdministrator } from '../administrators.ts';

const MINUTE_MS = 60_000;

let door: AdminDoor;
let host: string;
beforeAll(async () => {
  door = await openAdminDoor();
  host = localHost(door);
});
beforeEach(() => door.renew());
afterAll(() => door.site.close());

type Requested = { challenge: string; rpId: string; allowCredentials: { id: string }[] };

const pending = () => pendingLogin(door, host);

async function requested(cookie: string): Promise<Requested> {
  const answer = await ask(door, '/api/admin/login/passkey-request', { host, headers: { cookie } });
  expect(answer.status).toBe(200);
  return answer.body as unknown as Requested;
}

function give(cookie: string, body: object): Promise<Answered> {
  return ask(door, '/api/admin/login/passkey', { body, host, headers: { cookie } });
}

async function signIn(authenticator: Authenticator, told: Told = {}): Promise<Answered> {
  const cookie = await pending();
  return give(cookie, authenticator.use(await requested(cookie), told));
}

const refused = { status: 401, cookie: '', body: { message: 'That passkey was not accepted.' } };

describe('a passkey', () => {
  test('completes a login of its account, at its host, under a new token', async () => {
    const { authenticator, recoveryCodes } = await setUpPasskey(door);
    expect(recoveryCodes).toHaveLength(10);
    const first = await ask(door, '/api/admin/login', { body: door.login, host });
    expect(first.body).toEqual({ isAdmin: false, secondFactor: ['passkey', 'recovery'] });
    const request = await requested(first.cookie);
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' });
    expect(request.allowCredentials).toHaveLength(1);
    const done = await give(first.cookie, authenticator.use(request));
    expect(done).toMatchObject({ status: 200, body: { isAdmin: true } });
    expect(done.cookie).not.toBe(first.cookie);
    expect(await door.isAdmin(done.cookie)).toBe(true);
    expect(await door.isAdmin(first.cookie)).toBe(false);
    const { passkeys } = await clientOf(door, done.cookie, host).account.get();
    expect(passkeys).toEqual([
      expect.objectContaining({
        name: 'My key',
        host: 'localhost',
        lastUsedAt: new Date(door.now).toISOString(),
      }),
    ]);
  });

  const LIES: [string, Told][] = [
    ['from a page of another origin', { origin: 'https://localhost.evil.example' }],
    ['from another port of this host', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.from('another challenge of my own').toString('base64url') }],
    ['that is the making of one', { type: 'webauthn.create' }],
    ['that nobody has touched', { isPresent: false }],
  ];
  test('with any wrong field is not accepted', async () => {
    const { authenticator } = await setUpPasskey(door);
    for (const [what, told] of LIES) {
      expect(await signIn(authenticator, told), what).toMatchObject(refused);
      expect(await signIn(authenticator), what).toMatchObject({ status: 200 });
    }
  });

  test('whose counter does not increase is a copy, and not accepted', async () => {
    const { authenticator } = await setUpPasskey(door);
    expect(await signIn(authenticator)).toMatchObject({ status: 200 });
    const counter = authenticator.counter ?? 0;
    for (const former of [counter - 1, counter - 2]) {
      authenticator.counter = former;
      expect(await signIn(authenticator)).toMatchObject(refused);
    }
    authenticator.counter = counter;
    expect(await signIn(authenticator)).toMatchObject({ status: 200 });
  });

  test('signed by another authenticator, or with a changed signature, is not accepted', async () => {
    const { authenticator } = await setUpPasskey(door);
    const stranger = createAuthenticator(`http://${host}`);
    stranger.counter = 100;
    expect(await signIn(stranger)).toMatchObject(refused);

    const cookie = await pending();
    const request = await requested(cookie);
    const own = authenticator.use(request) as { id: string };
    const forged = { ...stranger.use(request), id: own.id, rawId: own.id };
    expect(await give(cookie, forged)).toMatchObject(refused);
  });

  test('answers once: neither again, nor for another login, nor after five minutes', async () => {
    const { authenticator } = await setUpPasskey(door);
    const [cookie, other] = [await pending(), await pending()];
    const answer = authenticator.use(await requested(cookie));
    await requested(other);
    expect(await give(other, answer)).toMatchObject(refused);
    expect(await give(cookie, answer)).toMatchObject({ status: 200 });
    expect(await give(await pending(), answer)).toMatchObject(refused);

    const late = await pending();
    const lateAnswer = authenticator.use(await requested(late));
    door.now += 5 * MINUTE_MS;
    expect(await give(late, lateAnswer)).toMatchObject({ status: 410, cookie: '' });
  });

  test('of another account is not accepted', async () => {
    const { authenticator: theirs } = await setUpPasskey(door);
    door.login = await addAdministrator(door.site.base.db, 'berta', new Date(door.now));
    await setUpPasskey(door);
    const cookie = await pending();
    const request = await requested(cookie);
    expect(request.allowCredentials).toHaveLength(1);
    expect(await give(cookie, theirs.use(request))).toMatchObject(refused);
  });

  test('is not asked for under another host name, where the password alone still does not suffice', async () => {
    const { authenticator, recoveryCodes } = await setUpPasskey(door);
    for (const other of ['films.test', 'evil.example:8080', '127.0.0.1']) {
      const first = await ask(door, '/api/admin/login', { body: door.login, host: other });
      expect(first).toMatchObject({ status: 200, body: { isAdmin: false, secondFactor: ['recovery'] } });
      expect(await door.isAdmin(first.cookie)).toBe(false);
      const path = '/api/admin/login/passkey';
      const asked = await ask(door, `${path}-request`, { host: other, headers: { cookie: first.cookie } });
      expect(asked).toMatchObject({ status: 404 });
      const challenge = Buffer.from('whatever').toString('base64url');
      const body = authenticator.use({ challenge, rpId: 'localhost' });
      expect(await ask(door, path, { body, host: other, headers: { cookie: first.cookie } })).toMatchObject(
        refused,
      );
    }
    const cookie = await pendingLogin(door, 'films.test');
    expect(await giveCode(door, cookie, recoveryCodes[0], { way: 'recovery' })).toMatchObject({
      status: 200,
    });
  });

  const GARBAGE: object[] = [
    {},
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    {
      id: '<x>',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    },
  ];
  test('of garbage, well-formed or not, is refused', async () => {
    const { authenticator } = await setUpPasskey(door);
    for (const body of GARBAGE) {
      const cookie = await pending();
      expect(await give(cookie, body), JSON.stringify(body)).toMatchObject({ status: 400, cookie: '' });
    }
    const { id } = authenticator.use({ challenge: 'x', rpId: 'x' }) as { id: string };
    for (const text of ['A', 'AAAA', 'e30', 'bnVsbA', 'W10']) {
      const response = { clientDataJSON: text, authenticatorData: text, signature: text };
      const cookie = await pending();
      await requested(cookie);
      expect(await give(cookie, { id, rawId: id, type: 'public-key', response })).toMatchObject(refused);
    }
  });
});

describe('a new passkey', () => {
  async function make(told: Told = {}, session?: string) {
    const { client } = await confirmed(door, session, host);
    const authenticator = createAuthenticator(`http://${host}`);
    const made = authenticator.make(await client.account.offerPasskey(), told) as MadePasskey;
    return { client, made, add: () => client.account.addPasskey({ ...made, name: ' Laptop ' }) };
  }

  test('is offered only after confirming the password, and stored once', async () => {
    const cookie = await door.signedIn();
    const bare = clientOf(door, cookie, host);
    await expect(bare.account.offerPasskey()).rejects.toMatchObject({ code: 'password_required' });
    const { client, add } = await make({}, cookie);
    await add();
    expect((await client.account.get()).passkeys).toEqual([expect.objectContaining({ name: 'Laptop' })]);
    await expect(add()).rejects.toMatchObject({ code: 'conflict' });
  });

  const LIES: [string, Told][] = [
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['that is the use of one', { type: 'webauthn.get' }],
  ];
  test('with any wrong field is not stored', async () => {
    for (const [what, told] of LIES) {
      const { client, add } = await make(told);
      await expect(add(), what).rejects.toMatchObject({
        status: 400,
        sentence: 'The passkey was not accepted. Please try again.',
      });
      expect((await client.account.get()).passkeys).toEqual([]);
    }
    expect(await door.isAdmin(await door.signedIn())).toBe(true);
  });

  test('that another account has cannot be taken over', async () => {
    const { authenticator } = await setUpPasskey(door);
    door.login = await addAdministrator(door.site.base.db, 'berta', new Date(door.now));
    await expect(setUpPasskey(door, { authenticator })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('cannot be removed by another account', async () => {
    const { client } = await setUpPasskey(door);
    const id = (await client.account.get()).passkeys[0]?.id ?? '';
    door.login = await addAdministrator(door.site.base.db, 'berta', new Date(door.now));
    const { client: berta } = await confirmed(door);
    await expect(berta.account.removePasskey({ id })).rejects.toMatchObject({ code: 'not_found' });
    expect((await client.account.get()).passkeys).toHaveLength(1);
  });
});
