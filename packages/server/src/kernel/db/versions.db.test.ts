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
