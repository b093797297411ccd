import { HeadObjectCommand, type HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { StorageError } from './storage.ts';

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`, or any S3-compatible server's. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is in the path, not the host name. */
  forcePathStyle: boolean;
  /** Empty, or a folder with its slash, such as `site/media/`. */
  prefix: string;
}

export interface S3Tuning {
  partBytes?: number;
  copyPartBytes?: number;
  pageKeys?: number;
  maxAttempts?: number;
  /** Called for each answer, also for a missing object; `onAway` without an answer. */
  onAnswer?: () => void;
  onAway?: (error: StorageError) => void;
  agent?: object;
}

export interface Bucket {
  client: S3Client;
  name: string;
  prefix: string;
  tuning: S3Tuning;
  /** Reports errors in a sentence; undefined if the object is missing. */
  ask<T>(what: string, request: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** Idle in both directions: also limits a visitor who stops reading. */
const IDLE_TIMEOUT_MS = 60_000;
/** Until the answer begins: slow uploads, or copies within the bucket. */
const ANSWER_TIMEOUT_MS = 5 * 60_000;
const MAX_SOCKETS = 256;
const MAX_ATTEMPTS = 5;

/** Opens no connection yet. */
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

/** Everything is explicit: the SDK must not take keys from the environment, home folder or metadata service. */
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

/** Not for a missing bucket. */
function isMissing(error: unknown): boolean {
  const { name = '', $metadata } = error as SdkError;
  return name !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404;
}

/** Unreachable or broken; not a rejected request. */
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
