import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, NOT_DURABLE, type TestDatabase } from '../../test/database.ts';
import { OLDER_VERSIONS, olderBuild } from '../../test/older-postgres.ts';
import { describeSchema } from '../../test/schema-description.ts';
import { silentLog } from '../lib/log.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';

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

/** What 0033 said before it was mended, taken out of what it says now; its hash shows that it is to the letter. */
function formerly({ name, sql }: Migration): Migration {
  const former = sql
    .replace(/-- Mended:[\s\S]*?drop function is_cleared\(videos\);\n\n/, '')
    .replace(/-- As 0027 made it\.\n[\s\S]*?;\n\n/, '');
  return { name, sql: former, sha256: createHash('sha256').update(former).digest('hex'), formerSha256: [] };
}

test('a database that has applied what a mended file said before starts, and has the same schema', async () => {
  const name = `${database.connection.database}_former`;
  const superuser = await connect(database.superuser);
  await superuser.query(`create database ${name}`);
  const client = await connect({ ...database.superuser, database: name });
  try {
    const known = readMigrations();
    const mended = known.filter(({ formerSha256 }) => formerSha256.length > 0);
    expect(mended.map(({ name }) => name)).toEqual(['0033_finding_videos.sql', '0040_streams_version.sql']);
    const former = known.map((one) => (mended.includes(one) ? formerly(one) : one));
    await migrate(client, { known: former });
    expect(await migrate(client)).toEqual([]);
    expect(await describeSchema(client)).toEqual(await describeSchema(database.pool));
  } finally {
    await client.end();
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.end();
  }
});
