import { StartError } from '../kernel/lib/start-error.ts';
import type { S3Settings } from '../kernel/storage/s3-bucket.ts';
import { isStorageKey, type Place } from '../kernel/storage/storage.ts';
import type { Env } from './read-setting.ts';

export interface StorageSettings {
  /** Where new files go. */
  main: Place;
  /** The bucket, if configured: files are, or may still be, there. */
  s3: S3Settings | undefined;
}

/** Each requires the others. */
const NEEDED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const ALL = [
  ...NEEDED,
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_PREFIX',
  'S3_FORCE_PATH_STYLE',
  'S3_ALLOW_HTTP',
] as const;

/** STORAGE and S3_*. No sentence repeats a key, because it may be logged. */
export function readStorageSettings(env: Env): StorageSettings {
  const main = env.STORAGE || 'fs';
  if (main !== 'fs' && main !== 's3') throw new StartError(`STORAGE is "${main}": it must be one of fs, s3.`);
  const given = ALL.find((name) => env[name]);
  if (main === 'fs' && !given) return { main, s3: undefined };
  const missing = NEEDED.find((name) => !env[name]);
  if (missing) {
    const reason = main === 's3' ? 'STORAGE is s3' : `${given} is set`;
    throw new StartError(`${reason} and ${missing} is not: a bucket needs ${NEEDED.join(', ')}.`);
  }
  return { main, s3: readS3(env) };
}

function readS3(env: Env): S3Settings {
  const region = readRegion(env);
  const endpoint = readEndpoint(env, region);
  return {
    endpoint,
    region,
    bucket: readBucket(env.S3_BUCKET),
    accessKeyId: readKey('S3_ACCESS_KEY_ID', env.S3_ACCESS_KEY_ID),
    secretAccessKey: readKey('S3_SECRET_ACCESS_KEY', env.S3_SECRET_ACCESS_KEY),
    forcePathStyle: readSwitch('S3_FORCE_PATH_STYLE', env.S3_FORCE_PATH_STYLE, Boolean(env.S3_ENDPOINT)),
    prefix: readPrefix(env.S3_PREFIX),
  };
}

/** Servers other than Amazon's accept any region, or this one. */
function readRegion({ S3_REGION: region, S3_ENDPOINT: endpoint }: Env): string {
  if (!region && !endpoint)
    throw new StartError('S3_REGION or S3_ENDPOINT must say where the bucket is, for example eu-central-1.');
  if (region && !/^[a-z0-9][a-z0-9-]{0,62}$/i.test(region))
    throw new StartError(`S3_REGION is "${region}": it must be a name such as eu-central-1.`);
  return region || 'us-east-1';
}

function readEndpoint({ S3_ENDPOINT: text, S3_ALLOW_HTTP }: Env, region: string): string {
  const mayBeHttp = readSwitch('S3_ALLOW_HTTP', S3_ALLOW_HTTP, false);
  if (!text) return `https://s3.${region}.amazonaws.com`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new StartError('S3_ENDPOINT must be the address of a server, for example https://s3.example.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !mayBeHttp)
    throw new StartError(
      'S3_ENDPOINT is http, so that anyone on the network path can read films and signed addresses: use https, or set S3_ALLOW_HTTP=true in a private network.',
    );
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function readBucket(name = ''): string {
  if (/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(name)) return name;
  throw new StartError(
    `S3_BUCKET is "${name}": it must be a name of 3 to 63 letters, digits, dots and hyphens.`,
  );
}

function readKey(name: string, key = ''): string {
  if (/^[\x21-\x7e]{3,512}$/.test(key)) return key;
  throw new StartError(`${name} must have 3 to 512 characters without spaces.`);
}

function readSwitch(name: string, given: string | undefined, fallback: boolean): boolean {
  if (!given) return fallback;
  if (given === 'true' || given === 'false') return given === 'true';
  throw new StartError(`${name} is "${given}": it must be true or false.`);
}

/** A folder of the bucket: "site/media" and "/site/media/" are the same. */
function readPrefix(given = ''): string {
  const folder = given.replace(/^\/+|\/+$/g, '');
  if (folder === '') return '';
  if (isStorageKey(folder) && folder.length <= 200) return `${folder}/`;
  throw new StartError(
    `S3_PREFIX is "${given}": it must be a folder of letters, digits, ".", "_", "-" and "/", for example site/media.`,
  );
}
