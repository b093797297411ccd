import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCase } from '../../notices/server/cases/open.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startCommand } from '../../test/run-command.ts';
import type { TestSite } from '../../test/site.ts';
import { readConfig } from '../settings/config.ts';
import { caseKeysOf } from './compose.ts';
import { joinSite, requireSameMachine } from './machine.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-machines-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

/** By folder and settings. */
function machine(name: string, env: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: path.join(folder, name), ...env }, folder);
  return { config, db: database.db, keys: caseKeysOf(config) };
}

const run = (on: ReturnType<typeof machine>, words: string[], env: Record<string, string> = {}) =>
  startCommand({ base: on, connection: database.connection } as unknown as TestSite, words, env).ended;

async function takeNotice({ db, keys }: ReturnType<typeof machine>): Promise<string> {
  const notice = { kind: 'privacy', domain: 'localhost', submission: {}, targets: [] };
  const sender = { name: null, email: null };
  const open = (tx: typeof db) => openCase(tx, keys, { ...notice, sender, receivedAt: new Date() });
  return (await db.transaction().execute(open)).caseRow.key_name ?? '';
}

test('of two machines starting at once with own folders, one is refused', async () => {
  const starts = await Promise.allSettled([joinSite(machine('a')), joinSite(machine('b'))]);
  const refused = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
  // Missing, if the other was done before this one made its own.
  expect(refused).toEqual([
    expect.stringMatching(
      /the signing key \(.*\) is (different|missing) here; DATA_DIR\/case-keys\/macs\.key is \1 here\. .*"script\/vesper machine accept"/,
    ),
  ]);
  const { rows } = await database.pool.query('select mark from machine_marks');
  const told = JSON.stringify(rows);
  for (const name of ['a', 'b']) expect(told).not.toContain(machine(name).keys.read('macs')?.toString('hex'));
});

test('two processes of one folder may start at once, even if one falls behind', async () => {
  let behind: Promise<void> | undefined;
  await database.db.transaction().execute(async (tx) => {
    await sql`lock table machine_marks`.execute(tx);
    behind = joinSite(machine('a'));
    await joinSite({ ...machine('a'), db: tx });
  });
  await behind;
});

test('a copied folder is refused once it lacks a key, and creates none', async () => {
  const first = machine('a');
  await joinSite(first);
  await cp(first.config.dataDir, machine('b').config.dataDir, { recursive: true });
  await joinSite(machine('b'));
  const name = await takeNotice(first);
  await expect(joinSite(machine('b'))).rejects.toThrow(`database: DATA_DIR/case-keys lacks ${name}. All`);
  await expect(takeNotice(machine('b'))).rejects.toThrow('This machine lacks case keys');
  // Given up, the next one begins.
  const { code, output } = await run(machine('b'), ['machine', 'accept', '--yes']);
  expect([code, output]).toEqual([0, expect.stringContaining(`lacks ${name}`)]);
  await joinSite(machine('b'));
  expect(await takeNotice(machine('b'))).toBe(name.replace(/1$/, '2'));
});

test('differences are accepted by an audited command; no other writes before', async () => {
  const env = { CRAWL_TIME: '03:00' };
  const [before, after] = [machine('a'), machine('a', env)];
  await joinSite(before);
  const sentence = 'CRAWL_TIME is 03:00 here, not set there';
  const refused = await run(after, ['admin', 'add', 'berta'], env);
  expect([refused.code, refused.output]).toEqual([78, expect.stringContaining(sentence)]);
  expect((await run(after, ['machine', 'accept'], env)).output).toContain('Nothing was changed.');
  await requireSameMachine(before);
  expect((await run(after, ['machine', 'accept', '--yes'], env)).code).toBe(0);
  await joinSite(after);
  await expect(joinSite(before)).rejects.toThrow('CRAWL_TIME is not set here, 03:00 there');
  const { rows } = await database.pool.query('select action, after from audit_log order by seq');
  expect(rows).toMatchObject([
    { action: 'cli.machine.accept' },
    { action: 'machine.accept', after: { accepted: [sentence] } },
    { action: 'cli.machine.accept' },
  ]);
});
