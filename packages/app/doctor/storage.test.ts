import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFsStorage } from '@vesper/core/storage/fs-storage.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFolders, checkPlace } from './storage.ts';

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
