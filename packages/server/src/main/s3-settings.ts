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
const NEEDED = ['BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;
const ALL = [...NEEDED, 'ENDPOINT', 'REGION', 'PREFIX', 'FORCE_PATH_STYLE', 'ALLOW_HTTP'] as const;

/** STORAGE and S3_*. No sentence repeats a key, because it may be logged. */
export function readStorageSettings(env: Env): StorageSettings {
  const main = env.STORAGE || 'fs';
  if (main !== 'fs' && main !== 's3') throw new StartError(`STORAGE is "${main}": it must be one of fs, s3.`);
  return { main, s3: readBucketSettings(env, 'S3_', main === 's3' ? 'STORAGE is s3' : undefined) };
}

/** The settings of a bucket, whose names all begin alike; undefined if none is given and it is not `needed`. */
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
  return readS3({ start, of: (name) => env[start + name] });
}

/** The settings of one bucket, by the end of their names. */
interface BucketEnv {
  start: string;
  of(name: (typeof ALL)[number]): string | undefined;
}

function readS3(env: BucketEnv): S3Settings {
  const region = readRegion(env);
  const endpoint = readEndpoint(env, region);
  return {
    endpoint,
    region,
    bucket: readBucket(env),
    accessKeyId: readKey(env, 'ACCESS_KEY_ID'),
    secretAccessKey: readKey(env, 'SECRET_ACCESS_KEY'),
    forcePathStyle: readSwitch(env, 'FORCE_PATH_STYLE', Boolean(env.of('ENDPOINT'))),
    prefix: readPrefix(env),
  };
}

/** Servers other than Amazon's accept any region, or this one. */
function readRegion({ start, of }: BucketEnv): string {
  const region = of('REGION');
  if (!region && !of('ENDPOINT'))
    throw new StartError(
      `${start}REGION or ${start}ENDPOINT must say where the bucket is, for example eu-central-1.`,
    );
  if (region && !/^[a-z0-9][a-z0-9-]{0,62}$/i.test(region))
    throw new StartError(`${start}REGION is "${region}": it must be a name such as eu-central-1.`);
  return region || 'us-east-1';
}

function readEndpoint(env: BucketEnv, region: string): string {
  const { start } = env;
  const text = env.of('ENDPOINT');
  const mayBeHttp = readSwitch(env, 'ALLOW_HTTP', false);
  if (!text) return `https://s3.${region}.amazonaws.com`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
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

function readBucket({ start, of }: BucketEnv): string {
  const name = of('BUCKET') ?? '';
  if (/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(name)) return name;
  throw new StartError(
    `${start}BUCKET is "${name}": it must be a name of 3 to 63 letters, digits, dots and hyphens.`,
  );
}

function readKey({ start, of }: BucketEnv, name: 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'): string {
  const key = of(name) ?? '';
  if (/^[\x21-\x7e]{3,512}$/.test(key)) return key;
  throw new StartError(`${start}${name} must have 3 to 512 characters without spaces.`);
}

function readSwitch(
  { start, of }: BucketEnv,
  name: 'FORCE_PATH_STYLE' | 'ALLOW_HTTP',
  fallback: boolean,
): boolean {
  const given = of(name);
  if (!given) return fallback;
  if (given === 'true' || given === 'false') return given === 'true';
  throw new StartError(`${start}${name} is "${given}": it must be true or false.`);
}

/** A folder of the bucket: "site/media" and "/site/media/" are the same. */
function readPrefix({ start, of }: BucketEnv): string {
  const given = of('PREFIX') ?? '';
  const folder = given.replace(/^\/+|\/+$/g, '');
  if (folder === '') return '';
  if (isStorageKey(folder) && folder.length <= 200) return `${folder}/`;
  throw new StartError(
    `${start}PREFIX is "${given}": it must be a folder of letters, digits, ".", "_", "-" and "/", for example site/media.`,
  );
}
