import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { closeFolders } from './folders.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-folders-'));
  await chmod(dataDir, 0o755);
  for (const name of ['storage', 'work']) {
    await mkdir(path.join(dataDir, name));
    await chmod(path.join(dataDir, name), 0o755);
  }
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function modes() {
  const modeOf = async (name: string) => ((await stat(path.join(dataDir, name))).mode & 0o7777).toString(8);
  return Promise.all(['.', 'storage', 'work', 'secrets'].map(modeOf));
}

test('closes folders that others could read, and new ones', async () => {
  closeFolders(readConfig({ DATA_DIR: dataDir }, '/'));
  expect(await modes()).toEqual(['711', '700', '700', '700']);
});

test('leaves a proxy’s folder to the operator, and grants nothing', async () => {
  await chmod(path.join(dataDir, 'storage'), 0o2750);
  await chmod(dataDir, 0o710);
  closeFolders(readConfig({ DATA_DIR: dataDir, MEDIA_ACCEL: 'x-accel' }, '/'));
  expect(await modes()).toEqual(['710', '2750', '700', '700']);
});
