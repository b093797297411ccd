import { TOKEN_SCOPES, type TokenScope } from '@vesper/contract';
import { addAdministrator } from '../access/server/sessions/administrators.ts';
import { createToken } from '../access/server/tokens/tokens.ts';
import type { TestSite } from './site.ts';

export type Headers = Record<string, string>;

/** The headers of every kind of visitor: sessions and tokens in each of their states. */
export async function prepareEveryone(site: TestSite) {
  return { ...(await sessions(site)), ...(await tokens(site)) };
}

async function sessions(site: TestSite) {
  const { db } = site.base;
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const origin = { origin: site.url };
  const [good, idle, expired] = [await signIn(site), await signIn(site), await signIn(site)];
  const [stolen, removed] = [await signIn(site), await signIn(site)];
  const change = (fields: { last_seen_at: Date } | { expires_at: Date }, { id }: SignedIn) =>
    db.updateTable('admin_sessions').set(fields).where('administrator_id', '=', id).execute();
  await change({ last_seen_at: anHourAgo }, idle);
  await change({ expires_at: anHourAgo }, expired);
  const headers = { ...origin, cookie: stolen.cookie };
  await fetch(`${site.url}/api/admin/logout`, { method: 'POST', headers });
  await db.deleteFrom('administrators').where('id', '=', removed.id).execute();
  return {
    'a stranger': origin as Headers,
    'a made-up session': { ...origin, cookie: `vesper-admin=${'x'.repeat(43)}` },
    'an administrator': { ...origin, cookie: good.cookie },
    'an idle session': { ...origin, cookie: idle.cookie },
    'an expired session': { ...origin, cookie: expired.cookie },
    'a session that was stolen and revoked': headers,
    'a session of a removed administrator': { ...origin, cookie: removed.cookie },
    'a made-up token beside a good session': {
      ...origin,
      cookie: good.cookie,
      ...bearer({ token: MADE_UP }),
    },
  };
}

const MADE_UP = `vesper_${'x'.repeat(43)}`;

async function tokens(site: TestSite) {
  const { db } = site.base;
  const make = () => makeToken(site, TOKEN_SCOPES);
  const [removed, expired, revoked] = [await make(), await make(), await make()];
  await db.deleteFrom('administrators').where('id', '=', removed.administratorId).execute();
  const change = (fields: object, { id }: { id: string }) =>
    db.updateTable('personal_tokens').set(fields).where('id', '=', id).execute();
  await change({ created_at: new Date('2025-01-01Z'), expires_at: new Date('2025-06-01Z') }, expired);
  await change({ revoked_at: new Date() }, revoked);
  return {
    'a made-up token': bearer({ token: MADE_UP }),
    'a token of a removed administrator': bearer(removed),
    'an expired token': bearer(expired),
    'a revoked token': bearer(revoked),
    'a token for everything': bearer(await make()),
  };
}

type SignedIn = Awaited<ReturnType<typeof signIn>>;

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
  const fields = { name: 'Test', scopes: [...scopes], expiresInDays: 1 };
  const { token, details } = await createToken(site.base, { administratorId }, fields);
  return { token, id: details.id, administratorId };
}

export function bearer({ token }: { token: string }): Headers {
  return { authorization: `Bearer ${token}` };
}
