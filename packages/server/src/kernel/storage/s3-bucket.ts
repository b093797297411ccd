import { HeadObjectCommand, type HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { StorageError } from './storage.ts';

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`, or the address of any S3-compatible server. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is part of the path instead of the host name. */
  forcePathStyle: boolean;
  /** The prefix of all our objects: empty, or a folder with its slash, such as `site/media/`. */
  prefix: string;
}

/** Sizes and counts, set by tests. */
export interface S3Tuning {
  /** Larger files are uploaded in parts of this size. */
  partBytes?: number;
  /** Larger files are copied in parts of this size. */
  copyPartBytes?: number;
  /** How many names are asked for at once. */
  pageKeys?: number;
  /** How often a request is tried. */
  maxAttempts?: number;
  /** Told of each answer, also that there is no such object; and of what was no answer at all. */
  onAnswer?: () => void;
  onAway?: (error: StorageError) => void;
  /** Further options of the agents that open sockets. */
  agent?: object;
}

/** Our prefix of a bucket. */
export interface Bucket {
  client: S3Client;
  name: string;
  prefix: string;
  tuning: S3Tuning;
  /** Runs a request, and reports errors in a sentence; `undefined` if the object is missing. */
  ask<T>(what: string, request: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Without a byte in either direction: also limits a visitor who stops reading. */
const IDLE_TIMEOUT_MS = 60_000;
/** Until the answer begins: an upload's part on a slow line, or a copy within the bucket. */
const ANSWER_TIMEOUT_MS = 5 * 60_000;
const MAX_SOCKETS = 256;
const MAX_ATTEMPTS = 5;

/** Opens nothing yet. */
export function openBucket(settings: S3Settings, tuning: S3Tuning = {}): Bucket {
  const client = createClient(settings, tuning);
  const { bucket: name, prefix } = settings;
  async function ask<T>(what: string, request: () => Promise<T>, signal?: AbortSignal) {
    try {
      const answer = await request();
      tuning.onAnswer?.();
      return answer;
    } catch (error) {
      if (isMissing(error)) {
        tuning.onAnswer?.();
        return undefined;
      }
      signal?.throwIfAborted();
      const fault = storageError(error, `The bucket "${name}" did not ${what}`);
      if (isAway(error)) tuning.onAway?.(fault);
      throw fault;
    }
  }
  return { client, name, prefix, tuning, ask, close: () => client.destroy() };
}

/**
 * Everything is set explicitly: the SDK would otherwise look in the environment, the home folder and the cloud's
 * metadata service, and a site must not silently take its keys from there.
 */
function createClient(settings: S3Settings, { maxAttempts = MAX_ATTEMPTS, agent: more }: S3Tuning): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: 16, ...more };
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than Amazon's do not support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    retryMode: 'standard',
    defaultsMode: 'standard',
    authSchemePreference: ['aws.auth#sigv4'],
    sigv4aSigningRegionSet: [region],
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    disableClockSkewCorrection: false,
    userAgentAppId: 'vesper',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** What the bucket says of an object, by its whole name. */
export function headObject(bucket: Bucket, name: string): Promise<HeadObjectCommandOutput | undefined> {
  const command = new HeadObjectCommand({ Bucket: bucket.name, Key: name });
  return bucket.ask(`describe ${name}`, () => bucket.client.send(command));
}

interface SdkError {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** A missing object or upload; not a missing bucket. */
function isMissing(error: unknown): boolean {
  const { name = '', $metadata } = error as SdkError;
  return name !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404;
}

/** Not refused, but unreachable or out of order. */
function isAway(error: unknown): boolean {
  return ((error as SdkError).$metadata?.httpStatusCode ?? 500) >= 500;
}

function storageError(error: unknown, sentence: string): StorageError {
  const { name, message, code, $metadata } = error as SdkError;
  const fault = code ?? name ?? 'unknown';
  const status = $metadata?.httpStatusCode;
  const said = message && message !== fault ? `, ${message.slice(0, 200)}` : '';
  return new StorageError(fault, `${sentence}: ${fault}${status ? ` (${status})` : ''}${said}`, {
    cause: error,
  });
}
