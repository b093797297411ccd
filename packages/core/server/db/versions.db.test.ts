import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSuperuser, createTestDatabase, NOT_DURABLE, type TestDatabase } from '../../../test/database.ts';
import { digestOfTables } from '../../../test/database-digest.ts';
import { fillEmptyTables } from '../../../test/fill-empty-tables.ts';
import { OLDER_VERSIONS, olderBuild } from '../../../test/older-postgres.ts';
import { describeSchema } from '../../../test/schema-description.ts';
import { silentLog } from '../lib/log.ts';
import { runProcess } from '../lib/run-process.ts';
import { type EmbeddedConnection, startEmbeddedPostgres } from './embedded.ts';
import { migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
let parent: string;
beforeAll(async () => {
  database = await createTestDatabase();
  parent = await mkdtemp(path.join(tmpdir(), 'vesper-versions-'));
});
afterAll(async () => {
  await database.drop();
  await rm(parent, { recursive: true, force: true });
});

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  return client;
}

test.each(OLDER_VERSIONS)(
  'PostgreSQL %s takes every migration, and ends with the same schema',
  async (version) => {
    const server = await startEmbeddedPostgres(path.join(parent, version), silentLog, {
      settings: NOT_DURABLE,
      build: olderBuild(version),
    });
    const client = await connect(server.owner);
    try {
      expect(await migrate(client)).toEqual(readMigrations().map(({ name }) => name));
      const { rows } = await client.query("select current_setting('server_version') as version");
      expect(rows[0].version.split('.')[0]).toBe(version);
      expect(await describeSchema(client)).toEqual(await describeSchema(database.pool));
    } finally {
      await client.end();
      await server.stop();
    }
  },
);

test('database functions that objects call set their search_path', async () => {
  const { rows } = await database.pool.query(`
    select distinct proname from pg_proc p join pg_depend on refclassid = 'pg_proc'::regclass and refobjid = p.oid
    where pronamespace = 'public'::regnamespace and prosqlbody is null
      and not coalesce(array_to_string(proconfig, ' ') ~ '\\msearch_path=', false)`);
  expect(rows).toEqual([]);
});

test.skipIf(!existsSync('/usr/bin/pg_dump'))('pg_dump and pg_restore lose nothing', async () => {
  const server = await startEmbeddedPostgres(path.join(parent, 'dumped'), silentLog, {
    settings: NOT_DURABLE,
    build: olderBuild('15'),
  });
  try {
    const owner = await connect(server.owner);
    await migrate(owner, { site: server.connection.user });
    await owner.end();
    await fillEmptyTables(server.superuser);
    const before = await contentsOf(server.superuser);
    expect(before.tables['public.videos']).toContain('1 rows');
    for (const [role, options] of [
      ['superuser', []],
      ['owner', ['--no-owner']],
    ] as const) {
      const file = path.join(parent, role);
      await run('pg_dump', server[role], ['-Fc', '-f', file]);
      const superuser = await connect(server.superuser);
      await superuser.query(`create database restored_by_${role} owner ${server.owner.user}`);
      await superuser.end();
      const restored = { ...server[role], database: `restored_by_${role}` };
      await run('pg_restore', restored, [...options, '--exit-on-error', '-d', restored.database, file]);
      expect(await contentsOf({ ...server.superuser, database: restored.database })).toEqual(before);
    }
  } finally {
    await server.stop();
  }
});

const run = (tool: string, { host, port, user, password, database }: EmbeddedConnection, args: string[]) =>
  runProcess(tool, args, {
    timeoutMs: 120_000,
    env: {
      ...{ PATH: process.env.PATH ?? '', PGHOST: host, PGPORT: String(port) },
      ...{ PGUSER: user, PGPASSWORD: password, PGDATABASE: database },
    },
  });

async function contentsOf(superuser: pg.ClientConfig) {
  const client = await connect(superuser);
  // A restored condition has fewer brackets.
  const schema = (await describeSchema(client)).replaceAll(/[()]/g, '');
  await client.end();
  const tables = await asSuperuser(superuser, async (db) => (await digestOfTables(db))());
  return { schema, tables };
}
