import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyFolder } from './key-folder.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'vesper-keys-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

test('a key is made once, read by all, and gone once it is destroyed', () => {
  const folder = path.join(directory, 'keys');
  const [one, two] = [createKeyFolder(folder), createKeyFolder(folder)];
  expect([one.names(), one.read('a.1')]).toEqual([[], undefined]);
  const key = one.obtain('a.1');
  expect(key).toHaveLength(32);
  expect(two.obtain('a.1')).toEqual(key);
  expect(two.obtain('a.2')).not.toEqual(key);
  expect(statSync(path.join(folder, 'a.1.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toHaveLength(2);
  one.destroy('a.1');
  expect([two.read('a.1'), two.names()]).toEqual([undefined, ['a.2']]);
  one.destroy('a.1');
});

test('a damaged key is reported, and never replaced', () => {
  const folder = path.join(directory, 'damaged');
  const keys = createKeyFolder(folder);
  keys.obtain('a.1');
  writeFileSync(path.join(folder, 'b.1.key'), 'short');
  expect(() => keys.obtain('b.1')).toThrow('b.1.key is damaged');
});
