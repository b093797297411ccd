import { StartError } from '../../kernel/lib/start-error.ts';
import type { S3Settings } from '../../kernel/storage/s3-bucket.ts';
import { isStorageKey, type Place } from '../../kernel/storage/storage.ts';
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
  return readS3(start, (name) => env[start + name] ?? '');
}

/** One setting of a bucket, by the end of its name. */
type Given = (name: (typeof ALL)[number]) => string;

function readS3(start: string, given: Given): S3Settings {
  /** What is given, if it matches; throws StartError with what it must be. Never for a key, which may be logged. */
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

/** Undefined if none is given. */
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

/** A folder of the bucket: "site/media" and "/site/media/" are the same. */
function readPrefix(start: string, given: string): string {
  const folder = given.replace(/^\/+|\/+$/g, '');
  if (folder === '') return '';
  if (isStorageKey(folder) && folder.length <= 200) return `${folder}/`;
  throw new StartError(
    `${start}PREFIX is "${given}": it must be a folder of letters, digits, ".", "_", "-" and "/", for example site/media.`,
  );
}
