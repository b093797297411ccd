import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFsStorage } from '@vesper/core/storage/fs-storage.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { checkFolderPlace, checkFolders, checkFreeSpace, checkPlace } from './storage.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-doctor-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a working place is fine, and left as it was', async () => {
  const storage = createFsStorage(path.join(folder, 'storage'));
  expect(await checkPlace(storage, true)).toMatchObject({ check: 'Storage (fs)', status: 'ok' });
  for await (const file of storage.list()) expect(file).toBeUndefined();
});

test('a missing folder for files is not created', async () => {
  const storage = createFsStorage(path.join(folder, 'storage'));
  expect(await checkFolderPlace(storage, true)).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(/does not exist yet/),
  });
  await expect(access(storage.root)).rejects.toMatchObject({ code: 'ENOENT' });
  await mkdir(storage.root);
  expect(await checkFolderPlace(storage, true)).toMatchObject({
    found: expect.stringMatching(/was written, read/),
  });
});

test.each([
  ['0B', '0B', 'ok', /^\d.* of \d.* are free for .*work, .*storage, .*postgres\.$/],
  ['999999TB', '0B', 'warning', /^The disk is almost full: .* are left \(\d+ %\) where .*\.$/],
  ['999999TB', '999999TB', 'failed', /^The disk is full: .* lie\. Downloads wait\.$/],
])('free space, told below %s and too little below %s: %s', async (warnBelow, stopBelow, status, found) => {
  const limits = { DISK_WARN_BELOW: warnBelow, DISK_STOP_BELOW: stopBelow };
  const config = readConfig({ DATA_DIR: path.join(folder, 'not', 'yet', 'there'), ...limits }, '/');
  expect(await checkFreeSpace(config)).toEqual([
    expect.objectContaining({ status, found: expect.stringMatching(found) }),
  ]);
});

test('names secrets that others can read', async () => {
  await mkdir(path.join(folder, 'secrets'), { mode: 0o700 });
  const key = path.join(folder, 'secrets', 'signing-key');
  await writeFile(key, 'secret', { mode: 0o600 });
  expect((await checkFolders(folder)).map(({ status }) => status)).toEqual(['ok', 'ok']);
  await chmod(key, 0o644);
  expect((await checkFolders(folder))[1]).toEqual({
    ...{ check: 'Secrets', status: 'warning', found: `Other accounts on this machine can read ${key}.` },
    todo: `Run: chmod go= ${key}`,
  });
});
