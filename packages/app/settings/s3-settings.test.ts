import { StartError } from '@vesper/core/lib/start-error.ts';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const KEYS = { S3_ACCESS_KEY_ID: 'AKIDEXAMPLE', S3_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG' };
const BUCKET = { S3_BUCKET: 'films', S3_ENDPOINT: 'https://s3.example', ...KEYS };
const storageOf = (env: Record<string, string>) => readConfig(env, '/').storage;

test('plain http leaves this machine only if allowed', () => {
  const env = { ...BUCKET, S3_ENDPOINT: 'http://minio:9000' };
  expect(() => storageOf(env)).toThrow(/^S3_ENDPOINT is http.*S3_ALLOW_HTTP=true/);
  expect(() => storageOf({ ...env, S3_ENDPOINT: 'http://127.0.0.1.example' })).toThrow(StartError);
  expect(storageOf({ ...env, S3_ALLOW_HTTP: 'true' }).s3?.endpoint).toBe('http://minio:9000');
});

test.each([
  [{ STORAGE: 'tape' }, /^STORAGE is "tape": it must be one of fs, s3\.$/],
  [{ STORAGE: 's3' }, /^STORAGE is s3 and S3_BUCKET is not: a bucket needs S3_BUCKET, S3_ACCESS_KEY_ID/],
  [{ S3_BUCKET: 'films', ...KEYS }, /^S3_REGION or S3_ENDPOINT must say where the bucket is/],
  [{ ...BUCKET, S3_BUCKET: 'my films' }, /^S3_BUCKET is "my films"/],
  [{ ...BUCKET, S3_ENDPOINT: 'https://user:password@s3.example' }, /^S3_ENDPOINT must be the address/],
  [{ ...BUCKET, S3_PREFIX: '.hidden' }, /^S3_PREFIX is ".hidden"/],
  [
    { ...BUCKET, S3_ACCESS_KEY_ID: 'a b c d' },
    /^S3_ACCESS_KEY_ID must have 3 to 512 characters without spaces/,
  ],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => storageOf(env)).toThrow(StartError);
  expect(() => storageOf(env)).toThrow(sentence);
});

test('no sentence repeats a key', () => {
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    expect(() => storageOf({ ...BUCKET, [name]: 'hush hush' })).toThrow(/^(?!.*hush)/);
});
