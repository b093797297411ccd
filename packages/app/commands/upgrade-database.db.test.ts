import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { recordSystemEvent, verifyAuditLog } from '@vesper/access/audit';
import { hasCluster } from '@vesper/core/db/cluster-folder.ts';
import { startEmbeddedPostgres } from '@vesper/core/db/embedded.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { digestOfTables } from '../../test/database-digest.ts';
import { type EmbeddedSite, startEmbeddedSite } from '../../test/embedded-site.ts';
import { makeVideo } from '../../test/factories.ts';
import { fillEmptyTables } from '../../test/fill-empty-tables.ts';
import { olderBuild } from '../../test/older-postgres.ts';
import { makeOneOfEach } from '../../test/one-of-each.ts';
import { type PublicPages, readPublicPages } from '../../test/public-pages.ts';
import { startCommand } from '../../test/run-command.ts';
import type { TestSite } from '../../test/site.ts';
import { composeQueue } from '../composition/compose-queue.ts';
import { auditSettings } from '../settings/audit-settings.ts';
import { upgradeDatabase } from './upgrade-database.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const OLD = olderBuild('17');
const OLD_PROGRAMS = path.join(OLD.folder, OLD.bin);
/** Upgrades are audited; the queue is compared by waiting jobs. */
const DIFFERENT = /^(jobs\.|public\.audit_)/;

let root: string;
let before: Awaited<ReturnType<typeof contents>>;
let shown: PublicPages;
const inFolder = (name: string) => path.join(root, name);
const postgresOf = (name: string, ...words: string[]) => path.join(inFolder(name), 'postgres', ...words);

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'vesper-upgrade-'));
  const site = await startEmbeddedSite(inFolder('seventeen'), NOW, { build: OLD });
  const { superuser } = await startEmbeddedPostgres(postgresOf('seventeen'), silentLog, { build: OLD });
  try {
    await makeOneOfEach(site.base.db);
    for (let n = 0; n < 12; n += 1)
      await makeVideo(site.base.db, { title: `Plate ${n}`, category: `C ${n % 3}` });
    await site.base.db.transaction().execute(async (tx) => {
      for (const subject of ['one', 'two'])
        await recordSystemEvent(tx, site.base.clock, { action: 'administrators.add', subject });
    });
    expect(await fillEmptyTables({ ...superuser })).toEqual([]);
    const { boss } = await composeQueue(site.connection, silentLog);
    await boss.send('daily-crawl', {}, { priority: 3, startAfter: 3600 });
    await boss.stop({ graceful: false });
    // First: reading leaves rows.
    shown = await readPublicPages(site.url);
    before = await contents(site);
  } finally {
    await site.close();
  }
}, 400_000);
afterAll(() => rm(root, { recursive: true, force: true }));

async function copySite(name: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', inFolder('seventeen'), inFolder(name)]);
}

const siteOf = (name: string) =>
  ({ base: { config: { dataDir: inFolder(name) } }, connection: {} }) as TestSite;

function startUpgrade(name: string, words: string[] = ['--old-binaries', OLD_PROGRAMS], env = {}) {
  return startCommand(siteOf(name), ['upgrade-database', ...words], { DATABASE_URL: '', ...env });
}

const upgrade = (...args: Parameters<typeof startUpgrade>) => startUpgrade(...args).ended;

async function contents({ base: { db, pool } }: EmbeddedSite) {
  const digest = await (await digestOfTables(db))();
  const rows = Object.fromEntries(Object.entries(digest).filter(([name]) => !DIFFERENT.test(name)));
  const sequences = await pool.query(
    'select sequencename, last_value from pg_sequences where schemaname = $1',
    ['public'],
  );
  const jobs = await pool.query(
    `select name, data, singleton_key, priority, date_trunc('milliseconds', start_after) as start_after from jobs.job
     where state < 'completed' and name not like '\\_\\_pgboss%' order by name, start_after`,
  );
  return { rows, sequences: sequences.rows.toSorted(byName), jobs: jobs.rows };
}

const byName = (a: { sequencename: string }, b: { sequencename: string }) =>
  a.sequencename < b.sequencename ? -1 : 1;

const versionOf = (name: string) =>
  readFile(postgresOf(name, 'cluster/PG_VERSION'), 'utf8').then((text) => text.trim());

/** Running servers of a site's clusters. */
async function serversOf(name: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((one) => /^\d+$/.test(one))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`${postgresOf(name)}/`) && command.includes('\0-D\0')) found.push(pid);
  }
  return found;
}

test('killed repeatedly, it upgrades 17 to 18 and loses nothing', async () => {
  await copySite('killed');
  const dry = await upgrade('killed', ['--dry-run']);
  expect([dry.code, dry.output]).toEqual([
    0,
    expect.stringMatching(/PostgreSQL 17 .* ships with 18\.[\s\S]*Nothing was changed/),
  ]);
  for (const step of ['Copying', 'Replacing the']) {
    const command = startUpgrade('killed');
    await vi.waitUntil(() => command.output().includes(step), 120_000);
    command.kill('SIGKILL');
    await command.ended;
    // The last kill may come too late.
    expect(hasCluster(postgresOf('killed'))).toBe(true);
  }
  const { code, output } = await upgrade('killed');
  expect([code, output]).toEqual([0, expect.stringMatching(/(?:now|already) runs PostgreSQL 18/)]);
  expect(await serversOf('killed')).toEqual([]);
  const names = await readdir(postgresOf('killed'));
  expect(names.toSorted()).toEqual(['cluster', expect.stringMatching(/^former-17-/), 'server.log', 'socket']);

  // As if killed between the last two renames.
  await rename(postgresOf('killed', 'cluster'), postgresOf('killed', 'upgraded'));
  const site = await startEmbeddedSite(inFolder('killed'), NOW);
  try {
    expect(await contents(site)).toEqual(before);
    const { pages, media } = await readPublicPages(site.url);
    expect(pages.size).toBeGreaterThan(30);
    expect(Object.fromEntries(pages)).toEqual(Object.fromEntries(shown.pages));
    expect(Object.fromEntries(media)).toEqual(Object.fromEntries(shown.media));
    expect((await verifyAuditLog(site.base.db, auditSettings(site.base).anchorFile)).faults).toEqual([]);
  } finally {
    await site.close();
  }

  const removed = await upgrade('killed', ['--remove-old']);
  expect([removed.code, removed.output]).toEqual([
    0,
    expect.stringContaining('Removed the PostgreSQL 17 database'),
  ]);
  expect((await readdir(postgresOf('killed'))).toSorted()).toEqual(['cluster', 'server.log', 'socket']);
}, 600_000);

test('a differing copy is found, and the former database stays in use', async () => {
  await copySite('flipped');
  const upgrading = upgradeDatabase({
    directory: postgresOf('flipped'),
    programs: OLD,
    log: silentLog,
    signal: new AbortController().signal,
    say: (line) => (line.startsWith('Comparing') ? inNewDatabase('flipped', FLIP) : undefined),
  });
  await expect(upgrading).rejects.toThrow('video_redirects does not return the same rows');
  expect(await versionOf('flipped')).toBe('17');
  expect(await serversOf('flipped')).toEqual([]);
  expect((await readdir(postgresOf('flipped'))).toSorted()).toEqual(['cluster', 'server.log', 'socket']);
  const site = await startEmbeddedSite(inFolder('flipped'), NOW, { build: OLD });
  expect(await contents(site).finally(() => site.close())).toEqual(before);
}, 400_000);

const FLIP = "update video_redirects set created_at = created_at + interval '1 microsecond'";

async function inNewDatabase(name: string, statement: string): Promise<void> {
  const client = new pg.Client({
    host: postgresOf(name, 'upgrading-socket'),
    user: 'vesper',
    database: 'vesper',
    password: (await readFile(postgresOf(name, 'upgrading/vesper-password'), 'utf8')).trim(),
  });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test('Ctrl-C leaves everything as it was, as do a running site and foreign tables', async () => {
  await copySite('stopped');
  const command = startUpgrade('stopped');
  await vi.waitUntil(() => command.output().includes('Creating indexes'), 120_000);
  command.kill('SIGINT');
  const { code, output } = await command.ended;
  expect([code, output]).toEqual([130, expect.stringContaining('PostgreSQL 17 stays in use')]);
  expect(await versionOf('stopped')).toBe('17');
  expect(await serversOf('stopped')).toEqual([]);
  expect((await readdir(postgresOf('stopped'))).toSorted()).toEqual(['cluster', 'server.log', 'socket']);

  const server = await startEmbeddedPostgres(postgresOf('stopped'), silentLog, { build: OLD });
  const site = new pg.Client({ ...server.connection });
  await site.connect();
  const refused = await upgrade('stopped');
  expect([refused.code, refused.output]).toEqual([78, expect.stringContaining('stop it first')]);
  await site.end();

  const operator = new pg.Client({ ...server.superuser });
  await operator.connect();
  for (const own of [
    'create database mine',
    "alter system set work_mem = '8MB'",
    'create table notes (note text)',
  ])
    await operator.query(own);
  await operator.end();
  await server.stop();
  const strange = await upgrade('stopped');
  expect([strange.code, strange.output]).toEqual([
    78,
    expect.stringMatching(/databases mine\.[\s\S]*ALTER SYSTEM settings work_mem\.[\s\S]*lost \(notes\)/),
  ]);
  expect(await versionOf('stopped')).toBe('17');
}, 400_000);
