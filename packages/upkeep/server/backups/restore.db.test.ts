import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { verifyAuditLog } from '@vesper/access/audit';
import { replaceKeys } from '@vesper/core/db/sealed/replace-keys.ts';
import { openSealOf } from '@vesper/core/db/sealed/row-seal.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { createFsStorage } from '@vesper/core/storage/fs-storage.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { markRunning } from '../../../app/processes/running-mark.ts';
import { auditSettings } from '../../../app/settings/audit-settings.ts';
import { eraseCase } from '../../../notices/server/cases/sealing/forget.ts';
import { createEmptyDatabase, createTestDatabase } from '../../../test/database.ts';
import { digestOfTables } from '../../../test/database-digest.ts';
import { type EmbeddedSite, startEmbeddedSite } from '../../../test/embedded-site.ts';
import { makeCategory, makeVideo } from '../../../test/factories.ts';
import { fileNotice } from '../../../test/notices.ts';
import { makeOneOfEach } from '../../../test/one-of-each.ts';
import { readPublicPages } from '../../../test/public-pages.ts';
import { startCommand } from '../../../test/run-command.ts';
import type { TestSite } from '../../../test/site.ts';
import { folderOf, listBackups, type Manifest, readManifest, writeManifest } from './manifest.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
/** What a restore adds or revokes, and what it leaves out. */
const DIFFERENT =
  /^(jobs\.|public\.(audit_|admin_sessions|personal_tokens|workers|known_browsers|uncopied_views|view_marks))/;

/** Two sites, made once and copied: an empty one, and one with a video and its backup. */
let made: string;
let root: string;
let backups: string;
const ids = { erased: '', kept: '' };
const inFolder = (name: string) => path.join(root, name);

async function beginRoot(): Promise<string> {
  root = await mkdtemp(path.join(tmpdir(), 'vesper-restore-'));
  backups = inFolder('backups');
  return root;
}

beforeAll(async () => {
  made = await beginRoot();
  await (await startEmbeddedSite(inFolder('empty'), NOW)).close();
  // None of these tests is about a power cut.
  const settings = path.join(inFolder('empty'), 'postgres/cluster/postgresql.conf');
  await appendFile(settings, 'fsync = off\nfull_page_writes = off\n');
  await copy(inFolder('empty'), inFolder('filled'));
  await withSite('filled', (site) => publishWithFiles(site, 1));
  await vesper('filled', 'backup');
}, 120_000);
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(beginRoot);
afterEach(() => rm(root, { recursive: true, force: true }));

/** With the owners of the files. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

const makeSite = (name: string, like: 'empty' | 'filled' = 'empty') =>
  copy(path.join(made, like), inFolder(name));

async function makeBackedUp(name: string): Promise<void> {
  await makeSite(name, 'filled');
  await copy(path.join(made, 'backups'), backups);
}

function startVesper(name: string, ...words: (string | Record<string, string>)[]) {
  const site = { base: { config: { dataDir: inFolder(name) } }, connection: {} } as TestSite;
  const env = Object.assign({}, ...words.filter((word) => typeof word !== 'string'));
  return startCommand(
    site,
    words.filter((word) => typeof word === 'string'),
    { DATABASE_URL: '', BACKUP_DIR: backups, ...env },
  );
}

const vesper = (name: string, ...words: string[]) => startVesper(name, ...words).ended;

async function withSite<T>(name: string, use: (site: EmbeddedSite) => Promise<T>): Promise<T> {
  const site = await startEmbeddedSite(inFolder(name), NOW);
  return use(site).finally(() => site.close());
}

async function contents({ base: { db } }: EmbeddedSite): Promise<Record<string, string>> {
  const tables = await (await digestOfTables(db))();
  return Object.fromEntries(Object.entries(tables).filter(([name]) => !DIFFERENT.test(name)));
}

test('a site on an empty machine is the same, to every row, page and file,', async () => {
  await makeSite('first');
  const before = await withSite('first', async (site) => {
    await makeOneOfEach(site.base.db);
    for (let n = 0; n < FILMS; n += 1) await publishWithFiles(site, n);
    const { boss } = await composeQueue(site.connection, silentLog);
    await boss.send('daily-crawl', {});
    await boss.stop({ graceful: false });
    expect((await vesper('first', 'backup')).output).toMatch(/^The backup \S+ is complete: /m);
    return { rows: await contents(site), public: await readPublicPages(site.url) };
  });
  expect(before.public.pages.size).toBeGreaterThan(30);
  const { code, output } = await vesper('second', 'restore');
  expect([code, output]).toEqual([0, expect.stringContaining('nothing is lost')]);
  await withSite('second', async (site) => {
    expect(await contents(site)).toEqual(before.rows);
    const { pages, media } = await readPublicPages(site.url);
    expect(Object.fromEntries(pages)).toEqual(Object.fromEntries(before.public.pages));
    const texts = [...media.values()];
    for (let n = 0; n < FILMS; n += 1) expect(texts).toContain(`200 ${fileOf(n)}`);
    expect(Object.fromEntries(media)).toEqual(Object.fromEntries(before.public.media));
    const { faults, rows } = await verifyAuditLog(site.base.db, auditSettings(site.base).anchorFile);
    expect([faults, rows > 0]).toEqual([[], true]);
    const waiting = await site.base.pool.query("select from jobs.job where name = 'daily-crawl'");
    expect(waiting.rowCount).toBe(1);
  });
}, 400_000);

const FILMS = 12;
const fileOf = (n: number) => `A picture of a zone plate, number ${n}.`;

async function publishWithFiles({ base: { db, storages } }: EmbeddedSite, n: number): Promise<void> {
  const key = `videos/aa/restored/picture-${n}-1a2b.webp`;
  await storages.main.put(key, Readable.from([fileOf(n)]));
  const published_at = new Date(NOW.getTime() - n * 3_600_000);
  await makeVideo(db, {
    title: `Zone plate ${n}`,
    category: `Charts ${n % 3}`,
    thumbnail_url: key,
    published_at,
  });
}

test('it says what is lost, begins only when told, not while the site runs, and brings nobody back', async () => {
  await makeSite('third');
  await withSite('third', async (site) => {
    const { boss, queue } = await composeQueue(site.connection, silentLog);
    const parts = { ...site.base, queue };
    const videoId = await makeVideo(site.base.db);
    const [erased, kept] = (await Promise.all(
      [1, 2].map(async (n) => {
        const fields = { copyrightWork: `Film ${n}`, infringingUrl: `${site.url}/video/${videoId}` };
        return fileNotice(site as unknown as TestSite, fields);
      }),
    )) as [string, string];
    const admin = await site.admin();
    for (const id of [erased, kept]) await admin.takedowns.decide({ id, status: 'denied' });
    expect((await vesper('third', 'backup')).code).toBe(0);
    await eraseCase(parts, { id: erased, by: 'one' });
    await replaceKeys(parts);
    await boss.stop({ graceful: false });
    await makeCategory(site.base.db, 'Added later');
    const running = await vesper('third', 'restore', '--yes');
    expect([running.code, running.output]).toEqual([78, expect.stringContaining('stop it first')]);
    Object.assign(ids, { erased, kept });
  });
  for (const words of [['restore'], ['restore', '--yes', '--dry-run']]) {
    const told = await vesper('third', ...words);
    expect(told.output).toMatch(
      /will be lost[\s\S]* categories: 2, 1 in the backup[\s\S]*Nothing was changed/,
    );
  }
  await withSite('third', async ({ base }) => {
    expect((await base.pool.query('select from categories')).rowCount).toBe(2);
  });
  const { code, output } = await vesper('third', 'restore', '--yes');
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('Erased 1 cases again that were erased since the backup.'),
  ]);
  await withSite('third', async ({ base, admin }) => {
    const { takedowns } = await admin();
    expect((await base.pool.query('select from categories')).rowCount).toBe(1);
    expect(await openSealOf(base.db, base.keys, ids.erased)).toBeUndefined();
    expect(await openSealOf(base.db, base.keys, ids.kept)).toBeDefined();
    expect(await takedowns.get({ id: ids.kept })).toMatchObject({ complainantName: 'Ann Lee' });
    const { rowCount } = await base.pool.query(
      'select from case_papers where case_id = $1 and sealed is not null',
      [ids.erased],
    );
    expect(rowCount).toBe(0);
    expect((await verifyAuditLog(base.db, auditSettings(base).anchorFile)).faults).toEqual([]);
  });
});

test('without room a restore does not begin, and one that fails leaves no database behind', async () => {
  await makeBackedUp('failing');
  const storage = createFsStorage(backups);
  const [{ name } = { name: '' }] = await listBackups(storage);
  const manifest = await readManifest(storage, name);
  const [table, ...others] = manifest.tables as [Manifest['tables'][number], ...Manifest['tables']];
  await writeManifest(storage, { ...manifest, tables: [{ ...table, plainBytes: 1e15 }, ...others] });
  const refused = await vesper('elsewhere', 'restore', '--yes');
  expect([refused.code, refused.output]).toEqual([
    78,
    expect.stringContaining('Not enough space to restore this backup'),
  ]);
  expect(existsSync(path.join(inFolder('elsewhere'), 'storage'))).toBe(false);
  await writeManifest(storage, manifest);
  const videos = storage.pathOf(`${folderOf(name)}/database/videos.copy.zst`);
  await writeFile(videos, (await readFile(videos)).fill(0, 20, 30));
  const { code, output } = await vesper('failing', 'restore', '--yes');
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/videos\.copy\.zst is damaged: .*\nRestore cancelled\. The site is unchanged\.\n$/),
  ]);
  await withSite('failing', async ({ base }) => {
    const { rows } = await base.pool.query("select datname from pg_database where datname like 'vesper%'");
    expect(rows).toEqual([{ datname: 'vesper' }]);
  });
});

test('with an own server it says what DATA_DIR loses, and begins neither unasked nor while the site runs', async () => {
  await makeSite('fifth', 'filled');
  await withSite('fifth', async ({ admin }) => {
    await (await admin()).tokens.create({ name: 'Import', scopes: ['ingest:read'], expiresInDays: 30 });
  });
  const signingKey = 'a signing key of the environment, for tests';
  await startVesper('fifth', 'backup', { SIGNING_KEY: signingKey }).ended;
  const [empty, former] = [await createEmptyDatabase(), await createTestDatabase()];
  const keyFile = path.join(inFolder('own'), 'secrets/signing-key');
  await mkdir(path.dirname(keyFile), { recursive: true });
  await writeFile(keyFile, 'the signing key of the former database');
  const addressOf = ({ host, port, user, password, database }: pg.ClientConfig) =>
    `postgres://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
  const env = { DATABASE_URL: addressOf(empty.connection), DATABASE_MIGRATE_URL: addressOf(empty.owner) };
  const own = (...words: string[]) => startVesper('own', 'restore', ...words, env).ended;
  const unasked = await own();
  expect([unasked.code, unasked.output]).toEqual([
    0,
    expect.stringMatching(
      /DATA_DIR changes[\s\S]*no backup contains: set it to the same value[\s\S]*Nothing was changed/,
    ),
  ]);
  expect(unasked.output).toContain('FORMER_DATABASE_URL');
  const unmark = markRunning(inFolder('own'));
  const running = await own('--yes');
  expect([running.code, running.output]).toEqual([78, expect.stringContaining('using this DATA_DIR')]);
  unmark();
  const withFormer = { ...env, FORMER_DATABASE_URL: addressOf(former.connection) };
  const { code, output } = await startVesper('own', 'restore', '--yes', withFormer).ended;
  expect([code, output]).toEqual([0, expect.stringContaining('The backup is restored.')]);
  expect(output).toContain(' categories: 0, 1 in the backup');
  expect(output).not.toContain('FORMER_DATABASE_URL');
  expect(output).toMatch(/Personal tokens revoked: 1\.[\s\S]* second factors are those of the backup/);
  const client = new pg.Client(empty.connection);
  await client.connect();
  expect((await client.query('select from categories')).rowCount).toBe(1);
  expect((await client.query('select from personal_tokens where revoked_at is not null')).rowCount).toBe(1);
  await client.end();
  await empty.drop();
  await former.drop();
});
