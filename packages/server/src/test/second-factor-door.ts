import { request } from 'node:http';
import { type CallInput, type Client, createClient, type Routes } from '@vesper/contract';
import { Secret, TOTP } from 'otpauth';
import { type AdminDoor, elsewhere } from './admin-door.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';

/** What an answer said, and the cookie it gave: empty where it gave none. */
export interface Answered {
  status: number;
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

/** Asks the site under whatever host name, from its own origin there and from another network each time. */
export function ask(door: AdminDoor, path: string, { method = 'POST', body, headers, host }: Asking) {
  const { hostname, port, host: ownHost } = new URL(door.site.url);
  const sent = {
    host: host ?? ownHost,
    origin: `http://${host ?? ownHost}`,
    'x-forwarded-for': elsewhere(),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  return new Promise<Answered>((resolve, reject) => {
    request({ hostname, port, path, method, headers: sent }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      resolve({ status: response.statusCode ?? 0, cookie, body: JSON.parse(text) as Answered['body'] });
    })
      .on('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The calls of a browser that has the cookie and looks at the site under that host name. */
export function clientOf(door: AdminDoor, cookie: string, host?: string): Client {
  return createClient(async ({ method, url, body }) => {
    const answer = await ask(door, url, { method, body, host, headers: { cookie } });
    return { status: answer.status, bodyText: JSON.stringify(answer.body) };
  });
}

/** Gives the password again, after signing in if there is no cookie yet: what a browser holds after the dialogue. */
export async function confirmed(door: AdminDoor, signedIn?: string, host?: string) {
  const former = signedIn ?? (await door.signedIn());
  const { password } = door.login;
  const path = '/api/admin/confirm';
  const { status, body, cookie } = await ask(door, path, {
    body: { password },
    host,
    headers: { cookie: former },
  });
  if (status !== 200) throw new Error(`The confirmation failed: ${body.message}`);
  return { cookie, client: clientOf(door, cookie, host) };
}

/** The cookie of a login whose password was right and whose second step has yet to come. */
export async function pendingLogin(door: AdminDoor, host?: string): Promise<string> {
  const { status, cookie, body } = await ask(door, '/api/admin/login', { body: door.login, host });
  if (status !== 200 || body.isAdmin !== false) throw new Error(`No second step is wanted: ${body.message}`);
  return cookie;
}

/** Takes the second step with a code of the app, or with a recovery code. */
export function giveCode(
  door: AdminDoor,
  cookie: string,
  code: unknown,
  { way = 'totp', headers = {} }: { way?: 'totp' | 'recovery'; headers?: Record<string, string> } = {},
) {
  return ask(door, `/api/admin/login/${way}`, { body: { code }, headers: { cookie, ...headers } });
}

/** An authenticator app that reads the door's clock; `steps` before or after it. */
export function appWith(door: Pick<AdminDoor, 'now'>, secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return { code: (steps = 0) => totp.generate({ timestamp: door.now + steps * 30_000 }) };
}

/** Sets up an authenticator app for the door's administrator. */
export async function setUpApp(door: AdminDoor) {
  const { cookie, client } = await confirmed(door);
  const { secret, uri } = await client.account.offerTotp();
  const app = appWith(door, secret);
  const { recoveryCodes } = await client.account.enableTotp({ code: app.code() });
  // The code of this step is used up by the setting up.
  door.now += 30_000;
  return { cookie, client, app, secret, uri, recoveryCodes };
}

/** Sets up a passkey for the door's administrator under that host name. */
export async function setUpPasskey(
  door: AdminDoor,
  {
    host = localHost(door),
    authenticator = createAuthenticator(`http://${host}`),
    session,
  }: PasskeySetting = {},
) {
  const { cookie, client } = await confirmed(door, session, host);
  const made = authenticator.make(await client.account.offerPasskey()) as MadePasskey;
  const { recoveryCodes } = await client.account.addPasskey({ ...made, name: 'My key' });
  return { cookie, client, authenticator, recoveryCodes, host };
}

interface PasskeySetting {
  host?: string;
  authenticator?: Authenticator;
  /** The cookie of a session that is there already. */
  session?: string;
}

export type MadePasskey = Omit<CallInput<Routes['account']['addPasskey']>, 'name'>;
export type UsedPasskey = CallInput<Routes['admin']['loginPasskey']>;

export function localHost(door: AdminDoor): string {
  return `localhost:${new URL(door.site.url).port}`;
}
