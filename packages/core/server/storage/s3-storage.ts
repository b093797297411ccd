import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type Bucket, headObject, openBucket, type S3Settings, type S3Tuning } from './s3-bucket.ts';
import { headersOf, upload } from './s3-upload.ts';
import {
  type ByteRange,
  isStorageKey,
  requireStorageKey,
  type SignedUrlOptions,
  type Storage,
  StorageError,
  type StoredFile,
} from './storage.ts';

/** No key begins with a dot, so none reaches these. */
const QUARANTINE = '.quarantine/';

/** For any S3-compatible server. Sends no request before it is used. */
export function createS3Storage(settings: S3Settings, tuning: S3Tuning = {}): Storage {
  const bucket = openBucket(settings, tuning);

  const nameOf = (key: string) => bucket.prefix + requireStorageKey(key);
  const asideNameOf = (key: string) => bucket.prefix + QUARANTINE + requireStorageKey(key);

  async function putAt(
    name: string,
    key: string,
    body: Readable,
    { sizeBytes, signal }: { sizeBytes?: number; signal?: AbortSignal } = {},
  ): Promise<StoredFile> {
    const written = await upload(bucket, { name, body, sizeBytes, signal });
    const found = await headObject(bucket, name);
    return { key, sizeBytes: written, modifiedAt: found?.LastModified ?? new Date() };
  }

  async function adopt(localPath: string, key: string, { signal }: { signal?: AbortSignal } = {}) {
    const name = nameOf(key);
    const { size: sizeBytes } = await stat(localPath);
    await upload(bucket, { name, body: createReadStream(localPath), sizeBytes, signal });
    await rm(localPath, { force: true });
  }

  async function read(key: string, name: string, range?: ByteRange): Promise<Readable | undefined> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ Bucket: bucket.name, Key: name, Range });
    const answer = await bucket.ask(`give ${key}`, () => bucket.client.send(command));
    const body = answer?.Body as Readable | undefined;
    if (!range || answer?.ContentRange?.startsWith(`bytes ${range.start}-${range.end}/`) || !body)
      return body;
    body.destroy();
    throw new StorageError(
      'InvalidRange',
      `The bucket "${bucket.name}" returned other bytes of ${key} than requested.`,
    );
  }

  async function head(key: string, name: string): Promise<StoredFile | undefined> {
    const found = await headObject(bucket, name);
    return (
      found && { key, sizeBytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date() }
    );
  }

  async function* list(folder?: string): AsyncGenerator<StoredFile> {
    yield* listObjects(bucket, bucket.prefix, folder === undefined ? '' : `${requireStorageKey(folder)}/`);
  }

  async function signedUrl(key: string, { expiresAt, contentType, contentDisposition }: SignedUrlOptions) {
    const command = new GetObjectCommand({
      Bucket: bucket.name,
      Key: nameOf(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
    });
    return getSignedUrl(bucket.client, command, lifeOf(expiresAt, new Date()));
  }

  return {
    place: 's3',
    adopt,
    put: async (key, body, options) => putAt(nameOf(key), key, body, options),
    putQuarantined: async (key, body, options) => putAt(asideNameOf(key), key, body, options),
    read: async (key, range) => read(key, nameOf(key), range),
    head: async (key) => head(key, nameOf(key)),
    remove: async (key) => removeObject(bucket, nameOf(key)),
    list,
    quarantine: async (key) => moveObject(bucket, nameOf(key), asideNameOf(key)),
    release: async (key) => moveObject(bucket, asideNameOf(key), nameOf(key)),
    readQuarantined: async (key, range) => read(key, asideNameOf(key), range),
    headQuarantined: async (key) => head(key, asideNameOf(key)),
    listQuarantine: () => listObjects(bucket, bucket.prefix + QUARANTINE, ''),
    removeQuarantined: async (key) => removeObject(bucket, asideNameOf(key)),
    removeLeftovers: (before) => removeUploads(bucket, before).catch(ignoreUnknown),
    localPath(key) {
      requireStorageKey(key);
      return undefined;
    },
    signedUrl,
    close: bucket.close,
  };
}

async function removeObject(bucket: Bucket, name: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: name });
  await bucket.ask(`remove ${name}`, () => bucket.client.send(command));
}

/**
 * Buckets cannot move: copies, then removes. If interrupted, the next call either way completes it; keys are made from
 * content, so both copies are identical. True if the file is under `to` afterwards.
 */
async function moveObject(bucket: Bucket, from: string, to: string): Promise<boolean> {
  if (!(await copyObject(bucket, from, to))) return (await headObject(bucket, to)) !== undefined;
  await removeObject(bucket, from);
  return true;
}

/** Names without `root`; skips what is no key, such as the quarantine or foreign objects. */
async function* listObjects(bucket: Bucket, root: string, folder: string): AsyncGenerator<StoredFile> {
  const input = { Bucket: bucket.name, Prefix: root + folder, MaxKeys: bucket.tuning.pageKeys };
  let ContinuationToken: string | undefined;
  do {
    const command: ListObjectsV2Command = new ListObjectsV2Command({ ...input, ContinuationToken });
    const page = await bucket.ask('list its objects', () => bucket.client.send(command));
    for (const { Key = '', Size = 0, LastModified = new Date() } of page?.Contents ?? []) {
      const key = Key.slice(root.length);
      if (isStorageKey(key)) yield { key, sizeBytes: Size, modifiedAt: LastModified };
    }
    ContinuationToken = page?.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

/** Dead writers' uploads: their parts cost money, and no list shows them. */
async function removeUploads(bucket: Bucket, before: Date): Promise<number> {
  let removed = 0;
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (marker) {
    const input = {
      Bucket: bucket.name,
      Prefix: bucket.prefix,
      MaxUploads: bucket.tuning.pageKeys,
      ...marker,
    };
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand(input);
    const page = await bucket.ask('list its uploads', () => bucket.client.send(command));
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (!Initiated || Initiated >= before) continue;
      const abort = new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId });
      await bucket.ask(`end an upload of ${Key}`, () => bucket.client.send(abort));
      removed += 1;
    }
    marker = page?.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined;
  }
  return removed;
}

/** Some servers cannot list uploads: there a lifecycle rule must remove them. */
function ignoreUnknown(error: unknown): number {
  if (error instanceof StorageError && error.code === 'NotImplemented') return 0;
  throw error;
}

const HOUR_MS = 60 * 60 * 1000;
/** Signature Version 4's limit. */
const MOST_SECONDS = 7 * 24 * 60 * 60;

/** Signed as of the full hour, so that requests within it get the same address. */
function lifeOf(expiresAt: Date, now: Date): { signingDate: Date; expiresIn: number } {
  if (expiresAt <= now) throw new RangeError('An address must expire in the future.');
  const signingDate = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const seconds = Math.ceil((expiresAt.getTime() - signingDate.getTime()) / 1000);
  return { signingDate, expiresIn: Math.min(seconds, MOST_SECONDS) };
}

/** A single copy may have 5 GiB, and takes long. */
const COPY_PART_BYTES = 512 * 1024 ** 2;

export async function copyObject(bucket: Bucket, from: string, to: string): Promise<boolean> {
  const found = await headObject(bucket, from);
  if (!found) return false;
  const sizeBytes = found.ContentLength ?? 0;
  const partBytes = bucket.tuning.copyPartBytes ?? COPY_PART_BYTES;
  if (sizeBytes > partBytes) return copyInParts(bucket, { from, to, sizeBytes, partBytes });
  const CopySource = `${bucket.name}/${from}`;
  const command = new CopyObjectCommand({ Bucket: bucket.name, Key: to, CopySource });
  const copied = await bucket.ask(`copy ${from}`, () => bucket.client.send(command));
  return copied !== undefined;
}

interface PartedCopy {
  from: string;
  to: string;
  sizeBytes: number;
  partBytes: number;
}

async function copyInParts(bucket: Bucket, copy: PartedCopy): Promise<boolean> {
  const { client, name } = bucket;
  const begin = new CreateMultipartUploadCommand({ Bucket: name, Key: copy.to, ...headersOf(copy.to) });
  const begun = await bucket.ask(`begin a copy of ${copy.from}`, () => client.send(begin));
  const upload = { Bucket: name, Key: copy.to, UploadId: begun?.UploadId };
  let isWhole = false;
  try {
    const Parts = await copyParts(bucket, upload, copy);
    const end = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    if (Parts && (await bucket.ask(`end the copy of ${copy.from}`, () => client.send(end)))) isWhole = true;
    return isWhole;
  } finally {
    if (!isWhole) await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
  }
}

/** Undefined if the object disappeared. */
async function copyParts(
  bucket: Bucket,
  upload: { Bucket: string; Key: string; UploadId: string | undefined },
  { from, sizeBytes, partBytes }: PartedCopy,
): Promise<CompletedPart[] | undefined> {
  const parts: CompletedPart[] = [];
  for (let start = 0; start < sizeBytes; start += partBytes) {
    const PartNumber = parts.length + 1;
    const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, sizeBytes) - 1}`;
    const CopySource = `${bucket.name}/${from}`;
    const command = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange });
    const copied = await bucket.ask(`copy a part of ${from}`, () => bucket.client.send(command));
    if (!copied) return undefined;
    parts.push({ PartNumber, ETag: copied.CopyPartResult?.ETag });
  }
  return parts;
}
