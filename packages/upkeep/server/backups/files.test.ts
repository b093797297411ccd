import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createFsStorage, type FsStorage } from '@vesper/core/storage/fs-storage.ts';
import { createSealedStorage } from '@vesper/core/storage/sealed-storage.ts';
import { createStorages, type Storages } from '@vesper/core/storage/storage.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faultOf, readList } from './copies.ts';
import { copyFiles, moveFiles, restoreFiles } from './files.ts';
import { folderOf, listBackups, type Manifest, nameFor, readManifest, writeManifest } from './manifest.ts';
import { writePart } from './parts.ts';
import { removeOldBackups } from './retention.ts';
import { noteVerdict } from './state.ts';

const { signal } = new AbortController();
const FILM = 'videos/aa/one/picture-1a2b.webp';
const REMOVED = 'videos/aa/removed/picture-1a2b.webp';
const GOOD = randomBytes(3000);
const ROTTEN = Buffer.from(GOOD.map((byte, index) => (index === 1234 ? byte ^ 1 : byte)));

let folder: string;
let site: FsStorage;
let storage: FsStorage;
let storages: Storages;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-files-'));
  site = createFsStorage(path.join(folder, 'site'));
  storage = createFsStorage(path.join(folder, 'backups'));
  storages = createStorages(site);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type With = { files: FilesOf; name: string };
type FilesOf = NonNullable<Manifest['files']>;

async function backUp(
  keys: readonly string[],
  {
    day = 1,
    former,
    isAnew = false,
    isQuarantined = false,
  }: { day?: number; former?: With; isAnew?: boolean; isQuarantined?: boolean } = {},
): Promise<With> {
  const name = nameFor(new Date(Date.UTC(2026, 10, day, 4)));
  const lines = keys.toSorted().map((key) => `${key}\tfs\t${isQuarantined ? 't' : 'f'}\n`);
  const body = Readable.from(lines);
  const named = await writePart(storage, {
    folder: folderOf(name),
    file: 'named-files.copy.zst',
    body,
    signal,
  });
  const countNamed = async (keys: string[]) => keys.filter((key) => key !== REMOVED).length;
  const files = await copyFiles(
    { storages, storage, signal, countNamed },
    { name, named, former: former as Manifest | undefined, isAnew },
  );
  await writeManifest(storage, { format: 1, name, files } as Manifest);
  return { files, name };
}

const put = (key: string, bytes: Buffer) => site.put(key, Readable.from([bytes]));
const putCopy = (key: string, bytes: Buffer) => storage.put(`files/${key}`, Readable.from([bytes]));

/** On an empty machine. */
async function restored(of: With, key = FILM): Promise<Buffer | undefined> {
  const elsewhere = createFsStorage(await mkdtemp(path.join(folder, 'restored-')));
  await restoreFiles({ storages: createStorages(elsewhere), storage, signal }, of);
  const body = await elsewhere.read(key);
  return body && buffer(body);
}

test('compares a copy left by a killed backup with the site', async () => {
  await put(FILM, GOOD);
  await putCopy(FILM, ROTTEN);
  const backup = await backUp([FILM]);
  expect(backup.files).toMatchObject({ differing: 1, missing: 0 });
  expect(await restored(backup)).toEqual(GOOD);
  const again = await backUp([FILM], { day: 2, former: backup });
  expect(await restored(again)).toEqual(GOOD);
});

test('copying all again does not replace a good copy by a damaged file of the site', async () => {
  await put(FILM, GOOD);
  const first = await backUp([FILM]);
  await put(FILM, ROTTEN);
  const second = await backUp([FILM], { day: 2, former: first, isAnew: true });
  expect(second.files.differing).toBe(1);
  for (const backup of [first, second]) expect(await restored(backup)).toEqual(GOOD);
});

test('what is shown now stays in its place until the rows are restored', async () => {
  const [hidden, shown] = ['videos/aa/hidden.webp', 'videos/aa/shown.webp'] as const;
  await put(hidden, GOOD);
  await put(shown, GOOD);
  const [before, after] = [
    await backUp([hidden], { isQuarantined: true }),
    await backUp([shown], { day: 2 }),
  ];
  await site.quarantine(shown);
  const work = { storages, storage, signal };
  const states = async () => [
    (await site.head(hidden)) !== undefined,
    (await site.headQuarantined(hidden)) !== undefined,
    (await site.head(shown)) !== undefined,
    (await site.headQuarantined(shown)) !== undefined,
  ];
  const now = [true, false, false, true];
  expect(await states()).toEqual(now);
  const moves = [await restoreFiles(work, before), await restoreFiles(work, after)].flatMap(
    (one) => one.moves,
  );
  expect(await states()).toEqual(now);
  await moveFiles(storages, moves);
  await moveFiles(storages, moves);
  expect(await states()).toEqual([false, true, true, false]);
  await site.removeQuarantined(hidden);
  expect(await restoreFiles(work, before)).toMatchObject({ restored: 1, moves: [] });
  expect(await states()).toEqual([false, true, true, false]);
});

test('a file of the right length and other bytes is restored, unless lengths are trusted', async () => {
  await put(FILM, GOOD);
  const backup = await backUp([FILM]);
  await put(FILM, ROTTEN);
  const work = { storages, storage, signal };
  expect(await restoreFiles(work, backup, { trustsLength: true })).toMatchObject({ restored: 0 });
  expect(await restoreFiles(work, backup)).toMatchObject({ restored: 1 });
  expect(await readFile(site.pathOf(FILM))).toEqual(GOOD);
  await writeFile(site.pathOf(FILM), 'something');
  await putCopy(FILM, ROTTEN);
  await expect(restoreFiles(work, backup)).rejects.toThrow('damaged');
  expect(await readFile(site.pathOf(FILM), 'utf8')).toBe('something');
});

const KEEP_ONE = { daily: 1, weekly: 0, monthly: 0 };
const requireAlone = async () => {};

async function fourBackups(): Promise<void> {
  const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `videos/${name}.webp`);
  for (const key of keys) await put(key, randomBytes(100));
  let former: With | undefined;
  for (const day of [1, 2, 3, 4]) {
    former = await backUp(keys.slice(day - 1, day + 1), { day, ...(former ? { former } : {}) });
  }
}

async function faultsOfWhole(): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, isWhole } of await listBackups(storage)) {
    if (!isWhole) continue;
    const { files } = await readManifest(storage, name);
    if (!files) continue;
    for await (const { key, copy } of readList(storage, name, files.list)) {
      const fault = copy && (await faultOf(storage, { key }, copy, signal));
      if (fault) faults.push(`${name}: ${fault}`);
    }
  }
  return faults;
}

test('wherever removing old backups is interrupted, finished ones have all their files', async () => {
  const now = new Date(Date.UTC(2026, 10, 30));
  let isBroken = true;
  for (let most = 0; isBroken; most += 1) {
    await rm(path.join(folder, 'backups'), { recursive: true, force: true });
    await fourBackups();
    let removed = 0;
    const breaking: FsStorage = {
      ...storage,
      async remove(key) {
        removed += 1;
        if (removed > most) throw new Error('Killed.');
        return storage.remove(key);
      },
    };
    isBroken = await removeOldBackups(breaking, KEEP_ONE, { now, requireAlone }).then(
      () => false,
      () => true,
    );
    expect(await faultsOfWhole()).toEqual([]);
    if (isBroken) await removeOldBackups(storage, KEEP_ONE, { now, requireAlone });
    const left: string[] = [];
    for await (const { key } of storage.list()) left.push(key.replace(/^backups\/[^/]+\//, ''));
    expect(left.toSorted()).toEqual([
      ...['files.jsonl.zst', 'files/videos/d.webp', 'files/videos/e.webp'],
      ...['manifest.json', 'named-files.copy.zst'],
    ]);
  }
});

test('removes copies of an interrupted backup, but not while it may still be in progress', async () => {
  await put(FILM, GOOD);
  await backUp([FILM]);
  await putCopy('videos/left.webp', GOOD);
  const broken = nameFor(new Date(Date.UTC(2026, 10, 10)));
  await storage.put(`${folderOf(broken)}/jobs.copy.zst`, Readable.from(['half']));
  const atDay = (day: number) =>
    removeOldBackups(storage, KEEP_ONE, { now: new Date(Date.UTC(2026, 10, day, 12)), requireAlone });
  expect(await atDay(11)).toEqual({ removed: [], files: 0 });
  expect(await atDay(13)).toEqual({ removed: [], files: 1 });
  expect(await faultsOfWhole()).toEqual([]);
});

test('backups without files replace neither those with files nor the verified one', async () => {
  await put(FILM, GOOD);
  const films = [await backUp([FILM], { day: 1 }), await backUp([FILM], { day: 2 })].map(({ name }) => name);
  await noteVerdict(storage, films[0] ?? '', [], new Date());
  for (const day of [2, 3, 4]) {
    const name = nameFor(new Date(Date.UTC(2026, 10, day, 18)));
    await writeManifest(storage, { format: 1, name, files: null } as Manifest);
    if (day < 4) await noteVerdict(storage, name, [], new Date());
  }
  const now = new Date(Date.UTC(2026, 10, 5));
  const { removed, files } = await removeOldBackups(storage, KEEP_ONE, { now, requireAlone });
  expect([removed.map((name) => name.slice(8, 10)), files]).toEqual([['02'], 0]);
  expect((await listBackups(storage)).map(({ name }) => name)).toEqual(expect.arrayContaining(films));
  expect(await faultsOfWhole()).toEqual([]);
});

test('removes none with another key, as their files are unknown', async () => {
  await put(FILM, GOOD);
  for (const day of [1, 2]) await backUp([FILM], { day });
  const other = createSealedStorage(storage, randomBytes(32));
  const now = new Date(Date.UTC(2026, 10, 5));
  expect(await removeOldBackups(other, KEEP_ONE, { now, requireAlone })).toEqual({ removed: [], files: 0 });
  expect(await listBackups(storage)).toHaveLength(2);
});

test('counts a missing file as lost, unless it was removed meanwhile', async () => {
  await put(FILM, GOOD);
  const gone = 'videos/aa/gone/picture-1a2b.webp';
  const { files } = await backUp([FILM, REMOVED, gone]);
  expect(files).toMatchObject({ files: 3, missing: 2, lost: 1 });
});
