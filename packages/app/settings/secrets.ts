import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deriveKey } from '@vesper/core/lib/files/sealing.ts';
import type { Config } from './config.ts';

type SigningKeyPlace = Pick<Config, 'signingKey' | 'dataDir'>;

/** From SIGNING_KEY, else from a private file in DATA_DIR/secrets: of processes starting at once one creates it, and all read it. */
export function obtainSigningKey({ signingKey, dataDir }: SigningKeyPlace): Buffer {
  if (signingKey) return Buffer.from(signingKey, 'utf8');
  const file = signingKeyFile(dataDir);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readKeyIn(file);
}

export function readSigningKey({ signingKey, dataDir }: SigningKeyPlace): Buffer | undefined {
  if (signingKey) return Buffer.from(signingKey, 'utf8');
  const file = signingKeyFile(dataDir);
  return existsSync(file) ? readKeyIn(file) : undefined;
}

function signingKeyFile(dataDir: string): string {
  return path.join(dataDir, 'secrets', 'signing-key');
}

function readKeyIn(file: string): Buffer {
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new Error(`The signing key in ${file} is damaged. Delete the file to get a new one.`);
  return Buffer.from(key, 'utf8');
}

/** Identifies a key without revealing it. */
export function markOfKey(key: Buffer): string {
  return deriveKey(key, 'vesper which signing key').toString('hex').slice(0, 32);
}

/** Replaces the key atomically; a different one is kept as `signing-key.former`. */
export function putSigningKey({ dataDir }: Pick<Config, 'dataDir'>, key: string): void {
  const file = signingKeyFile(dataDir);
  const directory = path.dirname(file);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (existsSync(file) && readFileSync(file, 'utf8').trim() !== key) copyFileSync(file, `${file}.former`);
  const fresh = path.join(directory, `.signing-key.${process.pid}`);
  writeFileSync(fresh, key, { mode: 0o600 });
  renameSync(fresh, file);
}
