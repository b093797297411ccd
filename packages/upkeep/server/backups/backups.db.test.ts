import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { migrate, readMigrations } from '@vesper/core/db/migrate.ts';
import { createDb, createPool } from '@vesper/core/db/pool.ts';
import { connectForCopies } from '@vesper/core/db/table-copy.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { createFsStorage } from '@vesper/core/storage/fs-storage.ts';
import { createSealedStorage } from '@vesper/core/storage/sealed-storage.ts';
import { createStorages, type Storage, type Storages } from '@vesper/core/storage/storage.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareQueue } from '../../../app/composition/compose-queue.ts';
import { openDatabase } from '../../../app/composition/database.ts';
import { LEFT_OUT_OF_BACKUPS } from '../../../app/features.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type EmptyDatabase,
  type TestDatabase,
} from '../../../test/database.ts';
import { digestOfTables } from '../../../test/database-digest.ts';
import { makeCategory, makeVideo } from '../../../test/factories.ts';
import { makeOneOfEach, ONE_ID } from '../../../test/one-of-each.ts';
import { describeSchema } from '../../../test/schema-description.ts';
import { backupCommands } from './commands.ts';
import { makeBackup } from './make-backup.ts';
import { folderOf, listBackups, type Manifest, readManifest, writeManifest } from './manifest.ts';
import { writePart } from './parts.ts';
import { unmarkRestoring } from './queries.ts';
import { fillDatabase, finishDatabase, refuseNewerBackup } from './restore-database.ts';
import { tendBackups } from './schedule.ts';
import { readBackupState } from './state.ts';
import { verifyBackup } from './verify.ts';

const { signal } = new AbortController();
const settings = () => ({ signingKey: undefined, given: {} });

const THERE = 'videos/aa/there/picture-1a2b.webp';

let database: TestDatabase;
let folder: string;
let storages: Storages;
const empties: EmptyDatabase[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-backups-'));
  storages = createStorages(createFsStorage(path.join(folder, 'site')));
  await makeOneOfEach(database.db);
  const file = { key: THERE, purpose: 'thumbnail', name: path.basename(THERE), place: 'fs' };
  await database.db
    .insertInto('stored_files')
    .values({ ...file, video_id: ONE_ID })
    .execute();
  await storages.main.put(THERE, Readable.from(['A picture.']));
});
afterAll(async () => {
  for (const empty of empties) await empty.drop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<EmptyDatabase> {
  const empty = await createEmptyDatabase();
  empties.push(empty);
  return empty;
}

function sourceOf({ connection }: Pick<TestDatabase, 'connection'>) {
  return {
    connection,
    leftOut: LEFT_OUT_OF_BACKUPS,
    sealed: ['cases'],
    vesper: '1.2.3',
    clock: systemClock,
    log: silentLog,
    storages,
    settings,
    countKnownLost: async () => 2,
  };
}

interface Backup {
  storage: Storage;
  manifest: Manifest;
}

async function backedUp(name: string, of: Pick<TestDatabase, 'connection'> = database) {
  const storage = createFsStorage(path.join(folder, name));
  return { storage, manifest: await makeBackup(sourceOf(of), { storage, signal }) };
}

async function restored({ storage, manifest }: Backup) {
  const empty = await emptyDatabase();
  const client = await connectForCopies(empty.owner);
  try {
    await fillDatabase(client, { storage, manifest, signal });
    await finishDatabase(client, { site: String(empty.connection.user) });
    await unmarkRestoring(client);
    return { ...empty, schema: await describeSchema(client) };
  } finally {
    await client.end();
  }
}

async function contents(connection: object): Promise<Record<string, string>> {
  const options = { maxConnections: 1, applicationName: 'test', onIdleError: () => {} };
  const db = createDb(createPool({ ...options, connection }));
  const tables = await digestOfTables(db)
    .then((read) => read())
    .finally(() => db.destroy());
  const ours = Object.entries(tables).filter(([name]) => name.startsWith('public.'));
  return Object.fromEntries(
    ours.filter(([name]) => !LEFT_OUT_OF_BACKUPS.includes(name.slice('public.'.length))),
  );
}

test('a restored database has the same tables, indexes, triggers, rows and sequences', async () => {
  const before = await contents(database.connection);
  expect(Object.values(before).filter((digest) => !digest.startsWith('0 ')).length).toBeGreaterThan(40);
  const copy = await restored(await backedUp('same'));
  expect(await contents(copy.connection)).toEqual(before);
  expect(copy.schema).toBe(await describeSchema(database.pool));
  const next = `select nextval(pg_get_serial_sequence('media_reruns', 'id'))::int as n`;
  const client = await connectForCopies(copy.connection);
  try {
    expect((await client.query(next)).rows).toEqual((await database.pool.query(next)).rows);
    await expect(client.query('delete from audit_log')).rejects.toThrow('permission denied');
  } finally {
    await client.end();
  }
});

test('a backup is of one moment, even if rows are added meanwhile', async () => {
  let n = 0;
  let adding = Promise.resolve();
  const timer = setInterval(() => {
    n += 1;
    adding = adding.then(() => makeCategory(database.db, `Later ${n}`));
  }, 1);
  const backup = await backedUp('moving').finally(() => clearInterval(timer));
  await adding;
  expect(n).toBeGreaterThan(2);
  expect((await verify(backup)).faults).toEqual([]);
});

test('one changed byte is found, wherever it is', async () => {
  const backup = await backedUp('flipped');
  const root = path.join(folder, 'flipped', folderOf(backup.manifest.name));
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  expect(files.length).toBe(backup.manifest.tables.length + 5);
  const others = files.filter((file) => !file.startsWith('manifest'));
  expect(others).toHaveLength(files.length - 1);
  const changes = await Promise.all(others.map((file) => changeOneByte(path.join(root, file))));
  const { faults } = await verify(backup);
  expect(faults.map((fault) => others.find((file) => fault.startsWith(`${file} `))).sort()).toEqual(
    others.sort(),
  );
  await Promise.all(changes.map((change) => change.undo()));
  const change = await changeOneByte(path.join(root, 'manifest.json'));
  expect((await verify(backup)).faults, `byte ${change.at}`).toHaveLength(1);
});

async function changeOneByte(file: string) {
  const bytes = await readFile(file);
  const at = Math.floor(Math.random() * bytes.length);
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
  await writeFile(file, changed);
  return { at, undo: () => writeFile(file, bytes) };
}

async function verify({ storage, manifest }: Backup) {
  return verifyBackup(storage, manifest.name, scratch());
}

function scratch() {
  return { folder: path.join(folder, 'scratch'), log: silentLog, signal, mostFiles: 1000 };
}

test('files are copied once, and come back where they were', async () => {
  const { db } = database;
  const [first, second] = ['videos/aa/one-1a2b.webp', 'videos/aa/two-1a2b.webp'];
  const video_id = await makeVideo(db);
  for (const [key, quarantined_at] of [
    [first, null],
    [second, new Date()],
  ] as const) {
    await storages.main.put(key, Readable.from([key.repeat(1000)]));
    const row = { video_id, key, purpose: 'play', name: path.basename(key), place: 'fs', quarantined_at };
    await db.insertInto('stored_files').values(row).execute();
  }
  await storages.main.quarantine(second);
  const { storage, manifest } = await backedUp('films');
  expect(manifest.files).toMatchObject({ missing: expect.any(Number), bytes: 10 + 2000 * first.length });
  let copied = 0;
  const counting: typeof storage = {
    ...storage,
    put(key, ...more) {
      if (key.startsWith('files/')) copied += 1;
      return storage.put(key, ...more);
    },
  };
  // One without files, and a damaged one, do not count as former ones.
  await makeBackup(sourceOf(database), { storage: counting, signal, files: 'none' });
  const last = await makeBackup(sourceOf(database), { storage: counting, signal });
  await rm(path.join(folder, 'films', folderOf(last.name), 'files.jsonl.zst'));
  for (const files of ['new', 'all'] as const)
    await makeBackup(sourceOf(database), { storage: counting, signal, files });
  expect(copied).toBe(0);
  await changeOneByte(path.join(folder, 'films/files', first));
  expect((await verify({ storage, manifest })).faults).toEqual([
    `files/${first} is damaged: its bytes have changed.`,
  ]);
});

test('a backup whose files were all away is at fault, though files known before keep their copies', async () => {
  const { storage } = await backedUp('mounted');
  const away = createStorages(createFsStorage(path.join(folder, 'not-mounted')));
  const elsewhere = createFsStorage(path.join(folder, 'unmounted'));
  const source = { ...sourceOf(database), storages: away };
  const without = await makeBackup(source, { storage: elsewhere, signal });
  expect((await verify({ storage: elsewhere, manifest: without })).faults).toEqual([
    `None of the ${without.files?.files} files that the database lists existed when the backup was made.`,
  ]);
  expect((await readBackupState(elsewhere, new Date())).lost).toBe(without.files?.files);
  await makeBackup(source, { storage: elsewhere, signal, files: 'none' });
  expect((await readBackupState(elsewhere, new Date())).lost).toBe(without.files?.files);
  const { lost } = await readBackupState(storage, new Date());
  await makeBackup(source, { storage, signal });
  expect((await readBackupState(storage, new Date())).lost).toBe(lost);
});

test('finds one changed byte if encrypted, too, and with another key sees no former backup', async () => {
  const inner = createFsStorage(path.join(folder, 'sealed'));
  const storage = createSealedStorage(inner, randomBytes(32));
  const { name } = await makeBackup(sourceOf(database), { storage, signal });
  for (const file of ['manifest.json', 'database/videos.copy.zst', 'files.jsonl.zst']) {
    const change = await changeOneByte(inner.pathOf(`${folderOf(name)}/${file}`));
    const { faults } = await verifyBackup(storage, name, scratch());
    expect(faults, `${file}, byte ${change.at}`).toEqual([expect.stringContaining('cannot be decrypted')]);
    await change.undo();
  }
  await expect(commandToVerify(inner)).rejects.toThrow('set its BACKUP_KEY');
  expect(await inner.head(`${folderOf(name)}/verified.json`)).toBeUndefined();
  for (const other of [inner, createSealedStorage(inner, randomBytes(32))])
    await expect(makeBackup(sourceOf(database), { storage: other, signal })).rejects.toThrow('BACKUP_KEY');
  expect((await verifyBackup(storage, name, scratch())).faults).toEqual([]);
});

test('a backup whose connection broke has lost its lock, and is none', async () => {
  const storage = createFsStorage(path.join(folder, 'lost'));
  const breaking: typeof storage = {
    ...storage,
    async put(key, ...more) {
      const put = await storage.put(key, ...more);
      if (key.endsWith('files.jsonl.zst'))
        await database.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vesper-copy' and datname = current_database()",
        );
      return put;
    },
  };
  await expect(makeBackup(sourceOf(database), { storage: breaking, signal })).rejects.toThrow();
  expect(await listBackups(storage)).toEqual([]);
});

test('rows that contradict each other are a fault of the backup', async () => {
  const { storage, manifest } = await backedUp('contradicting');
  const index = manifest.tables.findIndex(({ table }) => table === 'videos');
  const table = manifest.tables[index];
  if (!table) throw new Error('The backup has no videos.');
  const part = { folder: folderOf(manifest.name), file: table.file, body: Readable.from([]), signal };
  manifest.tables[index] = { ...table, rows: 0, ...(await writePart(storage, part)) };
  await writeManifest(storage, manifest);
  expect((await verify({ storage, manifest })).faults).toEqual([
    expect.stringContaining('contradict each other'),
  ]);
});

test('a full disk keeps the older backup, and leaves no new one', async () => {
  const { storage, manifest } = await backedUp('full');
  const full: typeof storage = {
    ...storage,
    put: async (key, ...more) => {
      if (key.endsWith('jobs.copy.zst')) throw Object.assign(new Error('No space.'), { code: 'ENOSPC' });
      return storage.put(key, ...more);
    },
  };
  await expect(makeBackup(sourceOf(database), { storage: full, signal })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^The backup disk is full\. /),
  });
  expect(await listBackups(storage)).toEqual([{ name: manifest.name, isWhole: true }]);
});

test('of two concurrent backups one is made', async () => {
  const storage = createFsStorage(path.join(folder, 'two'));
  const two = [1, 2].map(() => makeBackup(sourceOf(database), { storage, signal }));
  const ended = await Promise.allSettled(two);
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await listBackups(storage)).toHaveLength(1);
});

test('the schedule makes one, verifies it when due, and removes old ones with files that only they name', async () => {
  const root = path.join(folder, 'tended');
  const storage = createFsStorage(root);
  const video_id = await makeVideo(database.db);
  const [early, both] = ['early', 'both'].map((name) => `videos/bb/tended/${name}-1a2b.webp`) as [
    string,
    string,
  ];
  for (const key of [early, both]) {
    await storages.main.put(key, Readable.from([randomBytes(1000)]));
    const row = { video_id, key, purpose: 'play', name: path.basename(key), place: 'fs' };
    await database.db.insertInto('stored_files').values(row).execute();
  }
  const full: typeof storage = {
    ...storage,
    put: async () => {
      throw new Error('The disk is full.');
    },
  };
  const tendOn = (day: string, into = storage) =>
    tendBackups(partsAt(new Date(`${day}T04:10:00Z`), into), into, signal);
  const names = async () => (await listBackups(storage)).map(({ name }) => name.slice(0, 10));
  await tendOn('2026-11-01');
  const first = new Date('2026-11-01T04:10:00Z');
  expect(await readBackupState(storage, NOW)).toEqual({
    newestAt: first,
    verifiedAt: first,
    lost: expect.any(Number),
    knownLost: 2,
    faults: [],
  });
  await database.db.deleteFrom('stored_files').where('key', '=', early).execute();
  await tendOn('2026-11-02');
  expect(await readBackupState(storage, NOW)).toMatchObject({ verifiedAt: first });
  expect(await storage.head(`files/${early}`)).toBeDefined();
  await expect(tendOn('2026-11-08', full)).rejects.toThrow('full');
  expect(await names()).toEqual(['2026-11-01', '2026-11-02']);
  await tendOn('2026-11-09');
  expect(await names()).toEqual(['2026-11-02', '2026-11-09']);
  const later = new Date('2026-11-09T04:10:00Z');
  expect(await readBackupState(storage, NOW)).toMatchObject({ newestAt: later, verifiedAt: later });
  expect(await storage.head(`files/${early}`)).toBeUndefined();
  expect(await storage.head(`files/${both}`)).toBeDefined();
});

const NOW = new Date('2026-11-30T00:00:00Z');

function partsAt(now: Date, storage: Storage) {
  const rules = { isScheduled: true, cron: '', verifyDays: 7, keep: { daily: 2, weekly: 0, monthly: 0 } };
  const source = { ...sourceOf(database), clock: { now: () => now } };
  return {
    ...{ source, rules, log: silentLog },
    openStorage: async () => storage,
    scratch: path.join(folder, 'scratch'),
  };
}

async function commandToVerify(storage: Storage): Promise<void> {
  const parts = partsAt(new Date(), storage);
  await backupCommands['backup verify']?.run({
    ...{ backups: parts, base: parts, operands: [], options: {}, print: () => {} },
    cancellable: (_print, act) => act(signal),
  });
}

test('an older backup is restored by newer code, and a newer one is refused', async () => {
  const known = readMigrations();
  const older = await emptyDatabase();
  const client = await connectForCopies(older.owner);
  await migrate(client, { known: known.slice(0, 30), site: String(older.connection.user) });
  await client.query("insert into categories (name, slug) values ('From then', 'from-then')");
  await client.end();
  await prepareQueue(older.connection, silentLog);
  const copy = await restored(await backedUp('older', older));
  expect(copy.schema).toBe(await describeSchema(database.pool));
  const now = await connectForCopies(copy.connection);
  const { rows } = await now.query("select from categories where name = 'From then'");
  await now.end();
  expect(rows).toHaveLength(1);
  const { manifest } = await backedUp('newer');
  expect(() => refuseNewerBackup(manifest, known.slice(0, -1))).toThrow('which this version does not know');
});

test('every start refuses an unfinished restore', async () => {
  const { storage, manifest } = await backedUp('half');
  const empty = await emptyDatabase();
  const client = await connectForCopies(empty.owner);
  await fillDatabase(client, { storage, manifest, signal });
  await expect(migrate(client)).rejects.toThrow('run "script/vesper restore" again');
  await client.end();
  await writeFile(path.join(folder, 'unfinished-restore'), '');
  await expect(
    openDatabase({ dataDir: folder, databaseUrl: 'postgres://x' } as never, silentLog),
  ).rejects.toThrow('interrupted in its last step');
  expect(await readManifest(storage, manifest.name)).toEqual(manifest);
});
