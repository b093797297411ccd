import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFsStorage } from '../../storage/fs-storage.ts';
import { checkFolderPlace, checkFolders, checkFreeSpace, checkPlace, judgeFreeSpace } from './storage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-doctor-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a place that takes, gives, lists and removes files is fine, and left as it was', async () => {
  const storage = createFsStorage(path.join(folder, 'storage'));
  expect(await checkPlace(storage, true)).toMatchObject({ check: 'Storage (fs)', status: 'ok' });
  for await (const file of storage.list()) expect(file).toBeUndefined();
});

test('a folder for files that is not there yet is not made', async () => {
  const storage = createFsStorage(path.join(folder, 'storage'));
  expect(await checkFolderPlace(storage, true)).toMatchObject({
    ...{ status: 'ok', found: expect.stringMatching(/is not there yet/) },
  });
  await expect(access(storage.root)).rejects.toMatchObject({ code: 'ENOENT' });
  await mkdir(storage.root);
  expect(await checkFolderPlace(storage, true)).toMatchObject({
    found: expect.stringMatching(/was written, read/),
  });
});

test('a place that takes nothing has failed, with what it said', async () => {
  await writeFile(path.join(folder, 'storage'), 'This is a file.');
  expect(await checkPlace(createFsStorage(path.join(folder, 'storage')), true)).toMatchObject({
    ...{ status: 'failed', found: expect.stringMatching(/^The folder cannot be written to: .*\.$/) },
    todo: expect.stringMatching(/DATA_DIR\/storage/),
  });
});

const GB = 1_000_000_000;
test.each([
  [100 * GB, 500 * GB, 'ok'],
  [9 * GB, 20 * GB, 'warning'],
  [20 * GB, 1000 * GB, 'warning'],
  [0, 0, 'warning'],
])('%d bytes free of %d: %s', (free, size, status) => {
  expect(judgeFreeSpace(free, size)).toMatchObject({ status });
});

test('the space is that of the disk on which the folder will lie', async () => {
  const here = await checkFreeSpace(folder);
  expect(await checkFreeSpace(path.join(folder, 'not', 'yet', 'there'))).toMatchObject({ check: here.check });
  expect(here.found).toMatch(/ of .* are free where DATA_DIR lies \(\d+ %\)\.$/);
});

test('a folder that is not there yet is no fault', async () => {
  expect(await checkFolders(path.join(folder, 'data'))).toEqual([
    { check: 'DATA_DIR', status: 'ok', found: expect.stringMatching(/is not there yet/) },
  ]);
});

test('secrets that others can read are named', async () => {
  await mkdir(path.join(folder, 'secrets'), { mode: 0o700 });
  const key = path.join(folder, 'secrets', 'signing-key');
  await writeFile(key, 'secret', { mode: 0o600 });
  expect((await checkFolders(folder)).map(({ status }) => status)).toEqual(['ok', 'ok']);
  await chmod(key, 0o644);
  expect((await checkFolders(folder))[1]).toEqual({
    ...{ check: 'Secrets', status: 'warning', found: `Others on this machine can read ${key}.` },
    todo: `Give the command: chmod go= ${key}`,
  });
});
