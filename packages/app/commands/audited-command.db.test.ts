import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSuperuser } from '../../test/database.ts';
import { startCommand } from '../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

const run = (...words: string[]) => startCommand(site, words).ended;
const entries = () =>
  site.base.db
    .selectFrom('audit_log')
    .select(['action', 'phase', 'outcome', 'reason', 'actor_name', 'subject', 'input'])
    .orderBy('seq')
    .execute();

test('a command that changes something is audited, without its output; one that reads is not', async () => {
  const { output } = await run('admin', 'add', 'berta');
  const password = /password (\S+)/.exec(output)?.[1] ?? '';
  expect(password).toHaveLength(23);
  await run('admin', 'list');
  const refused = await run('admin', 'add', 'berta');
  expect(refused.code).not.toBe(0);
  const who = { actor_name: `cli:${userInfo().username}`, action: 'cli.admin.add', subject: 'berta' };
  expect(await entries()).toMatchObject([
    { ...who, phase: 'begun', outcome: null, input: { operands: ['berta'] } },
    { ...who, phase: 'ended', outcome: 'done' },
    { ...who, phase: 'begun' },
    { ...who, phase: 'ended', outcome: 'refused', reason: 'An administrator "berta" already exists.' },
  ]);
  expect(JSON.stringify(await entries())).not.toContain(password);
});

test('verify reports faults; a new anchor is an act of its own', async () => {
  const good = await run('audit', 'verify');
  expect(good).toEqual({
    code: 0,
    output: expect.stringMatching(/^Checked \d+ entries: no faults\.\n$/),
  });
  const anchor = path.join(site.base.config.dataDir, 'audit-anchor.json');
  const known = await readFile(anchor, 'utf8');

  // A restored backup lacks the last act.
  await asSuperuser(site.superuser, async (db) => {
    await sql`alter table audit_log disable trigger user`.execute(db);
    await sql`alter table audit_acts disable trigger user`.execute(db);
    await sql`delete from audit_log where seq > 2`.execute(db);
    await sql`delete from audit_acts where seq > 2`.execute(db);
    await sql`update audit_head set seq = 2, hash = (select hash from audit_log where seq = 2)`.execute(db);
    await sql`alter table audit_log enable trigger user`.execute(db);
  });
  const cut = await run('audit', 'verify');
  expect(cut.code).toBe(1);
  expect(cut.output).toMatch(
    /^The end is cut off: entries 3 to \d+ are missing\.\n.*one fault was found\.\n$/,
  );
  expect(await readFile(anchor, 'utf8')).toBe(known);

  const anchored = await run('audit', 'anchor');
  expect(anchored).toMatchObject({ code: 0, output: expect.stringContaining('anchored at entry 3') });
  expect((await run('audit', 'verify')).code).toBe(0);
  expect((await entries()).slice(2)).toMatchObject([
    { action: 'cli.audit.anchor', phase: 'begun' },
    { action: 'audit.check', outcome: 'done' },
    { action: 'cli.audit.anchor', phase: 'ended', outcome: 'done' },
  ]);
});

test('a command killed midway is an act of unknown outcome', async () => {
  // It waits for this lock with its act begun.
  const blocker = await site.base.pool.connect();
  await blocker.query('begin; lock table administrators in access exclusive mode');
  const command = startCommand(site, ['admin', 'add', 'carla']);
  try {
    await expect
      .poll(async () => (await entries()).at(-1), { timeout: 60_000 })
      .toMatchObject({
        action: 'cli.admin.add',
        subject: 'carla',
        phase: 'begun',
      });
    command.kill('SIGKILL');
    await command.ended;
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  const { code, output } = await run('audit', 'verify');
  expect(code).toBe(0);
  expect(output).toMatch(/cli\.admin\.add, carla\): outcome unknown, or still running\./);
});
