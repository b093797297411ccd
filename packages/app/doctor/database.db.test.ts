import { type DatabaseState, inspectDatabase } from '@vesper/core/db/inspect.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../test/database.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { readConfig } from '../settings/config.ts';
import { checkDatabase, judgeDatabase } from './database.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

const statuses = (findings: { status: string }[]) => findings.map(({ status }) => status);

function addressOf({ host, user, password, database, port }: pg.PoolConfig): string {
  const login = `${user}:${encodeURIComponent(String(password))}`;
  return `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}

test("a running site's database is fit, and unchanged", async () => {
  const findings = await checkDatabase(readConfig({ DATABASE_URL: addressOf(site.connection) }, '/'));
  expect(findings.map(({ check, status }) => [check, status])).toEqual([
    ...['Database', 'Role', 'Clock', 'Migrations', 'Queue'].map((check) => [check, 'ok']),
    ['Workers', 'warning'],
  ]);
});

test.each([
  ['a superuser', '', 'superuser', ['superuser']],
  [
    'a role that may too much',
    'createrole createdb bypassrls',
    'login',
    ['createrole', 'createdb', 'bypassrls'],
  ],
  ['the owner of all', '', 'in role vesper_owner', ['owner', 'audit']],
  ['one that may change the audit log', '', 'login', ['audit']],
])('%s is detected', async (_, rights, kind, excess) => {
  const { superuser } = await startTestServer();
  const client = new pg.Client({ ...superuser, database: String(site.connection.database) });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`create role stranger ${rights} ${kind}`);
    await client.query('grant select on migrations to stranger');
    if (excess[0] === 'audit') await client.query('grant update on audit_log to stranger');
    await client.query('set local role stranger');
    expect(await inspectDatabase(client)).toMatchObject({ role: 'stranger', excess });
  } finally {
    await client.query('rollback');
    await client.end();
  }
});

test('an unreachable database fails, without its password', async () => {
  const findings = await checkDatabase(
    readConfig({ DATABASE_URL: 'postgres://a:secret-word@127.0.0.1:1/b' }, '/'),
  );
  expect(findings).toMatchObject([
    { status: 'failed', found: expect.stringMatching(/^The database cannot be reached: .*ECONNREFUSED/) },
  ]);
  expect(JSON.stringify(findings)).not.toContain('secret-word');
});

describe('a database', () => {
  const fit = {
    serverVersion: 180_001,
    isReplica: false,
    aheadMs: 3,
    pending: [],
    refusal: undefined,
    hasQueue: true,
    role: 'vesper_site',
    excess: [],
  };
  test.each([
    ['that is too old', { serverVersion: 140_010 }, ['failed', 'ok', 'ok', 'ok', 'ok']],
    ['whose clock is ahead', { aheadMs: 2500 }, ['ok', 'ok', 'warning', 'ok', 'ok']],
    ['whose role is a superuser', { excess: ['superuser'] }, ['ok', 'warning', 'ok', 'ok', 'ok']],
    [
      'whose role can change the audit log, and more',
      { excess: ['createrole', 'createdb', 'bypassrls', 'owner', 'audit'] },
      ['ok', 'warning', 'warning', 'warning', 'warning', 'warning', 'ok', 'ok', 'ok'],
    ],
    ['without a queue', { hasQueue: false }, ['ok', 'ok', 'ok', 'ok', 'warning']],
  ])('%s is reported', (_, state, expected) => {
    const findings = judgeDatabase({ ...fit, ...(state as Partial<DatabaseState>) }, 'The embedded database');
    expect(statuses(findings)).toEqual(expected);
    for (const { status, todo } of findings) expect(todo === undefined).toBe(status === 'ok');
  });
});
