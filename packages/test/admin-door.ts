import type { Log } from '@vesper/core/lib/log.ts';
import { hashPassword, randomPassword } from '../access/server/sessions/password-hash.ts';
import type { Base } from '../app/composition/compose.ts';
import { startTestSite } from './site.ts';

type Headers = Record<string, string>;

const PASSWORD = randomPassword();
let passwordHash: Promise<string> | undefined;

export type AdminDoor = Awaited<ReturnType<typeof openAdminDoor>>;

/** A site behind a trusted proxy, with a settable clock and one administrator, over plain HTTP. */
export async function openAdminDoor({ log }: { log?: Log } = {}) {
  const door = {
    /** The site's time in milliseconds. */
    now: Date.parse('2026-11-20T12:00:00Z'),
    login: { username: '', password: '' },
    /** Replaces all administrators, and forgets login attempts. */
    async renew(): Promise<void> {
      await site.base.db.deleteFrom('login_tries').execute();
      await site.base.db.deleteFrom('administrators').execute();
      door.login = await addAnna(site.base);
    },
    /** From the site's own origin, each time from another network. */
    post(path: string, body?: unknown, headers: Headers = {}): Promise<Response> {
      return fetch(`${site.url}${path}`, {
        method: 'POST',
        headers: {
          origin: site.url,
          'x-forwarded-for': elsewhere(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
    },
    signIn: (headers: Headers = {}, fields: object = {}) =>
      door.post('/api/admin/login', { ...door.login, ...fields }, headers),
    async signedIn(headers: Headers = {}): Promise<string> {
      const response = await door.signIn(headers);
      if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`);
      return cookieOf(response);
    },
    async isAdmin(cookie: string, headers: Headers = {}): Promise<boolean> {
      const response = await fetch(`${site.url}/api/admin/check`, { headers: { cookie, ...headers } });
      if (response.status !== 200) throw new Error(`The check answers ${response.status}.`);
      return ((await response.json()) as { isAdmin: boolean }).isAdmin;
    },
    sessions: () => site.base.db.selectFrom('admin_sessions').selectAll().execute(),
  };
  const clock = { now: () => new Date(door.now) };
  const site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { clock, ...(log ? { log } : {}) });
  return Object.assign(door, { site });
}

/** Hashes the password once: it is slow. */
async function addAnna({ db, clock }: Base): Promise<{ username: string; password: string }> {
  passwordHash ??= hashPassword(PASSWORD);
  const now = clock.now();
  await db
    .insertInto('administrators')
    .values({
      ...{ username: 'anna', password_hash: await passwordHash },
      ...{ created_at: now, password_changed_at: now },
    })
    .execute();
  return { username: 'anna', password: PASSWORD };
}

let networks = 0;
/** An address in a new network. */
export function elsewhere(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.7`;
}

export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export function knownBrowserOf(response: Response): string {
  const all = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return all.find((cookie) => cookie.includes('vesper-browser=')) ?? '';
}
