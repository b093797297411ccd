import { type CallInput, type Client, createClient, type Routes } from '@vesper/contract';
import { Secret, TOTP } from 'otpauth';
import { type AdminDoor, elsewhere } from './admin-door.ts';
import { requestRaw } from './ask-as.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';

export interface Answered {
  status: number;
  /** Empty if none was set. */
  cookie: string;
  body: { isAdmin?: boolean; secondFactor?: string[]; error?: string; message?: string };
}

interface Asking {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** With the port; the site's own without. */
  host?: string | undefined;
}

/** Requests by any host name, from the site's own origin there and each time from another network. */
export async function ask(
  { site }: AdminDoor,
  path: string,
  { method = 'POST', body, headers, host = new URL(site.url).host }: Asking,
): Promise<Answered> {
  const answer = await requestRaw(site.url + path, {
    method,
    headers: {
      ...{ host, origin: `http://${host}`, 'x-forwarded-for': elsewhere() },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { status: answer.status, cookie, body: JSON.parse(answer.body.toString()) };
}

export function clientOf(door: AdminDoor, cookie: string, host?: string): Client {
  return createClient(async ({ method, url, body }) => {
    const answer = await ask(door, url, { method, body, host, headers: { cookie } });
    return { status: answer.status, bodyText: JSON.stringify(answer.body) };
  });
}

/** Confirms the password, after signing in if there is no cookie yet. */
export async function confirmed(door: AdminDoor, signedIn?: string, host?: string) {
  const headers = { cookie: signedIn ?? (await door.signedIn()) };
  const { password } = door.login;
  const { status, body, cookie } = await ask(door, '/api/admin/confirm', {
    body: { password },
    host,
    headers,
  });
  if (status !== 200) throw new Error(`The confirmation failed: ${body.message}`);
  return { cookie, client: clientOf(door, cookie, host) };
}

/** The cookie of a login after the password, before the second step. */
export async function pendingLogin(door: AdminDoor, host?: string): Promise<string> {
  const { status, cookie, body } = await ask(door, '/api/admin/login', { body: door.login, host });
  if (status !== 200 || body.isAdmin !== false)
    throw new Error(`No second step is required: ${body.message}`);
  return cookie;
}

/** Takes the second step with an app's code, or a recovery code. */
export function giveCode(
  door: AdminDoor,
  cookie: string,
  code: unknown,
  { way = 'totp', headers = {} }: { way?: 'totp' | 'recovery'; headers?: Record<string, string> } = {},
) {
  return ask(door, `/api/admin/login/${way}`, { body: { code }, headers: { cookie, ...headers } });
}

/** An authenticator app on the door's clock, `steps` before or after it. */
export function appWith(door: Pick<AdminDoor, 'now'>, secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return { code: (steps = 0) => totp.generate({ timestamp: door.now + steps * 30_000 }) };
}

export async function setUpApp(door: AdminDoor) {
  const { cookie, client } = await confirmed(door);
  const { secret, uri } = await client.account.offerTotp();
  const app = appWith(door, secret);
  const { recoveryCodes } = await client.account.enableTotp({ code: app.code() });
  // Setting up has used this step's code.
  door.now += 30_000;
  return { cookie, client, app, secret, uri, recoveryCodes };
}

export async function setUpPasskey(door: AdminDoor, options: PasskeySetting = {}) {
  const { host = localHost(door), session } = options;
  const { authenticator = createAuthenticator(`http://${host}`) } = options;
  const { cookie, client } = await confirmed(door, session, host);
  const made = authenticator.make(await client.account.offerPasskey()) as MadePasskey;
  const { recoveryCodes } = await client.account.addPasskey({ ...made, name: 'My key' });
  return { cookie, client, authenticator, recoveryCodes, host };
}

interface PasskeySetting {
  host?: string;
  authenticator?: Authenticator;
  /** The cookie of an existing session. */
  session?: string;
}

export type MadePasskey = Omit<CallInput<Routes['account']['addPasskey']>, 'name'>;

export function localHost(door: AdminDoor): string {
  return `localhost:${new URL(door.site.url).port}`;
}
