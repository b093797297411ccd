import { TOKEN_SCOPES, type TokenScope } from '@vesper/contract';
import { addAdministrator } from '../access/sessions/administrators.ts';
import { createToken } from '../access/tokens/tokens.ts';
import type { TestSite } from './site.ts';

export type Headers = Record<string, string>;

/** Every kind of visitor, by what it sends. */
type Who =
  | 'a stranger'
  | 'a made-up session'
  | 'an idle session'
  | 'an expired session'
  | 'a session that was stolen and revoked'
  | 'a session of a removed administrator'
  | 'a made-up token'
  | 'a token of a removed administrator'
  | 'an expired token'
  | 'a revoked token'
  | 'a made-up token beside a good session'
  | 'an administrator'
  | 'a token for everything';

type Everyone = Record<Who, Headers>;

/** The headers that each of them sends: sessions and tokens in every state that they can be in. */
export async function prepareEveryone(site: TestSite): Promise<Everyone> {
  const who = {} as Everyone;
  await sessions(site, who);
  await tokens(site, who);
  return who;
}

async function sessions(site: TestSite, who: Everyone): Promise<void> {
  const { db } = site.base;
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const origin = { origin: site.url };
  who['a stranger'] = origin;
  who['a made-up session'] = { ...origin, cookie: `vesper-admin=${'x'.repeat(43)}` };
  who['an administrator'] = { ...origin, cookie: (await signIn(site)).cookie };
  const idle = await signIn(site);
  await db
    .updateTable('admin_sessions')
    .set({ last_seen_at: ago(1) })
    .where('administrator_id', '=', idle.id)
    .execute();
  who['an idle session'] = { ...origin, cookie: idle.cookie };
  const expired = await signIn(site);
  await db
    .updateTable('admin_sessions')
    .set({ expires_at: ago(1) })
    .where('administrator_id', '=', expired.id)
    .execute();
  who['an expired session'] = { ...origin, cookie: expired.cookie };
  const stolen = await signIn(site);
  // Its owner signs out; the thief still has the cookie.
  await fetch(`${site.url}/api/admin/logout`, {
    method: 'POST',
    headers: { ...origin, cookie: stolen.cookie },
  });
  who['a session that was stolen and revoked'] = { ...origin, cookie: stolen.cookie };
  const removed = await signIn(site);
  await db.deleteFrom('administrators').where('id', '=', removed.id).execute();
  who['a session of a removed administrator'] = { ...origin, cookie: removed.cookie };
}

async function tokens(site: TestSite, who: Everyone): Promise<void> {
  const { db } = site.base;
  who['a made-up token'] = { authorization: `Bearer vesper_${'x'.repeat(43)}` };
  who['a made-up token beside a good session'] = { ...who['an administrator'], ...who['a made-up token'] };
  who['a token for everything'] = bearer(await makeToken(site, TOKEN_SCOPES));
  const removed = await makeToken(site, TOKEN_SCOPES);
  await db.deleteFrom('administrators').where('id', '=', removed.administratorId).execute();
  who['a token of a removed administrator'] = bearer(removed);
  const expired = await makeToken(site, TOKEN_SCOPES);
  await db
    .updateTable('personal_tokens')
    .set({ created_at: new Date('2025-01-01Z'), expires_at: new Date('2025-06-01Z') })
    .where('id', '=', expired.id)
    .execute();
  who['an expired token'] = bearer(expired);
  const revoked = await makeToken(site, TOKEN_SCOPES);
  await db
    .updateTable('personal_tokens')
    .set({ revoked_at: new Date() })
    .where('id', '=', revoked.id)
    .execute();
  who['a revoked token'] = bearer(revoked);
}

function addSomebody(site: TestSite): Promise<{ id: string; username: string; password: string }> {
  return addAdministrator(site.base.db, `test-${crypto.randomUUID()}`, new Date());
}

export async function signIn(site: TestSite): Promise<{ id: string; password: string; cookie: string }> {
  const { id, username, password } = await addSomebody(site);
  const response = await fetch(`${site.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({ username, password }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
  if (!response.ok || !cookie) throw new Error(`Signing in failed: ${await response.text()}`);
  return { id, password, cookie };
}

export async function makeToken(site: TestSite, scopes: readonly TokenScope[]) {
  const { id: administratorId } = await addSomebody(site);
  const { token, details } = await createToken(
    site.base,
    { administratorId },
    {
      name: 'Test',
      scopes: [...scopes],
      expiresInDays: 1,
    },
  );
  return { token, id: details.id, administratorId };
}

export function bearer({ token }: { token: string }): Headers {
  return { authorization: `Bearer ${token}` };
}
