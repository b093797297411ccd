import { randomUUID } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { contentTypeOf } from './content-types.ts';
import { type Bucket, headObject } from './s3-bucket.ts';
import { StorageError } from './storage.ts';

export interface Upload {
  name: string;
  body: Readable;
  sizeBytes?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A shared cache must not keep what a takedown cannot reach. */
export function headersOf(name: string) {
  return { ContentType: contentTypeOf(name), CacheControl: 'private' };
}

/** At least 5 MiB, all but the last of one size (R2), at most 10,000 (all). */
const LEAST_PART_BYTES = 8 * 1024 ** 2;
const MOST_PARTS = 10_000;
/** With the one being filled, at most four parts are in memory. */
const PARTS_AT_ONCE = 3;

/** In parts if large, held in memory for retries; returns the size. On any error the former object stays, and no part is left. */
export async function upload(bucket: Bucket, { name, body, sizeBytes, signal }: Upload): Promise<number> {
  const ended = new AbortController();
  const anySignal = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
  addAbortSignal(anySignal, body);
  const size = { expected: sizeBytes, bytes: 0 };
  const parts = partsOf(body, partBytesFor(sizeBytes, bucket.tuning.partBytes), size);
  const target = { bucket, name, signal: anySignal };
  try {
    const first = await parts.next();
    if (first.done || first.value.isLast) await putWhole(target, first.value?.bytes ?? Buffer.alloc(0));
    else await putInParts(target, { first: first.value.bytes, parts, fail: (fault) => ended.abort(fault) });
    return size.bytes;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    body.destroy();
  }
}

interface Target {
  bucket: Bucket;
  name: string;
  signal: AbortSignal;
}

interface Part {
  bytes: Buffer;
  isLast: boolean;
}

function partBytesFor(sizeBytes = 0, least = LEAST_PART_BYTES): number {
  return Math.max(least, Math.ceil(sizeBytes / MOST_PARTS));
}

async function* partsOf(
  body: Readable,
  partBytes: number,
  size: { expected: number | undefined; bytes: number },
): AsyncGenerator<Part> {
  let chunks: Buffer[] = [];
  let gathered = 0;
  for await (const chunk of body) {
    const bytes: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    size.bytes += bytes.length;
    if (size.expected !== undefined && size.bytes > size.expected) throw wrongSize(size);
    chunks.push(bytes);
    gathered += bytes.length;
    if (gathered < partBytes) continue;
    const all = Buffer.concat(chunks);
    let start = 0;
    for (; all.length - start >= partBytes; start += partBytes)
      yield { bytes: all.subarray(start, start + partBytes), isLast: false };
    chunks = [all.subarray(start)];
    gathered = all.length - start;
  }
  if (size.expected !== undefined && size.bytes !== size.expected) throw wrongSize(size);
  if (gathered > 0) yield { bytes: Buffer.concat(chunks), isLast: true };
}

function wrongSize({ expected, bytes }: { expected: number | undefined; bytes: number }): Error {
  return new Error(`Received ${bytes} bytes or more instead of ${expected}.`);
}

async function putWhole({ bucket, name, signal }: Target, bytes: Buffer): Promise<void> {
  const command = new PutObjectCommand({ Bucket: bucket.name, Key: name, Body: bytes, ...headersOf(name) });
  await required(bucket, `store ${name}`, () => bucket.client.send(command, { abortSignal: signal }), signal);
}

interface PartSource {
  first: Buffer;
  parts: AsyncGenerator<Part>;
  fail(fault: unknown): void;
}

async function putInParts(target: Target, source: PartSource): Promise<void> {
  const { bucket, name, signal } = target;
  const mark = randomUUID();
  const input = { Bucket: bucket.name, Key: name, ...headersOf(name), Metadata: { upload: mark } };
  const begin = () => bucket.client.send(new CreateMultipartUploadCommand(input));
  const beginning = required(bucket, `begin to store ${name}`, begin, signal).then(({ UploadId }) => {
    return { Bucket: bucket.name, Key: name, UploadId };
  });
  const upload = await Promise.race([beginning, abortOf(signal)]).catch((error) => {
    // The server may still begin the upload, and only its id can end it.
    beginning.then((late) => abandon(bucket, late)).catch(() => undefined);
    throw error;
  });
  try {
    const Parts = await sendParts(target, upload, source);
    signal.throwIfAborted();
    await complete(target, { ...upload, MultipartUpload: { Parts } }, mark);
  } catch (error) {
    await abandon(bucket, upload);
    throw error;
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

interface OpenUpload {
  Bucket: string;
  Key: string;
  UploadId: string | undefined;
}

interface SentPart {
  PartNumber: number;
  ETag: string | undefined;
}

async function sendParts({ bucket, name, signal }: Target, upload: OpenUpload, source: PartSource) {
  const sent: SentPart[] = [];
  const underWay = new Set<Promise<void>>();
  const send = (Body: Buffer) => {
    const part: SentPart = { PartNumber: sent.length + 1, ETag: undefined };
    const command = new UploadPartCommand({ ...upload, PartNumber: part.PartNumber, Body });
    const request = () => bucket.client.send(command, { abortSignal: signal });
    const sending: Promise<void> = required(bucket, `store a part of ${name}`, request, signal)
      .then(({ ETag }) => {
        part.ETag = ETag;
      })
      .catch(source.fail)
      .finally(() => underWay.delete(sending));
    sent.push(part);
    underWay.add(sending);
  };
  try {
    send(source.first);
    for await (const { bytes } of source.parts) {
      if (sent.length >= MOST_PARTS) throw new Error(`${name} is too large to be stored in parts.`);
      send(bytes);
      if (underWay.size >= PARTS_AT_ONCE) await Promise.race(underWay);
    }
  } finally {
    // A part arriving after the upload's end would cost money unseen.
    await Promise.all(underWay);
  }
  return sent;
}

type Completion = OpenUpload & { MultipartUpload: { Parts: SentPart[] } };

/** If the response is lost, the retry finds no upload: then the object's mark shows whether it succeeded. */
async function complete({ bucket, name, signal }: Target, input: Completion, mark: string): Promise<void> {
  const command = new CompleteMultipartUploadCommand(input);
  const request = () => bucket.client.send(command, { abortSignal: signal });
  try {
    await required(bucket, `put ${name} together`, request, signal);
  } catch (error) {
    const found = await headObject(bucket, name).catch(() => undefined);
    if (found?.Metadata?.upload !== mark) throw error;
  }
}

/** Without the upload's signal, which may be aborted. `removeLeftovers` finds the rest. */
async function abandon(bucket: Bucket, upload: OpenUpload): Promise<void> {
  await bucket.client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
}

async function required<T>(
  bucket: Bucket,
  what: string,
  request: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const answer = await bucket.ask(what, request, signal);
  if (answer === undefined)
    throw new StorageError('NoSuchUpload', `The bucket "${bucket.name}" did not ${what}.`);
  return answer;
}
