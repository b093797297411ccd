import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { routes } from '@vesper/contract';
import { createDb, createPool, type Db } from '@vesper/core/db/pool.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asSuperuser, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { auditCommands } from './commands.ts';
import {
  type AuditSettings,
  beginAct,
  isAuditBroken,
  recordActs,
  recordEvent,
  verifyAuditLog,
} from './index.ts';
import { auditRoutes } from './routes.ts';
import { checkAuditLog } from './verify.ts';

const ANNA = { administratorId: 'a1', username: 'anna', sessionId: 's1', isOwner: true, scopes: [] };
const VISITOR = { address: '203.0.113.77', userAgent: 'Firefox' };

let directory: string;
let database: TestDatabase;
let settings: AuditSettings;
let now: Date;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'vesper-audit-'));
});
beforeEach(async () => {
  database = await createTestDatabase();
  now = new Date('2026-11-20T12:00:00.000Z');
  const anchorFile = path.join(directory, `${crypto.randomUUID()}.json`);
  settings = { db: database.db, clock: { now: () => now }, log: silentLog, anchorFile };
});
afterEach(() => database.drop());
afterAll(() => rm(directory, { recursive: true, force: true }));

const rows = () => database.db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
const list = (query: object = {}) =>
  auditRoutes(database.db).list({ limit: 50, ...query }, undefined as never);
const verify = () => verifyAuditLog(database.db, settings.anchorFile);

async function act(times: number, record = recordActs(settings)): Promise<void> {
  for (let n = 1; n <= times; n += 1) {
    const call = routes.sources.change;
    const conclude = await record({
      actor: ANNA,
      call,
      input: { id: `source-${n}`, dailyQuota: n },
      visitor: VISITOR,
    });
    await conclude({ outcome: 'done', before: { dailyQuota: 10 }, after: { dailyQuota: n } });
    now = new Date(now.getTime() + 1000);
  }
}

/** Without the triggers that forbid changes. */
async function tamper(change: (db: Db) => Promise<unknown>): Promise<void> {
  await asSuperuser(database.superuser, async (db) => {
    for (const table of ['audit_log', 'audit_acts', 'audit_head'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await change(db);
    for (const table of ['audit_log', 'audit_acts', 'audit_head'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  });
}

test('an act is a row when it begins and one when it has ended, each chained to the one before', async () => {
  await act(1);
  await recordEvent(settings, {
    action: 'admin.login',
    username: 'nobody',
    visitor: VISITOR,
    outcome: 'refused',
    reason: 'Invalid username or password',
  });
  const [begun, ended, event] = await rows();
  const who = { actor_id: 'a1', actor_name: 'anna', session_id: 's1', token_id: null, network: '203.0.113' };
  expect(begun).toMatchObject({
    ...who,
    ...{ seq: 1, act: 1, phase: 'begun', action: 'sources.change', outcome: null, subject: 'source-1' },
    input: { id: 'source-1', dailyQuota: 1 },
    prev_hash: Buffer.alloc(32),
  });
  expect(ended).toMatchObject({
    ...who,
    ...{
      seq: 2,
      act: 1,
      phase: 'ended',
      outcome: 'done',
      before: { dailyQuota: 10 },
      after: { dailyQuota: 1 },
    },
    prev_hash: begun?.hash,
  });
  expect(event).toMatchObject({
    seq: 3,
    act: 3,
    phase: 'ended',
    actor_name: 'nobody',
    prev_hash: ended?.hash,
  });
  expect(await verify()).toMatchObject({ rows: 3, faults: [], faultCount: 0, unknown: [], anchoredAt: 3 });
});

test('the list joins beginning and end, pages by key and filters', async () => {
  await act(5);
  const failing = await beginAct(settings, { action: 'cli.clean', actor: { name: 'cli:root' } });
  await failing({ outcome: 'failed' });
  await beginAct(settings, { action: 'cli.crawl', actor: { name: 'cli:root' } });
  const first = await list({ limit: 3 });
  expect(first.entries.map(({ action, outcome, by }) => ({ action, outcome, by }))).toEqual([
    { action: 'cli.crawl', outcome: 'unknown', by: 'other' },
    { action: 'cli.clean', outcome: 'failed', by: 'other' },
    { action: 'sources.change', outcome: 'done', by: 'session' },
  ]);
  const second = await list({ limit: 3, before: first.next });
  expect(second.entries.map(({ subject }) => subject)).toEqual(['source-4', 'source-3', 'source-2']);
  const third = await list({ limit: 3, before: second.next });
  expect(third).toMatchObject({ entries: [{ subject: 'source-1', before: { dailyQuota: 10 } }], next: null });

  const found = async (query: object) => (await list(query)).entries.map(({ seq }) => seq);
  expect(await found({ administrator: 'cli:root' })).toEqual([13, 11]);
  expect(await found({ action: 'cli.clean' })).toEqual([11]);
  expect(await found({ subject: 'source-2' })).toEqual([3]);
  expect(await found({ outcome: 'unknown' })).toEqual([13]);
  expect(await found({ outcome: 'done', administrator: 'anna', before: 6 })).toEqual([5, 3, 1]);
  expect(await found({ since: '2026-11-20T12:00:03Z', until: '2026-11-20T12:00:05Z' })).toEqual([9, 7]);
  expect(await found({ until: '2026-11-20', administrator: 'cli:root' })).toEqual([13, 11]);
  expect(await found({ until: '2026-11-19' })).toEqual([]);
  expect(await found({ since: '2026-11-21' })).toEqual([]);
});

const CHANGES = [
  "update audit_log set actor_name = 'ben' where seq = 1",
  'delete from audit_log where seq = 4',
  'truncate audit_log',
  'truncate audit_log, audit_acts, audit_head cascade',
  'delete from audit_acts',
  'delete from audit_head',
  "insert into audit_head (is_only, seq, hash, at) values (false, 0, decode(repeat('00', 32), 'hex'), now())",
];

test('not even the superuser can change or remove a row, or all of them', async () => {
  await act(2);
  for (const statement of CHANGES)
    await asSuperuser(database.superuser, (db) =>
      expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/only ever added to/),
    );
  expect(await verify()).toMatchObject({ rows: 4, faultCount: 0 });
});

test('the site may add to the log and read it, and nothing else', async () => {
  await act(2);
  for (const statement of [
    ...CHANGES,
    'update audit_head set seq = 0',
    "update audit_acts set outcome = 'refused'",
    "insert into audit_acts (seq, actor_name, action) values (99, 'ben', 'sources.change')",
    "update migrations set sha256 = ''",
    'alter table audit_log disable trigger user',
    'alter table audit_log alter column reason drop not null',
    'alter table audit_head owner to current_user',
    'drop table audit_log cascade',
    'drop trigger audit_log_stays on audit_log',
    "create or replace function audit_log_stays() returns trigger language plpgsql as 'begin return null; end'",
    "create or replace function audit_log_to_acts() returns trigger language plpgsql as 'begin return null; end'",
    'create rule quiet as on insert to audit_log do instead nothing',
    'set role vesper_owner',
  ])
    await expect(sql.raw(statement).execute(database.db), statement).rejects.toThrow(
      /permission denied|must be owner/,
    );
  // A row that does not follow the end is refused from anybody.
  const forged = sql`insert into audit_log select seq + 9, act + 9, phase, at, action, outcome, reason, actor_id,
    actor_name, session_id, token_id, network, subject, input, before, after, prev_hash, hash from audit_log where seq = 1`;
  await expect(forged.execute(database.db)).rejects.toThrow(/does not follow its end/);
  expect(await verify()).toMatchObject({ rows: 4, faultCount: 0 });
});

test('a changed row is found even if its own hash was recomputed', async () => {
  await act(3);
  await tamper(async (db) => {
    await sql`update audit_log set hash = sha256('x') where seq = 3`.execute(db);
  });
  expect((await verify()).faults).toEqual([
    expect.stringMatching(/^Entry 3 .* was changed/),
    'Entry 4 does not follow entry 3: one of the two has been changed.',
  ]);
});

test('removed rows are found, at the beginning and in the middle', async () => {
  await act(4);
  await tamper((db) => sql`delete from audit_log where seq in (1, 4, 5)`.execute(db));
  expect((await verify()).faults).toEqual([
    'Entry 1 is missing before entry 2.',
    'Entries 4 to 5 are missing before entry 6.',
    'The list of acts says that entry 3 has ended; the log does not.',
  ]);
});

test('a cut-off end is found by the head, and with the head set back by the anchor', async () => {
  await act(4);
  await tamper((db) => sql`delete from audit_log where seq > 6`.execute(db));
  expect((await verify()).faults).toEqual(['The end is cut off: entries 7 to 8 are missing.']);
  await tamper((db) =>
    sql`update audit_head set seq = 6, hash = (select hash from audit_log where seq = 6)`.execute(db),
  );
  expect((await verify()).faults).toEqual(['The end is cut off: entries 7 to 8 are missing.']);
  await act(2);
  expect((await verify()).faults).toEqual([
    'Entry 8 does not match the anchor: the log was rebuilt from there or earlier.',
  ]);
});

test('many concurrent acts, from two pools, give one chain', async () => {
  const pool = createPool({
    connection: database.connection,
    maxConnections: 10,
    applicationName: 'second',
    onIdleError: () => {},
  });
  const second = { ...settings, db: createDb(pool), anchorFile: `${settings.anchorFile}-2` };
  try {
    const recorders = [recordActs(settings), recordActs(second)];
    await Promise.all(Array.from({ length: 20 }, (_, n) => act(1, recorders[n % 2])));
  } finally {
    await second.db.destroy();
  }
  expect((await rows()).map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  expect(await verify()).toMatchObject({ rows: 40, faultCount: 0, unknown: [] });
  expect(await verifyAuditLog(database.db, second.anchorFile)).toMatchObject({ faultCount: 0 });
});

test('an act whose process died is of unknown outcome, and nothing is wrong with the log', async () => {
  await act(1);
  await recordActs(settings)({ actor: ANNA, call: routes.crawler.start, input: {}, visitor: VISITOR });
  await act(1);
  expect(await verify()).toMatchObject({
    faultCount: 0,
    unknown: [{ seq: 3, action: 'crawler.start', actor_name: 'anna' }],
  });
  expect((await list({ outcome: 'unknown' })).entries).toMatchObject([{ seq: 3, endedAt: null }]);
});

test('an act that cannot be written is refused with a sentence; an end that cannot is not', async () => {
  const conclude = await beginAct(settings, { action: 'cli.crawl', actor: { name: 'cli:root' } });
  await tamper((db) => sql`delete from audit_head`.execute(db));
  await expect(act(1)).rejects.toMatchObject({ code: 'unavailable', message: /audit log cannot be written/ });
  await conclude({ outcome: 'done' });
  expect(await rows()).toHaveLength(1);
});

test('any input can be written: bounded, without secrets, and the chain holds', async () => {
  const record = recordActs(settings);
  const inputs: Record<string, unknown>[] = [
    { text: 'nul \0 and half \uD800 of a character', 'key\0': 1 },
    { sourceUrls: Array.from({ length: 10_000 }, (_, n) => `https://source.test/${n}`) },
    { text: 'x'.repeat(100_000) },
    { password: 'hidden-1', nested: [{ token: 'hidden-2', totpSecret: 'hidden-3' }], languageCode: 'en' },
  ];
  for (const input of inputs)
    await record({ actor: ANNA, call: routes.crawler.start, input, visitor: VISITOR });
  const kept = (await rows()).map(({ input }) => JSON.stringify(input));
  expect(kept[0]).toContain('nul \uFFFD and half \uFFFD');
  expect(kept[1]).toContain('… (10,000 entries)');
  expect(kept[2]).toContain('x… (100,000 characters)');
  expect(Math.max(...kept.map((text) => text.length))).toBeLessThan(17_000);
  expect(kept.join()).not.toContain('hidden');
  expect(kept[3]).toContain('"languageCode":"en"');
  expect(await verify()).toMatchObject({ faultCount: 0 });
});

test("a check's findings last until the log is accepted, or found intact again", async () => {
  await act(3);
  await checkAuditLog(settings);
  expect(await isAuditBroken(database.db)).toBe(false);
  await tamper((db) => sql`update audit_log set reason = 'another' where seq = 2`.execute(db));
  await checkAuditLog(settings);
  await act(1);
  expect(await isAuditBroken(database.db)).toBe(true);
  await anchor();
  await act(1);
  await checkAuditLog(settings);
  expect(await isAuditBroken(database.db)).toBe(false);
  await tamper((db) => sql`update audit_log set reason = 'another' where seq = 3`.execute(db));
  await checkAuditLog(settings);
  expect(await isAuditBroken(database.db)).toBe(true);
});

async function anchor(): Promise<void> {
  const conclude = await beginAct(settings, { action: 'cli.audit.anchor', actor: { name: 'cli:root' } });
  await auditCommands['audit anchor']?.run({ audit: settings, operands: [], options: {}, print: () => {} });
  await conclude({ outcome: 'done' });
}
