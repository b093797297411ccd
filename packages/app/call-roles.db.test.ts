import { mkdir } from 'node:fs/promises';
import {
  ADMIN_PATTERNS,
  type AdminArea,
  callUrl,
  isRecorded,
  LIVE_EVENTS_PATH,
  SCOPED_AREAS,
  TOKEN_SCOPES,
  type TokenScope,
} from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import { type NamedCall, namedCalls } from '@vesper/core/http/call-names.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputOf, prepareCall, WITHOUT_EFFECT } from '../test/call-inputs.ts';
import { digestOfTables } from '../test/database-digest.ts';
import { bearer, type Headers, makeToken, prepareEveryone, signIn } from '../test/everyone.ts';
import { makeOneOfEach, ONE_ID } from '../test/one-of-each.ts';
import { newAdminCookie, startTestSite, type TestSite } from '../test/site.ts';

/** Makes every call over HTTP as everyone who may not, from the schemas: new calls are covered. */

/** Written on any use, and decide nothing. */
const SEEN = ['public.admin_sessions.last_seen_at', 'public.personal_tokens.last_used_at'];
/** Written each minute by a site without a worker. */
const BY_ITSELF = ['public.alerts', 'public.alert_posts'];

const ADMIN_CALLS = namedCalls.filter(({ call }) => call.caller === 'admin');
const UNSAFE_CALLS = ADMIN_CALLS.filter(({ call }) => call.method !== 'GET');

let site: TestSite;
let who: Awaited<ReturnType<typeof prepareEveryone>>;
let digest: Awaited<ReturnType<typeof digestOfTables>>;
beforeAll(async () => {
  site = await startTestSite();
  await makeOneOfEach(site.base.db);
  digest = await digestOfTables(site.base.db, [...SEEN, ...BY_ITSELF]);
  // Without it the storage counts as missing.
  await mkdir(site.storage.pathOf('videos'), { recursive: true });
  who = await prepareEveryone(site);
});
afterAll(() => site.close());

async function make(
  named: NamedCall,
  headers: Headers,
  input = inputOf(named),
): Promise<{ status: number; body: string }> {
  const { call } = named;
  const response = await fetch(site.url + callUrl(call, input), {
    method: call.method,
    headers: { ...headers, ...(call.body ? { 'content-type': 'application/json' } : {}) },
    ...(call.body
      ? {
          body: JSON.stringify(
            Object.fromEntries(Object.keys(call.body.shape).map((key) => [key, input[key]])),
          ),
        }
      : call.takesFile
        ? { body: input.file as Blob }
        : {}),
  });
  return { status: response.status, body: await response.text() };
}

function callsIn(area: AdminArea): NamedCall[] {
  return ADMIN_CALLS.filter(({ call }) => call.caller === 'admin' && call.area === area && !call.anyToken);
}

/** The session of an administrator who is no owner, with the password just confirmed. */
async function roleOf(scopes: readonly TokenScope[]): Promise<Headers> {
  const role = { isOwner: false, scopes: [...scopes], opensPapers: false };
  return { origin: site.url, cookie: await newAdminCookie(site.base, { role }) };
}

async function expectRefused(calls: readonly NamedCall[], headers: Headers, status: number): Promise<void> {
  expect(calls.length).toBeGreaterThan(0);
  const before = await digest();
  for (const call of calls) {
    const answer = await make(call, headers);
    expect(answer.status, `${call.name}: ${answer.body}`).toBe(status);
    expect(JSON.parse(answer.body), call.name).toEqual({
      error: expect.any(String),
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
  }
  expect(await digest()).toEqual(before);
}

describe('nobody else makes a call of administrators:', () => {
  test.each([
    'a stranger',
    'a made-up session',
    'an idle session',
    'an expired session',
    'a session that was stolen and revoked',
    'a session of a removed administrator',
    'a made-up token',
    'a token of a removed administrator',
    'an expired token',
    'a revoked token',
    'a made-up token beside a good session',
  ] as const)('%s', async (name) => {
    await expectRefused(ADMIN_CALLS, who[name], 401);
    await expectNoEvents(who[name], 401);
  });

  test.each<[string, Headers]>([
    ['of another origin', { origin: 'https://other.example' }],
    ['of another port', { origin: 'http://127.0.0.1:1' }],
    ['of an opaque origin', { origin: 'null' }],
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a neighbouring site', { 'sec-fetch-site': 'same-site' }],
  ])('a page %s, with the session of an administrator', async (_name, headers) => {
    const { origin: _, ...session } = who['an administrator'];
    await expectRefused(ADMIN_CALLS, { ...session, ...headers }, 403);
    await expectNoEvents({ ...session, ...headers }, 403);
  });

  test('a program that does not say where it is, with the session of an administrator', async () => {
    const { origin: _, ...session } = who['an administrator'];
    await expectRefused(UNSAFE_CALLS, session, 403);
  });

  describe.each<[string, (scopes: readonly TokenScope[]) => Promise<Headers>]>([
    ['a token', async (scopes) => bearer(await makeToken(site, scopes))],
    ['a role', roleOf],
  ])('%s', (_kind, withScopes) => {
    test.each(SCOPED_AREAS)('for everything but %s', async (area) => {
      const headers = await withScopes(TOKEN_SCOPES.filter((scope) => !scope.startsWith(`${area}:`)));
      const calls = callsIn(area);
      if (calls.length > 0) await expectRefused(calls, headers, 403);
    });

    test('that may only read changes nothing', async () => {
      const headers = await withScopes(TOKEN_SCOPES.filter((scope) => scope.endsWith(':read')));
      const calls = SCOPED_AREAS.flatMap(callsIn).filter(({ call }) => call.method !== 'GET');
      await expectRefused(calls, headers, 403);
    });

    test.each(SCOPED_AREAS)('reads with %s what is in it', async (area) => {
      const headers = await withScopes([`${area}:read`]);
      for (const call of callsIn(area).filter((one) => one.call.method === 'GET'))
        expect([401, 403], call.name).not.toContain((await make(call, headers)).status);
    });
  });

  test('a role for everything is no owner, but has its own account', async () => {
    const headers = await roleOf(TOKEN_SCOPES);
    await expectRefused(callsIn('owners'), headers, 403);
    for (const call of callsIn('account').filter((one) => one.call.method === 'GET'))
      expect((await make(call, headers)).status, call.name).toBe(200);
  });

  test('a token for everything cannot change accounts, nor anything that asks for the password', async () => {
    const calls = ADMIN_CALLS.filter(
      ({ call }) =>
        call.caller === 'admin' &&
        !call.anyToken &&
        (['account', 'owners'].includes(call.area) || call.asksPassword),
    );
    await expectRefused(calls, who['a token for everything'], 403);
  });

  test('a session whose password was not given again, where that is asked for', async () => {
    const calls = ADMIN_CALLS.filter(({ call }) => call.caller === 'admin' && call.asksPassword === true);
    await expectRefused(calls, who['an administrator'], 403);
  });

  test('a session whose password was not given again, where it is about another administrator', async () => {
    const calls = ADMIN_CALLS.filter(
      ({ call }) => call.caller === 'admin' && call.asksPassword === "for others'",
    );
    expect(calls.length).toBeGreaterThan(0);
    const before = withoutAudit(await digest());
    for (const call of calls) {
      const answer = await make(call, who['an administrator']);
      expect([answer.status, JSON.parse(answer.body).error], call.name).toEqual([403, 'password_required']);
    }
    expect(withoutAudit(await digest())).toEqual(before);
  });

  test('a token has no live events', () => expectNoEvents(who['a token for everything'], 401));
});

describe('outside of the table of calls', () => {
  const PAGES = Object.values(ADMIN_PATTERNS).map((pattern) => pattern.replaceAll(/:\w+/g, ONE_ID));
  const foreign = () => ({ ...who['an administrator'], origin: 'https://other.example' });

  test('every page is the same document for everybody, and holds nothing', async () => {
    expect(PAGES.length).toBeGreaterThan(10);
    const before = await digest();
    const everyone = [who['an expired session'], who['a session that was stolen and revoked'], foreign()];
    const [first = ''] = PAGES;
    const known = await documentOf(first, who['a stranger']);
    for (const path of PAGES)
      for (const headers of [who['a stranger'], ...everyone, who['an administrator']])
        expect(await documentOf(path, headers), path).toBe(known);
    expect(await digest()).toEqual(before);
  });

  test('/admin admits administrators, and sends everybody else to the login page', async () => {
    const ledTo = async (headers: Headers) =>
      (await fetch(`${site.url}/admin`, { headers, redirect: 'manual' })).headers.get('location');
    expect(await ledTo(who['an administrator'])).toBe('/dashboard');
    for (const name of ['a stranger', 'an expired session', 'a session that was stolen and revoked'] as const)
      expect(await ledTo(who[name]), name).toBe('/admin/login');
  });

  test('other methods do nothing, for any caller', async () => {
    const before = await digest();
    for (const path of ['/admin', LIVE_EVENTS_PATH, ...PAGES])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        for (const headers of [who['a stranger'], foreign(), who['an administrator']])
          expect([404, 405], `${method} ${path}`).toContain(await statusOf(path, headers, method));
    expect(await digest()).toEqual(before);
  });
});

/** A keyword's page counts views, except a robot's. The first caller makes the day's salt. */
const ROBOT = { 'user-agent': 'Mozilla/5.0 (compatible; Examplebot/1.0; +https://bot.example)' };

describe('no GET changes anything:', () => {
  const GETS = namedCalls.filter(({ call }) => call.method === 'GET');
  const withoutSalt = ({ 'public.view_salts': _, ...tables }: Record<string, string>) => tables;
  /** Known to have effects elsewhere. */
  const ODD_FIELDS =
    '_method=DELETE&method=POST&action=delete&version=1&enabled=false&videos=remove&dryRun=false&whose=everyone';
  const ODD_VALUES = ['', '-1', '9'.repeat(21), "'; delete from videos; --", '%00', '../server/etc', '[]'];

  test('calls, with valid and invalid input, by administrators and by strangers', async () => {
    // Those that open what is sealed are audited, and change nothing else.
    const [recorded, others] = [
      GETS.filter(({ call }) => isRecorded(call)),
      GETS.filter(({ call }) => !isRecorded(call)),
    ];
    await drainOutbox(site.base.db);
    const before = withoutSalt(await digest());
    await makeAll(others);
    expect(withoutSalt(await digest())).toEqual(before);
    await makeAll(recorded);
    expect(withoutAudit(withoutSalt(await digest()))).toEqual(withoutAudit(before));
    expect(await digest()).not.toEqual(before);
  });

  async function makeAll(calls: typeof GETS): Promise<void> {
    for (const named of calls) {
      const [path = '', query = ''] = callUrl(named.call, inputOf(named)).split('?');
      const fields = Object.keys(named.call.query?.shape ?? {});
      const odd = ODD_VALUES.map((value) =>
        fields.map((field) => `${field}=${encodeURIComponent(value)}`).join('&'),
      );
      const twice = fields.map((field) => `${field}=1&${field}=2`).join('&');
      const queries = [query, `${query}&${ODD_FIELDS}`, ...(fields.length > 0 ? [...odd, twice] : [])];
      for (const asked of queries) {
        const address = `${path}?${asked}`;
        const status = await statusOf(address, { ...who['an administrator'], ...ROBOT });
        expect([401, 403, 500], address).not.toContain(status);
        if (named.call.caller !== 'admin')
          expect(await statusOf(address, { ...who['a stranger'], ...ROBOT })).toBe(status);
      }
      await statusOf(path, { ...who['an administrator'], ...ROBOT, 'x-http-method-override': 'DELETE' });
      await statusOf(path, { ...who['an administrator'], ...ROBOT }, 'HEAD');
    }
  }

  test('pages and files', async () => {
    const before = withoutSalt(await digest());
    const { cookie = '' } = who['an administrator'];
    const film = await fetch(`${site.url}/api/videos/${ONE_ID}/signed-url`);
    const { signedUrl } = (await film.json()) as { signedUrl: string };
    const visitors = [
      '/',
      `/video/${ONE_ID}`,
      '/category/charts',
      '/en/charts',
      '/legal/terms',
      '/dmca/submit',
    ];
    const others = [
      ...['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/favicon.ico', '/icon.svg', '/feed.rss'],
      ...['/.well-known/security.txt', '/bot'],
    ];
    const nothing = ['/nothing', '/api/nothing'];
    const operators = ['/healthz', '/readyz', '/metrics', '/admin', '/admin/login', '/dashboard'];
    for (const path of [...visitors, ...others, ...nothing, ...operators, signedUrl])
      for (const odd of ['', `${path.includes('?') ? '&' : '?'}${ODD_FIELDS}`]) {
        const status = await statusOf(path + odd, { cookie, ...ROBOT });
        expect(status, path).not.toBe(500);
        if (others.includes(path)) expect(status, path).toBe(200);
        if (nothing.includes(path)) expect(status, path).toBe(404);
      }
    expect(withoutSalt(await digest())).toEqual(before);
  });
});

describe('the administrator', () => {
  // Shows that the comparison sees changes, and that the calls above would have had an effect. Slow: two digests a call.
  test('changes something with every one of these calls, and each is logged', {
    timeout: 600_000,
  }, async () => {
    const { db } = site.base;
    let me = await newCaller();
    const names = UNSAFE_CALLS.map(({ name }) => name);
    expect(Object.keys(WITHOUT_EFFECT).filter((name) => !names.includes(name))).toEqual([]);
    expect(Object.keys(WITHOUT_EFFECT).length).toBeLessThan(names.length / 8);
    for (const named of UNSAFE_CALLS) {
      await db.transaction().execute(makeOneOfEach);
      await prepareCall(db, named, me);
      const before = withoutAudit(await digest());
      const seq = await lastEntry();
      const { status, body } = await make(named, me.headers, inputOf(named, me));
      expect([401, 500], `${named.name}: ${body}`).not.toContain(status);
      expect(await entriesAfter(seq), `${named.name}: ${body}`).toEqual([
        { action: named.name, phase: 'begun', outcome: null },
        { action: named.name, phase: 'ended', outcome: status === 200 ? 'done' : 'refused' },
      ]);
      const after = withoutAudit(await digest());
      if (named.call.caller === 'admin' && named.call.undo === 'nothing lost')
        for (const table of LIBRARY)
          expect(rowsOf(after, table), named.name).toBeGreaterThanOrEqual(rowsOf(before, table));
      const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
      if (named.name in WITHOUT_EFFECT) expect(changed, named.name).toEqual([]);
      else expect(changed, `${named.name}: ${body}`).not.toEqual([]);
      if (!(named.name in WITHOUT_EFFECT)) expect(status, `${named.name}: ${body}`).toBe(200);
      // The former token is only good for seconds.
      if (named.name === 'account.confirm') me = await newCaller();
    }
  });
});

async function newCaller() {
  const { cookie, ...caller } = await signIn(site);
  return { ...caller, headers: { origin: site.url, cookie } };
}

const LIBRARY = [
  ...['videos', 'keywords', 'keyword_videos', 'video_translations', 'categories', 'video_sources'],
  ...['download_jobs', 'domains', 'stored_files'],
];

function rowsOf(tables: Record<string, string>, name: string): number {
  const digest = tables[`public.${name}`];
  if (digest === undefined) throw new Error(`There is no table ${name}.`);
  return Number.parseInt(digest, 10);
}

function withoutAudit(tables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tables).filter(([table]) => !table.startsWith('public.audit_')));
}

async function statusOf(path: string, headers: Headers, method = 'GET'): Promise<number> {
  const response = await fetch(new URL(path, site.url), { method, headers, redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}

async function documentOf(path: string, headers: Headers): Promise<string> {
  const response = await fetch(site.url + path, { headers });
  expect(response.status, path).toBe(200);
  return (await response.text()).replaceAll(/nonce="[^"]*"/g, '');
}

async function expectNoEvents(headers: Headers, status: number): Promise<void> {
  const response = await fetch(site.url + LIVE_EVENTS_PATH, { headers });
  expect(response.headers.get('content-type')).toContain('application/json');
  expect([response.status, await response.json()]).toEqual([
    status,
    { error: expect.any(String), message: expect.stringMatching(/^[A-Z].*\.$/) },
  ]);
}

async function lastEntry(): Promise<number> {
  return (await site.base.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq;
}

function entriesAfter(seq: number) {
  return site.base.db
    .selectFrom('audit_log')
    .select(['action', 'phase', 'outcome'])
    .where('seq', '>', seq)
    .where('actor_name', '<>', 'system')
    .orderBy('seq')
    .execute();
}
