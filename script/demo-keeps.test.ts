import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keep, readKept } from './demo-keeps.ts';

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'vesper-demo-'));
  dataDir = path.join(parent, 'data');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test('kept values can be read, and are never overwritten', () => {
  expect(readKept(dataDir, 'secrets/word')).toBeUndefined();
  keep(dataDir, 'secrets/word', 'first');
  expect(() => keep(dataDir, 'secrets/word', 'second')).toThrow('EEXIST');
  expect(readKept(dataDir, 'secrets/word')).toBe('first');
});

describe.runIf(process.getuid?.() === 0)('run by root, in a folder of another account', () => {
  const ACCOUNT = 65_534;
  beforeEach(async () => {
    await mkdir(dataDir);
    await chown(dataDir, ACCOUNT, ACCOUNT);
    // Nobody else may enter the folder above.
    await chmod(parent, 0o700);
    await mkdir(path.join(parent, 'of-root'), { mode: 0o700 });
    await writeFile(path.join(parent, 'of-root/secret'), 'a secret of root', { mode: 0o600 });
  });
  afterEach(() => {
    expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, 0]);
  });

  test('kept files belong to that account', async () => {
    keep(dataDir, 'secrets/word', 'kept');
    expect(readKept(dataDir, 'secrets/word')).toBe('kept');
    for (const name of ['secrets', 'secrets/word'])
      expect((await lstat(path.join(dataDir, name))).uid).toBe(ACCOUNT);
  });

  test('links to root’s files are neither read nor written through', async () => {
    const outside = path.join(parent, 'of-root');
    await chmod(parent, 0o755);
    await symlink(path.join(outside, 'secret'), path.join(dataDir, 'read'));
    await symlink(path.join(outside, 'made'), path.join(dataDir, 'written'));
    await symlink(outside, path.join(dataDir, 'secrets'));
    expect(() => readKept(dataDir, 'read')).toThrow('EACCES');
    expect(() => keep(dataDir, 'written', 'x')).toThrow('EEXIST');
    expect(() => keep(dataDir, 'secrets/word', 'x')).toThrow('EACCES');
    expect(await readdir(outside)).toEqual(['secret']);
    expect((await lstat(path.join(outside, 'secret'))).uid).toBe(0);
  });
});
