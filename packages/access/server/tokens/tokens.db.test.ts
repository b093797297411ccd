import { createHash } from 'node:crypto';
import { createClient, fetchTransport } from '@vesper/contract';
import { createDispatch } from '@vesper/core/http/mount.ts';
import { noCookie } from '@vesper/core/http/token-cookie.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminDoor, openAdminDoor } from '../../../test/admin-door.ts';
import { countWaiting } from '../../../test/count-waiting.ts';
import { resetAdministrator } from '../sessions/administrators.ts';
import { actorOfToken } from './index.ts';
import { tokenRoutes } from './routes.ts';
import { createToken } from './tokens.ts';

const DAY_MS = 86_400_000;

let door: AdminDoor;
let anna: string;
beforeAll(async () => {
  door = await openAdminDoor();
});
beforeEach(async () => {
  await door.renew();
  const { id } = await door.site.base.db.selectFrom('administrators').select('id').executeTakeFirstOrThrow();
  anna = id;
});
afterAll(() => door.site.close());

const make = (fields: object = {}) =>
  createToken(
    door.site.base,
    { administratorId: anna },
    {
      ...{ name: 'Nightly import', scopes: ['ingest:read'], expiresInDays: 30 },
      ...fields,
    },
  );
const withToken = (token: string) =>
  createClient(fetchTransport(door.site.url, { authorization: `Bearer ${token}` }));
const tokens = () => door.site.base.db.selectFrom('personal_tokens').selectAll().execute();

test('a token is shown once: only its hash and first characters are kept', async () => {
  const { token, details } = await make();
  expect(token).toMatch(/^vesper_[\w-]{43}$/);
  const [row] = await tokens();
  expect(row?.token_hash).toEqual(createHash('sha256').update(token).digest());
  expect(JSON.stringify(row)).not.toContain(token.slice(12));
  expect(details).toMatchObject({
    ...{ name: 'Nightly import', prefix: token.slice(0, 11), scopes: ['ingest:read'], administrator: 'anna' },
    ...{ state: 'active', lastUsedAt: null, revokedAt: null },
    createdAt: new Date(door.now).toISOString(),
    expiresAt: new Date(door.now + 30 * DAY_MS).toISOString(),
  });
});

describe('a token', () => {
  test('that does not exist costs an index lookup at most', async () => {
    const before = door.site.queries.length;
    for (const token of ['x', `vesper_${'x'.repeat(42)}`, `vesper_${'x'.repeat(5000)}`])
      expect(await actorOfToken(door.site.base, token)).toBeUndefined();
    expect(door.site.queries.length).toBe(before);
    expect(await actorOfToken(door.site.base, `vesper_${'x'.repeat(43)}`)).toBeUndefined();
    expect(door.site.queries.length).toBe(before + 1);
  });

  test('acts under the name of its administrator in the audit log', async () => {
    const { token } = await make({ scopes: ['ingest:write'] });
    const client = withToken(token);
    await client.downloads.add({ sourceUrl: 'https://source.test/film' });
    const cookie = await door.signedIn();
    const { entries } = await createClient(fetchTransport(door.site.url, { cookie })).audit.list({
      action: 'downloads.add',
    });
    expect(entries).toMatchObject([
      {
        action: 'downloads.add',
        administrator: 'anna',
        by: 'token',
        token: 'Nightly import',
        outcome: 'done',
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token.slice(12));
  });
});

describe('through its calls', () => {
  const asAnna = (isConfirmed: boolean) => {
    const recorded: unknown[] = [];
    const dispatch = createDispatch({ tokens: tokenRoutes(door.site.base) } as never, {
      log: silentLog,
      checkOutput: true,
      findActor: async () => ({
        ...{ administratorId: anna, username: 'anna', isOwner: true, scopes: [] },
        isConfirmed,
      }),
      recordAct: async ({ input }) => {
        recorded.push(input);
        return async (outcome) => void recorded.push(outcome);
      },
    });
    const visitor = { address: '192.0.2.1', userAgent: '' };
    const context = {
      hostname: 'films.test',
      visitor,
      session: noCookie,
      browser: noCookie,
      bearer: undefined,
      host: 'films.test',
    };
    const client = createClient(async ({ call, input }) => {
      const { status, body } = await dispatch(call, input, { ...context });
      return { status, bodyText: JSON.stringify(body) };
    });
    return { client, recorded };
  };
  const NEW = { name: ' Import ', scopes: ['ingest:read' as const], expiresInDays: 365 };

  test('making one asks for the password; listing and revoking do not', async () => {
    await expect(asAnna(false).client.tokens.create(NEW)).rejects.toMatchObject({
      code: 'password_required',
    });
    const { client, recorded } = asAnna(true);
    const { token, details } = await client.tokens.create(NEW);
    expect(details.name).toBe('Import');
    expect(JSON.stringify(recorded)).not.toContain(token.slice(12));
    const again = asAnna(false).client.tokens;
    expect(await again.list()).toEqual([details]);
    expect(await again.revoke({ id: details.id })).toMatchObject({ state: 'revoked' });
    await expect(again.revoke({ id: details.id })).rejects.toMatchObject({
      status: 409,
      sentence: 'This token has already been revoked.',
    });
    await expect(again.revoke({ id: 'nobody' })).rejects.toMatchObject({ status: 404 });
    await expect(withToken(token).sources.list()).rejects.toMatchObject({ status: 401 });
  });

  test.each([
    [{ name: '  ' }, 'Please give the token a name.'],
    [{ scopes: [] }, 'Please choose what the token may access.'],
    [{ scopes: ['account:read'] }, 'This scope does not exist.'],
    [{ expiresInDays: 366 }, 'A token lasts from 1 to 365 days.'],
    [{ expiresInDays: 0 }, 'A token lasts from 1 to 365 days.'],
    [{ expiresInDays: undefined }, 'A token lasts from 1 to 365 days.'],
  ])('%o is refused', async (fields, sentence) => {
    await expect(asAnna(true).client.tokens.create({ ...NEW, ...fields } as never)).rejects.toMatchObject({
      status: 400,
      sentence: expect.stringContaining(sentence),
    });
    expect(await tokens()).toEqual([]);
  });

  test('none is created by a session that ended meanwhile: a password reset leaves no token', async () => {
    const { db, clock } = door.site.base;
    await door.signedIn();
    const [session] = await door.sessions();
    const creating = { administratorId: anna, sessionId: session!.id };
    await createToken(door.site.base, creating, NEW);
    let ends: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    await db.transaction().execute(async (tx) => {
      await sql`select from administrators where id = ${anna} for update`.execute(tx);
      const reset = resetAdministrator(db, anna, { now: clock.now() });
      await expect.poll(() => countWaiting(door.site.base.db), { timeout: 20_000, interval: 5 }).toBe(1);
      ends = Promise.allSettled([reset, createToken(door.site.base, creating, NEW)]);
      await expect.poll(() => countWaiting(door.site.base.db), { timeout: 20_000, interval: 5 }).toBe(2);
    });
    expect(await ends).toMatchObject([
      { status: 'fulfilled', value: { tokensRevoked: 1 } },
      { status: 'rejected', reason: { code: 'unauthorized' } },
    ]);
    expect((await tokens()).map((token) => token.revoked_at !== null)).toEqual([true]);
  });
});
