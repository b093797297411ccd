import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deriveKey } from '@vesper/core/lib/files/sealing.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import type { S3Settings } from '@vesper/core/storage/s3-bucket.ts';
import { isStorageKey, type Place } from '@vesper/core/storage/storage.ts';
import type { Accel } from '@vesper/library/media';
import type { KeepRule } from '@vesper/upkeep/backups';
import { type Env, oneOf, readTime, wholeNumber } from './read-setting.ts';

export interface StorageSettings {
  main: Place;
  /** If configured: files are, or may still be, there. */
  s3: S3Settings | undefined;
}

/** Each requires the others. */
const NEEDED = ['BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;
const ALL = [...NEEDED, 'ENDPOINT', 'REGION', 'PREFIX', 'FORCE_PATH_STYLE', 'ALLOW_HTTP'] as const;

/** STORAGE and S3_*. Sentences never repeat keys: they may be logged. */
export function readStorageSettings(env: Env): StorageSettings {
  const main = env.STORAGE || 'fs';
  if (main !== 'fs' && main !== 's3') throw new StartError(`STORAGE is "${main}": it must be one of fs, s3.`);
  return { main, s3: readBucketSettings(env, 'S3_', main === 's3' ? 'STORAGE is s3' : undefined) };
}

/** Names begin with `start`; undefined if none is given and it is not `needed`. */
export function readBucketSettings(
  env: Env,
  start: 'S3_' | 'BACKUP_S3_',
  needed?: string,
): S3Settings | undefined {
  const given = ALL.find((name) => env[start + name]);
  if (needed === undefined && !given) return undefined;
  const missing = NEEDED.find((name) => !env[start + name]);
  if (missing) {
    const names = NEEDED.map((name) => start + name).join(', ');
    throw new StartError(
      `${needed ?? `${start}${given} is set`} and ${start}${missing} is not: a bucket needs ${names}.`,
    );
  }
  return readS3(start, (name) => env[start + name] ?? '');
}

type Given = (name: (typeof ALL)[number]) => string;

function readS3(start: string, given: Given): S3Settings {
  /** Throws StartError unless it matches. Never for a key, which may be logged. */
  const matched = (name: (typeof ALL)[number], pattern: RegExp, must: string) => {
    if (pattern.test(given(name))) return given(name);
    throw new StartError(`${start}${name} is "${given(name)}": it must be ${must}.`);
  };
  const isSet = (name: (typeof ALL)[number], fallback: boolean) =>
    (matched(name, /^(true|false|)$/, 'true or false') || String(fallback)) === 'true';
  const key = (name: 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY') => {
    if (/^[\x21-\x7e]{3,512}$/.test(given(name))) return given(name);
    throw new StartError(`${start}${name} must have 3 to 512 characters without spaces.`);
  };
  if (!given('REGION') && !given('ENDPOINT'))
    throw new StartError(
      `${start}REGION or ${start}ENDPOINT must say where the bucket is, for example eu-central-1.`,
    );
  // Servers other than Amazon's accept any region, or this one.
  const region =
    matched('REGION', /^([a-z0-9][a-z0-9-]{0,62})?$/i, 'a name such as eu-central-1') || 'us-east-1';
  return {
    endpoint:
      readEndpoint(start, given('ENDPOINT'), isSet('ALLOW_HTTP', false)) ??
      `https://s3.${region}.amazonaws.com`,
    region,
    bucket: matched(
      'BUCKET',
      /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i,
      'a name of 3 to 63 letters, digits, dots and hyphens',
    ),
    accessKeyId: key('ACCESS_KEY_ID'),
    secretAccessKey: key('SECRET_ACCESS_KEY'),
    forcePathStyle: isSet('FORCE_PATH_STYLE', given('ENDPOINT') !== ''),
    prefix: readPrefix(start, given('PREFIX')),
  };
}

function readEndpoint(start: string, text: string, mayBeHttp: boolean): string | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  const isBare = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new StartError(`${start}ENDPOINT must be the address of a server, for example https://s3.example.`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !mayBeHttp)
    throw new StartError(
      `${start}ENDPOINT is http, so that anyone on the network path can read films and signed addresses: use https, or set ${start}ALLOW_HTTP=true in a private network.`,
    );
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** "site/media" and "/site/media/" are the same. */
function readPrefix(start: string, given: string): string {
  const folder = given.replace(/^\/+|\/+$/g, '');
  if (folder === '') return '';
  if (isStorageKey(folder) && folder.length <= 200) return `${folder}/`;
  throw new StartError(
    `${start}PREFIX is "${given}": it must be a folder of letters, digits, ".", "_", "-" and "/", for example site/media.`,
  );
}

export function readDeliverySettings(env: Env, storage: StorageSettings) {
  const isDirect = oneOf('MEDIA_DIRECT', env.MEDIA_DIRECT || 'off', ['off', 'on']) === 'on';
  if (isDirect && !storage.s3)
    throw new StartError('MEDIA_DIRECT is on, but there is no bucket: set S3_BUCKET too.');
  return {
    accel: readAccel(env.MEDIA_ACCEL, env.MEDIA_ACCEL_PREFIX),
    isDirect,
    rateLimit: wholeNumber(env, 'MEDIA_RATE_LIMIT', 0, [0, 100_000_000_000]),
    connectionLimit: wholeNumber(env, 'MEDIA_CONNECTION_LIMIT', 64, [0, 1_000_000]),
  };
}

/** Not an address of the site: everything below the prefix is the proxy's. */
function readAccel(given: string | undefined, givenPrefix: string | undefined): Accel {
  const kind = oneOf('MEDIA_ACCEL', given || 'off', ['off', 'x-accel', 'x-sendfile'] as const);
  const prefix = givenPrefix || '/_files/';
  if (!/^(\/[\w-][\w.-]*)+\/$/.test(prefix) || /^\/(media|assets|api)\//.test(prefix)) {
    throw new StartError(
      `MEDIA_ACCEL_PREFIX is "${prefix}": it must begin and end with a slash and be no address of the site, for example /_files/.`,
    );
  }
  return kind === 'x-accel' ? { kind, prefix } : { kind };
}

const LEAST_KEY = 32;
const KEEP = /^(\d{1,4}) daily, (\d{1,4}) weekly, (\d{1,4}) monthly$/;

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
    key: readBackupKey(env),
    time: readTime('BACKUP_TIME', env.BACKUP_TIME || '04:10'),
    keep: readKeep(env.BACKUP_KEEP || '7 daily, 4 weekly, 12 monthly'),
    verifyDays: wholeNumber(env, 'BACKUP_VERIFY_DAYS', 7, [0, 365]),
  };
}

/** BACKUP_KEY, or BACKUP_KEY_FILE's contents. Sentences never repeat it. */
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
