import { createClient, fetchTransport, OWNER, type Role } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdminCookie, startTestSite, type TestSite } from '../../../test/site.ts';
import { removeAdministrator } from './administrators.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
beforeEach(() => site.base.db.deleteFrom('administrators').execute());
afterAll(() => site.close());

const WORDS: Role = { isOwner: false, scopes: ['words:write'], opensPapers: false };

async function somebody(role: Role) {
  const cookie = await newAdminCookie(site.base, { role });
  const client = createClient(fetchTransport(site.url, { cookie, origin: site.url }));
  return { client, ...(await client.account.get()) };
}

function withToken(token: string) {
  return createClient(fetchTransport(site.url, { authorization: `Bearer ${token}` }));
}

test('an owner changes the roles of others, which counts at the next request and is logged', async () => {
  const [owner, other] = [await somebody(OWNER), await somebody(OWNER)];
  expect(await owner.client.administrators.changeRole({ id: other.id, role: WORDS })).toEqual(WORDS);
  await expect(other.client.sources.list()).rejects.toMatchObject({
    status: 403,
    sentence: 'Your role does not permit that. Owners can change it.',
  });
  await expect(other.client.administrators.list()).rejects.toMatchObject({ status: 403 });
  expect(await other.client.admin.check()).toEqual({ isAdmin: true, role: WORDS });
  const { entries } = await owner.client.audit.list({ action: 'administrators.changeRole' });
  expect(entries).toMatchObject([{ subject: other.username, before: OWNER, after: WORDS }]);
});

test('administrators cannot change their own role, but an owner can grant themselves sealed papers', async () => {
  const { client, id } = await somebody(OWNER);
  await expect(client.administrators.changeRole({ id, role: WORDS })).rejects.toMatchObject({
    status: 409,
    sentence: 'You cannot change your own role. Ask another owner.',
  });
  await client.administrators.changeRole({ id, role: { ...OWNER, opensPapers: true } });
  expect(await client.administrators.list()).toMatchObject([{ isOwner: true, opensPapers: true }]);
});

test.each<[Partial<Role>, string]>([
  [{ scopes: [] }, 'Please make them an owner, or choose what they may read or change.'],
  [{ opensPapers: true }, 'Only somebody who reads submissions can open sealed papers.'],
  [{ scopes: ['account:write' as never] }, 'This scope does not exist.'],
])('no administrator is added with %o', async (fields, sentence) => {
  const { client } = await somebody(OWNER);
  const adding = client.administrators.add({ username: 'berta', role: { ...WORDS, ...fields } });
  await expect(adding).rejects.toMatchObject({ status: 400, sentence: expect.stringContaining(sentence) });
});

test('of two owners who demote each other at once, one stays', async () => {
  for (let n = 0; n < 5; n += 1) {
    await site.base.db.deleteFrom('administrators').execute();
    const [one, other] = [await somebody(OWNER), await somebody(OWNER)];
    const results = await Promise.allSettled([
      one.client.administrators.changeRole({ id: other.id, role: WORDS }),
      other.client.administrators.changeRole({ id: one.id, role: WORDS }),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('the command line removes others, but not the last owner', async () => {
  const [owner, other] = [await somebody(OWNER), await somebody(WORDS)];
  await expect(removeAdministrator(site.base.db, owner.id, undefined)).rejects.toMatchObject({
    message: 'The last owner cannot be removed.',
  });
  await removeAdministrator(site.base.db, other.id, undefined);
});

test('a token has only what its holder still has, and never does more than their role', async () => {
  const [owner, other] = [await somebody(OWNER), await somebody(OWNER)];
  const fields = { name: 'Test', expiresInDays: 1 };
  const { token } = await other.client.tokens.create({ ...fields, scopes: ['words:write', 'ingest:write'] });
  const program = withToken(token);
  await program.sources.list();
  const role: Role = { ...WORDS, scopes: ['words:read', 'site:write'] };
  await owner.client.administrators.changeRole({ id: other.id, role });
  await program.synonyms.list();
  await expect(program.sources.list()).rejects.toMatchObject({ status: 403 });
  await expect(program.settings.list()).rejects.toMatchObject({ status: 403 });
  const group = { words: ['one', 'uno'], domainId: null };
  await expect(program.synonyms.create(group)).rejects.toMatchObject({ status: 403 });
  await expect(
    other.client.tokens.create({ ...fields, scopes: ['words:write', 'site:read'] }),
  ).rejects.toMatchObject({ status: 403, sentence: 'Your role lacks words:write.' });
});

test('who is no owner sees and ends only their own sessions and tokens', async () => {
  const [owner, other] = [await somebody(OWNER), await somebody(WORDS)];
  const fields = { name: 'Test', scopes: ['words:read' as const], expiresInDays: 1 };
  const theirs = await owner.client.tokens.create(fields);
  const own = await other.client.tokens.create(fields);
  expect(await other.client.tokens.list()).toEqual([own.details]);
  await expect(other.client.tokens.revoke({ id: theirs.details.id })).rejects.toMatchObject({ status: 404 });
  await other.client.tokens.revoke({ id: own.details.id });
  const { sessions } = await owner.client.adminSessions.list({});
  expect(sessions).toHaveLength(2);
  const { id: ofOwner = '' } = sessions.find(({ isYours }) => isYours) ?? {};
  expect(await other.client.adminSessions.list({})).toMatchObject({ sessions: [{ isYours: true }] });
  await expect(other.client.adminSessions.revoke({ id: ofOwner })).rejects.toMatchObject({ status: 404 });
  await expect(other.client.adminSessions.revokeOthers({ whose: 'everyone' })).rejects.toMatchObject({
    status: 403,
  });
  expect(await owner.client.adminSessions.revokeOthers({ whose: 'everyone' })).toEqual({ sessionsEnded: 1 });
});
