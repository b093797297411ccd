import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listSettings } from './list-settings.ts';

const KEY = 'a key of backups, long enough for a test';
const BUCKET = {
  BACKUP_S3_BUCKET: 'kept',
  BACKUP_S3_ENDPOINT: 'https://s3.example',
  BACKUP_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  BACKUP_S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG',
};
const backupOf = (env: Record<string, string>) => readConfig(env, '/').backup;

test.each([
  [{ ...BUCKET, BACKUP_S3_ACCESS_KEY_ID: '' }, /BACKUP_S3_BUCKET is set and BACKUP_S3_ACCESS_KEY_ID is not/],
  [
    { ...BUCKET, BACKUP_S3_ENDPOINT: 'http://s3.example' },
    /BACKUP_S3_ENDPOINT is http.*BACKUP_S3_ALLOW_HTTP/,
  ],
  [{ ...BUCKET, BACKUP_DIR: '/backup' }, /one place/],
  [{ BACKUP_KEY: 'too short' }, /at least 32/],
  [{ BACKUP_KEY: KEY, BACKUP_KEY_FILE: '/run/key' }, /both set/],
  [{ BACKUP_KEY_FILE: 'key' }, /absolute path/],
  [{ BACKUP_KEY_FILE: '/nowhere/key' }, /BACKUP_KEY_FILE cannot be read/],
])('%j is refused', (env, sentence) => {
  expect(() => backupOf(env as Record<string, string>)).toThrow(sentence);
});

test('a key is the same from the environment and a file, and never shown', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-key-'));
  const file = path.join(folder, 'key');
  await writeFile(file, `${KEY}\n`);
  expect(backupOf({ BACKUP_KEY_FILE: file }).key).toEqual(backupOf({ BACKUP_KEY: KEY }).key);
  await writeFile(file, '\n');
  expect(() => backupOf({ BACKUP_KEY_FILE: file })).toThrow('at least 32');
  await rm(folder, { recursive: true });
  const shown = JSON.stringify(listSettings(readConfig({ ...BUCKET, BACKUP_KEY: KEY }, '/')));
  for (const secret of [KEY, BUCKET.BACKUP_S3_ACCESS_KEY_ID, BUCKET.BACKUP_S3_SECRET_ACCESS_KEY])
    expect(shown).not.toContain(secret);
  expect(shown).toContain('BACKUP_KEY');
});
