import { asMigration, migrate, readMigrations } from '@vesper/core/db/migrate.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMadeDatabase, type EmptyDatabase } from '../test/database.ts';
import { growDatabase } from '../test/grow-database.ts';
import { type Release, readReleases } from '../test/releases.ts';
import { startTestSite, type TestSite } from '../test/site.ts';
import { restoreRelease, schemaFaults, tryUpgrade } from '../test/upgrade-trial.ts';
import { prepareQueue } from './composition/compose-queue.ts';
import { migrateDatabase } from './composition/database.ts';

/** script/bench upgrade has a million. */
const VIDEOS = 2000;
const PAGES = ['/', '/?page=2', '/?search=gradient', '/category/gradients', '/sitemap.xml', '/api/videos'];

const releases = await readReleases();
const databases: EmptyDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function restored(release: Release, videos = VIDEOS): Promise<EmptyDatabase> {
  const contents = [JSON.stringify(release.manifest), restoreRelease, growDatabase, videos].join('\n');
  const database = await createMadeDatabase(contents, (empty) => restoreRelease(empty, release, videos));
  databases.push(database);
  return database;
}

describe.each(releases)('from $version to the present', (from) => {
  test.each([
    { how: 'step by step', isStepwise: true },
    { how: 'all at once', isStepwise: false },
  ])('$how', async ({ isStepwise }) => {
    const database = await restored(from);
    const { faults } = await tryUpgrade(database, { from, releases, isStepwise });
    expect(faults).toEqual([]);
    expect(await schemaFaults(database)).toEqual([]);
    await expectPages(database);
  });
});

/** The present program on the upgraded database. */
async function expectPages(database: EmptyDatabase): Promise<void> {
  await prepareQueue(database.connection, silentLog);
  const site = await startTestSite({}, { database: { ...database, drop: async () => {} } });
  try {
    for (const address of PAGES) expect((await fetch(site.url + address)).status, address).toBe(200);
    expect((await site.client.videos.list({ limit: 24 })).videos).toHaveLength(24);
  } finally {
    await site.close();
  }
}

describe('of migrations that are made for it', () => {
  const from = releases[0] as Release;
  const made = (name: string, sql: string) =>
    asMigration(`9${name}.sql`, `-- works with: ${from.version}\n${sql}`);
  const known = readMigrations();
  let database: EmptyDatabase;
  beforeAll(async () => {
    database = await restored(from);
  });

  /** Each comes after the former ones. */
  async function faultsOf(name: string, sql: string, isStepwise = true): Promise<string[]> {
    known.push(made(name, sql));
    return (await tryUpgrade(database, { from, releases, known, isStepwise, longestLockMs: 500 })).faults;
  }

  test('a long lock on what visitors read is reported', async () => {
    const faults = await faultsOf(
      '003_lock',
      'alter table videos add column m integer; select pg_sleep(1.5)',
    );
    expect(faults).toEqual([
      expect.stringMatching(
        /^videos was locked \(AccessExclusiveLock\) for [\d.]+ seconds, at most 0\.5: visitors cannot read it/,
      ),
    ]);
  });

  test('lost rows are reported', async () => {
    const sql = 'delete from video_tags where ctid in (select ctid from video_tags limit 3)';
    expect(await faultsOf('007_lost', sql)).toEqual([
      expect.stringMatching(/^video_tags has lost 3 of its \d+ rows/),
    ]);
  });

  test('a column removed from under the released program is reported', async () => {
    const faults = await faultsOf('011_taken', 'alter table videos drop column placeholder', false);
    expect(faults).toEqual([
      expect.stringMatching(/^What 1\.0\.0 asks for visitors fails: column .*placeholder does not exist/),
    ]);
  });
});

describe('of two versions side by side', () => {
  const from = releases[0] as Release;
  const next = asMigration('9001_next.sql', '-- works with: 1.0.0\nalter table videos add column thing text');
  const later = asMigration(
    '9002_later.sql',
    '-- works with: 1.1.0\nalter table videos add column other text',
  );

  /** Readiness's view of versions. */
  async function standing({ url }: TestSite): Promise<string[]> {
    const response = await fetch(`${url}/readyz`);
    const { reasons } = (await response.json()) as { reasons: { key: string }[] };
    const keys = reasons.map(({ key }) => key).filter((key) => key.startsWith('version-'));
    const status = keys.includes('version-too-old') ? 503 : 200;
    expect(response.status).toBe(status);
    // Balancers get no reasons, and cached answers for a second.
    await vi.waitFor(async () => {
      const asked = await fetch(`${url}/readyz`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
      expect([asked.status, await asked.json()]).toEqual([
        status,
        expect.not.objectContaining({ reasons: expect.anything() }),
      ]);
    }, 5000);
    return keys;
  }

  test('the older program answers while the newer one migrates, and starts after it', async () => {
    const database = await restored(from);
    const known = readMigrations();
    const newer = new pg.Client(database.owner);
    await newer.connect();
    await migrateDatabase(database, silentLog);
    await prepareQueue(database.connection, silentLog);
    const site = await startTestSite({}, { database: { ...database, drop: async () => {} } });
    try {
      expect(await standing(site)).toEqual([]);
      const migrating = migrate(newer, { known: [...known, next], site: String(database.connection.user) });
      for (const address of PAGES) expect((await fetch(site.url + address)).status, address).toBe(200);
      expect(await migrating).toContain(next.name);
      for (const address of PAGES) expect((await fetch(site.url + address)).status, address).toBe(200);
      await migrateDatabase(database, silentLog);
      expect(await standing(site)).toEqual(['version-behind']);
      await migrate(newer, { known: [...known, next, later], version: '1.2.0' });
      await expect(migrateDatabase(database, silentLog)).rejects.toThrow(
        'its migration 9002_later.sql works with 1.1.0 and later',
      );
      expect(await standing(site)).toEqual(['version-too-old']);
    } finally {
      await site.close();
      await newer.end();
    }
  });
});
