import { ADMIN_AREAS, type Call, callUrl, TOKEN_SCOPES } from '@vesper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleInput } from '../features/api-document/index.ts';
import { type NamedCall, namedCalls } from '../http/call-names.ts';
import { digestTables } from '../test/database-digest.ts';
import { bearer, type Headers, makeToken, prepareEveryone, signIn } from '../test/everyone.ts';
import { makeOneOfEach, ONE_ID, ONE_NUMBER } from '../test/one-of-each.ts';
import { startTestSite, type TestSite } from '../test/site.ts';

/**
 * The whole table of calls, each made over HTTP by everyone who may not. What is sent is made from each call's schemas:
 * a new call is tested here without a line being written.
 */

/** That somebody was here is not what a call is about; neither decides anything. */
const SEEN = ['public.admin_sessions.last_seen_at', 'public.personal_tokens.last_used_at'];

const ADMIN_CALLS = namedCalls.filter(({ call }) => call.caller === 'admin');
const UNSAFE_CALLS = ADMIN_CALLS.filter(({ call }) => call.method !== 'GET');

let site: TestSite;
let who: Awaited<ReturnType<typeof prepareEveryone>>;
beforeAll(async () => {
  site = await startTestSite();
  await makeOneOfEach(site.base.db);
  who = await prepareEveryone(site);
});
afterAll(() => site.close());

/** What the call takes, about the one thing of its kind that there is. */
function inputOf(call: Call): Record<string, unknown> {
  const parameters = call.params ? exampleInput(call.params) : {};
  return {
    ...(call.query ? exampleInput(call.query) : {}),
    ...(call.body ? exampleInput(call.body, { whole: true }) : {}),
    ...parameters,
    ...idOf(call, parameters),
  };
}

function idOf({ params }: Call, parameters: object): object {
  if (!('id' in parameters)) return {};
  return { id: params?.safeParse({ ...parameters, id: ONE_ID }).success ? ONE_ID : ONE_NUMBER };
}

async function make({ call }: NamedCall, headers: Headers): Promise<{ status: number; body: string }> {
  const input = inputOf(call);
  const response = await fetch(site.url + callUrl(call, input), {
    method: call.method,
    headers: { ...headers, ...(call.body ? { 'content-type': 'application/json' } : {}) },
    ...(call.body
      ? {
          body: JSON.stringify(
            Object.fromEntries(Object.keys(call.body.shape).map((key) => [key, input[key]])),
          ),
        }
      : {}),
  });
  // An answer of live events has no end.
  const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isEndless) await response.body?.cancel();
  return { status: response.status, body: isEndless ? '' : await response.text() };
}

const digest = () => digestTables(site.base.db, SEEN);

/** Makes calls that must be refused: with one of these statuses, and nothing changed by any of them. */
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
  ] as const)('%s', (name) => expectRefused(ADMIN_CALLS, who[name], 401));

  test.each<[string, Headers]>([
    ['of another origin', { origin: 'https://other.example' }],
    ['of another port', { origin: 'http://127.0.0.1:1' }],
    ['of an opaque origin', { origin: 'null' }],
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a neighbouring site', { 'sec-fetch-site': 'same-site' }],
  ])('a page %s, with the session of an administrator', async (_name, headers) => {
    const { origin: _, ...session } = who['an administrator'];
    await expectRefused(UNSAFE_CALLS, { ...session, ...headers }, 403);
  });

  test('a program that does not say where it is, with the session of an administrator', async () => {
    const { origin: _, ...session } = who['an administrator'];
    await expectRefused(UNSAFE_CALLS, session, 403);
  });

  test.each(ADMIN_AREAS.filter((area) => area !== 'account'))(
    'a token for everything but %s',
    async (area) => {
      const token = await makeToken(
        site,
        TOKEN_SCOPES.filter((scope) => !scope.startsWith(`${area}:`)),
      );
      const calls = ADMIN_CALLS.filter(({ call }) => call.caller === 'admin' && call.area === area);
      if (calls.length > 0) await expectRefused(calls, bearer(token), 403);
    },
  );

  test('a token that may only read changes nothing', async () => {
    const token = await makeToken(
      site,
      TOKEN_SCOPES.filter((scope) => scope.endsWith(':read')),
    );
    await expectRefused(UNSAFE_CALLS, bearer(token), 403);
  });

  test('a token for everything is not good for accounts, nor for what asks for the password', async () => {
    const calls = ADMIN_CALLS.filter(
      ({ call }) =>
        call.caller === 'admin' && !call.anyToken && (call.area === 'account' || call.asksPassword),
    );
    await expectRefused(calls, who['a token for everything'], 403);
  });

  test('a session whose password was not given again, where that is asked for', async () => {
    const calls = ADMIN_CALLS.filter(({ call }) => call.caller === 'admin' && call.asksPassword);
    await expectRefused(calls, who['an administrator'], 403);
  });
});

describe('the administrator', () => {
  test('makes every call that reads, as strangers do too, and nothing changes', async () => {
    const before = await digest();
    for (const call of namedCalls.filter((one) => one.call.method === 'GET')) {
      const answer = await make(call, who['an administrator']);
      expect([401, 403, 500], `${call.name}: ${answer.body}`).not.toContain(answer.status);
      if (call.call.caller !== 'admin') await make(call, who['a stranger']);
    }
    expect(await digest()).toEqual(before);
  });

  test('pages are read, and nothing changes', async () => {
    const before = await digest();
    const { cookie = '' } = who['an administrator'];
    for (const path of ['/', `/video/${ONE_ID}`, '/dashboard', '/admin', '/admin/login', '/robots.txt'])
      await fetch(site.url + path, { headers: { cookie }, redirect: 'manual' }).then((answer) =>
        answer.text(),
      );
    expect(await digest()).toEqual(before);
  });

  test('a token reads where its scope says so', async () => {
    const token = bearer(await makeToken(site, ['ingest:read']));
    const calls = ADMIN_CALLS.filter(
      ({ call }) => call.caller === 'admin' && call.method === 'GET' && call.area === 'ingest',
    );
    for (const call of calls) expect([401, 403], call.name).not.toContain((await make(call, token)).status);
    const document = namedCalls.filter(({ name }) => name === 'apiDocument.openApi');
    for (const call of document) expect((await make(call, token)).status).toBe(200);
  });

  /**
   * That the comparison sees changes, and that what is sent above would have had an effect. By no means every call finds
   * something to change, after all those before it.
   */
  test('changes something with many of these very calls; each leaves its trace', async () => {
    let changed = 0;
    const calls = UNSAFE_CALLS.filter(({ call }) => call.caller === 'admin' && !call.asksPassword);
    for (const call of calls) {
      await staySignedIn();
      const before = await digest();
      const seq = await lastEntry();
      const { status, body } = await make(call, who['an administrator']);
      expect(status, `${call.name}: ${body}`).not.toBe(500);
      expect(status, call.name).not.toBe(401);
      const entries = await entriesAfter(seq);
      // What does not even fit its schema is no act.
      if (entries.length > 0 || status !== 400)
        expect(entries, call.name).toEqual([
          { action: call.name, phase: 'begun', outcome: null },
          { action: call.name, phase: 'ended', outcome: status === 200 ? 'done' : 'refused' },
        ]);
      const after = Object.entries(await digest()).filter(([table]) => !table.startsWith('public.audit_'));
      if (after.some(([table, rows]) => rows !== before[table])) changed += 1;
    }
    // The others are refused for what the inputs name by chance.
    expect(changed).toBeGreaterThan(calls.length / 6);
  });
});

/** A call may have ended the session. */
async function staySignedIn(): Promise<void> {
  const answer = await fetch(`${site.url}/api/admin/check`, { headers: who['an administrator'] });
  const { isAdmin } = (await answer.json()) as { isAdmin: boolean };
  if (!isAdmin) who['an administrator'] = { origin: site.url, cookie: (await signIn(site)).cookie };
}

async function lastEntry(): Promise<number> {
  return (await site.base.db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq;
}

function entriesAfter(seq: number) {
  return site.base.db
    .selectFrom('audit_log')
    .select(['action', 'phase', 'outcome'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
}
