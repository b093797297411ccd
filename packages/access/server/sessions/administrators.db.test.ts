import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countWaiting } from '../../../test/count-waiting.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { createToken } from '../tokens/tokens.ts';
import { administratorNamed } from './administrators.ts';
import { adminCommands } from './commands.ts';
import { ensureFirstAdministrator } from './index.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

describe('the first administrator', () => {
  let database: TestDatabase;
  let told: { username: string; password: string }[];
  const announce = (login: { username: string; password: string }) => told.push(login);
  const recorded: string[] = [];
  const record = async (_: Db, username: string) => void recorded.push(username);
  const ensure = (username: string, password?: string) =>
    ensureFirstAdministrator(database.db, { username, password }, { now: NOW, announce, record });
  const all = () => database.db.selectFrom('administrators').selectAll().execute();

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    told = [];
    await database.db.deleteFrom('administrators').execute();
  });
  afterAll(() => database.drop());

  test('is created once and announced once, however many processes start', async () => {
    const starts = 6;
    let starting: Promise<unknown> = Promise.resolve();
    await database.db.transaction().execute(async (tx) => {
      await sql`lock table administrators in share row exclusive mode`.execute(tx);
      starting = Promise.all(Array.from({ length: starts }, (_, n) => ensure(`admin${n}`)));
      await expect.poll(() => countWaiting(database.db), { timeout: 20_000 }).toBe(starts);
    });
    await starting;
    await ensure('later');
    const [made, ...others] = await all();
    expect(made).toMatchObject({ username: expect.stringMatching(/^admin\d$/), created_at: NOW });
    expect(others).toEqual([]);
    expect(told).toEqual([{ username: made?.username, password: expect.stringMatching(/^.{23}$/) }]);
    expect(recorded).toEqual([made?.username]);
  });

  test('has the password from the settings, which is never printed and has no effect later', async () => {
    await ensure('Anna', 'a password from settings');
    const before = await all();
    await ensure('anna', 'another password of later');
    expect(await all()).toEqual(before);
    expect(before).toEqual([expect.objectContaining({ username: 'anna' })]);
    expect(told).toEqual([]);
  });
});

describe('the commands', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startTestSite();
  });
  beforeEach(() => site.base.db.deleteFrom('administrators').execute());
  afterAll(() => site.close());

  async function run(words: string, ...operands: string[]): Promise<string[]> {
    const lines: string[] = [];
    const { base } = site;
    await adminCommands[words]?.run({
      base,
      operands,
      options: {},
      print: (line) => lines.push(line),
    });
    return lines;
  }

  function passwordIn(lines: string[]): string {
    return /([a-z2-9]{5}-){3}[a-z2-9]{5}/.exec(lines.join('\n'))?.[0] ?? '';
  }

  async function signIn(username: string, password: string): Promise<string | undefined> {
    const response = await fetch(`${site.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: JSON.stringify({ username, password }),
    });
    return response.ok ? response.headers.getSetCookie()[0]?.split(';')[0] : undefined;
  }

  async function isAdmin(cookie: string | undefined): Promise<boolean> {
    const response = await fetch(`${site.url}/api/admin/check`, { headers: { cookie: cookie ?? '' } });
    return ((await response.json()) as { isAdmin: boolean }).isAdmin;
  }

  async function makeToken(name: string): Promise<string> {
    const { db, clock } = site.base;
    const { id } = await administratorNamed(db, name);
    const fields = { name: 'A program', scopes: ['ingest:read' as const], expiresInDays: 1 };
    return (await createToken({ db, clock }, { administratorId: id }, fields)).token;
  }

  async function statusOf(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${site.url}/api/download-jobs`, { headers })).status;
  }

  test('add an administrator, who can sign in with what was shown', async () => {
    const password = passwordIn(await run('admin add', 'Anna'));
    expect(await isAdmin(await signIn('anna', password))).toBe(true);
    await expect(run('admin add', ' ANNA')).rejects.toThrow('An administrator "anna" already exists.');
    await expect(run('admin add', 'two words')).rejects.toThrow(/^The name must be 1 to 64 letters/);
    await expect(run('admin add')).rejects.toThrow('This command needs the name of an administrator.');
  });

  test("reset one: the old password, the sessions and the tokens end, others' do not, and no delay is left", async () => {
    const former = passwordIn(await run('admin add', 'anna'));
    const session = await signIn('anna', former);
    const other = await signIn('berta', passwordIn(await run('admin add', 'berta')));
    for (let n = 0; n < 7; n += 1) await signIn('anna', 'wrong');
    const token = await makeToken('anna');
    const othersToken = await makeToken('berta');
    expect(await statusOf(token)).toBe(200);
    const lines = await run('admin reset', 'Anna');
    expect(lines.slice(1)).toEqual(['Sessions ended: 1.', 'Personal tokens revoked: 1.']);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(othersToken)).toBe(200);
    expect(await isAdmin(session)).toBe(false);
    expect(await isAdmin(other)).toBe(true);
    expect(await signIn('anna', former)).toBeUndefined();
    expect(await isAdmin(await signIn('anna', passwordIn(lines)))).toBe(true);
    await expect(run('admin reset', 'carla')).rejects.toThrow('There is no administrator "carla".');
  });
});
