import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deriveKey } from '../../kernel/lib/files/sealing.ts';
import { StartError } from '../../kernel/lib/start-error.ts';
import type { KeepRule } from '../../upkeep/backups/index.ts';
import { type Env, readTime, wholeNumber } from './read-setting.ts';
import { readBucketSettings } from './s3-settings.ts';

const LEAST_KEY = 32;
const KEEP = /^(\d{1,4}) daily, (\d{1,4}) weekly, (\d{1,4}) monthly$/;

/** BACKUP_*. */
export function readBackupSettings(env: Env) {
  const directory = env.BACKUP_DIR || undefined;
  if (directory !== undefined && !path.isAbsolute(directory))
    throw new StartError(`BACKUP_DIR is "${directory}": it must be an absolute path.`);
  const bucket = readBucketSettings(env, 'BACKUP_S3_');
  if (directory !== undefined && bucket)
    throw new StartError('Backups go to one place: set BACKUP_DIR or BACKUP_S3_BUCKET, not both.');
  return {
    directory,
    bucket,
    /** What backups are encrypted with, if anything. */
    key: readBackupKey(env),
    time: readTime('BACKUP_TIME', env.BACKUP_TIME || '04:10'),
    keep: readKeep(env.BACKUP_KEEP || '7 daily, 4 weekly, 12 monthly'),
    verifyDays: wholeNumber(env, 'BACKUP_VERIFY_DAYS', 7, [0, 365]),
  };
}

/** BACKUP_KEY, or the contents of the file BACKUP_KEY_FILE. No sentence repeats it. */
function readBackupKey(env: Env): Buffer | undefined {
  if (env.BACKUP_KEY && env.BACKUP_KEY_FILE)
    throw new StartError('BACKUP_KEY and BACKUP_KEY_FILE are both set: set one of them.');
  const text = (env.BACKUP_KEY_FILE ? readKeyFile(env.BACKUP_KEY_FILE) : (env.BACKUP_KEY ?? '')).trim();
  if (text === '' && !env.BACKUP_KEY_FILE) return undefined;
  if (text.length < LEAST_KEY)
    throw new StartError(
      `The key of backups must have at least ${LEAST_KEY} characters: make one with "openssl rand -base64 32".`,
    );
  return deriveKey(Buffer.from(text, 'utf8'), 'vesper backups');
}

function readKeyFile(file: string): string {
  if (!path.isAbsolute(file)) throw new StartError('BACKUP_KEY_FILE must be an absolute path.');
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`BACKUP_KEY_FILE cannot be read: ${(error as Error).message}.`);
  }
}

function readKeep(given: string): KeepRule {
  const [, daily, weekly, monthly] = KEEP.exec(given.trim()) ?? [];
  if (daily === undefined)
    throw new StartError(`BACKUP_KEEP is "${given}": it must be like "7 daily, 4 weekly, 12 monthly".`);
  return { daily: Number(daily), weekly: Number(weekly), monthly: Number(monthly) };
}
