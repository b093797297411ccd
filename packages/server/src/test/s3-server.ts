import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import S3rver, { type S3rverContext } from '@20minutes/s3rver';
import authentication from '@20minutes/s3rver/lib/middleware/authentication.js';
import type { S3Settings } from '../kernel/storage/s3-bucket.ts';

export interface TestBucket {
  /** The settings of a site that uses it; STORAGE itself is left to the test. */
  env: Record<string, string>;
  settings: S3Settings;
  /** `GET /videos/a.mp4`, in the order in which they came, without the bucket. */
  requests: string[];
  /** The next requests get that status, and nothing is done. */
  failNext(count: number, status?: number): void;
  /** The next such request (`PUT /videos/a.mp4`) is done, but its answer is lost: the client reads a 503. */
  loseAnswerTo(request: string): void;
  /** Calls once the next such request is done, before its answer is sent. */
  beforeAnswerTo(request: string, act: () => void): void;
  /** From now on connections are cut in the middle of each answer that has more bytes than that; undefined ends it. */
  cutAnswersAfter(bytes: number | undefined): void;
  /** Puts objects there past the front door, for tests that need many. */
  fill(keys: readonly string[], bytes?: Buffer): Promise<void>;
  /** How many uploads in parts are open. */
  countUploads(): Promise<number>;
  countConnections(): Promise<number>;
  close(): Promise<void>;
}

const BUCKET = 'test-bucket';
/** The account that the package knows. */
const KEY = 'S3RVER';
const OBJECT = '._S3rver_object';

/**
 * A bucket on loopback, by an S3 server from the registry that checks signatures. What it does unlike a real one is
 * mended here: it served strangers, left half an object when an upload broke off, gave the whole object for its first
 * byte, could not end or list uploads in parts, and failed where a list has more than a page.
 */
export async function startTestBucket({ prefix = '' }: { prefix?: string } = {}): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(tmpdir(), 'vesper-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    serviceEndpoint: 'localhost',
    configureBuckets: [{ name: BUCKET }],
  });
  const folder = path.join(directory, BUCKET);
  const faults = { count: 0, status: 503, cutAfter: undefined as number | undefined };
  const acts = new Map<string, (context: S3rverContext) => void>();
  const requests: string[] = [];
  mendStore(server, folder);
  server.middleware.splice(-1, 0, async (context, next) => {
    const key = context.path.split('/').slice(2).join('/');
    const request = `${context.method} /${key}`;
    requests.push(request);
    if (faults.count > 0) {
      faults.count -= 1;
      return refuse(context, faults.status, faults.status === 403 ? 'AccessDenied' : 'SlowDown');
    }
    await identify(context);
    if (!context.state.account) return refuse(context, 403, 'AccessDenied');
    if (!(await answerWhatIsMissing(context, folder, key))) await next();
    acts.get(request)?.(context);
    acts.delete(request);
    cutAnswer(context, faults.cutAfter);
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
      ...(prefix ? { S3_PREFIX: prefix } : {}),
    },
    settings: {
      endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      accessKeyId: KEY,
      secretAccessKey: KEY,
      forcePathStyle: true,
      prefix: prefix ? `${prefix}/` : '',
    },
    requests,
    failNext: (count, status = 503) => Object.assign(faults, { count, status }),
    loseAnswerTo: (request) => acts.set(request, (context) => refuse(context, 503, 'InternalError')),
    beforeAnswerTo: (request, act) => acts.set(request, act),
    cutAnswersAfter(bytes) {
      faults.cutAfter = bytes;
    },
    fill: (keys, bytes = Buffer.from('x')) => fillFolder(folder, { keys, bytes, prefix }),
    countUploads: async () => (await readdir(uploadsOf(folder)).catch(() => [])).length,
    countConnections: () =>
      new Promise((resolve, reject) =>
        server.httpServer.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Lets the package check the signature over the path as it was sent. It would do so by the bucket and key that it
 * made of it, which are not the same where the bucket is in the host name or stands alone with a slash.
 */
async function identify(context: S3rverContext): Promise<void> {
  const { vhost } = context.state;
  context.state.vhost = false;
  context.params = { bucket: vhost ? context.path.split('/').slice(2).join('/') : context.path.slice(1) };
  const encode = globalThis.encodeURIComponent;
  globalThis.encodeURIComponent = encodeStrictly;
  // It reads all before it waits for anything, so that nobody else meets the other function.
  const identified = authentication()(context, async () => {});
  globalThis.encodeURIComponent = encode;
  await identified;
  context.state.vhost = vhost;
  delete context.headers.authorization;
  const { 'X-Amz-Algorithm': _, ...query } = context.query;
  context.query = query;
}

/** By RFC 3986, as signatures want it; the package leaves out what JavaScript's own function leaves as it is. */
function encodeStrictly(text: string | number | boolean): string {
  const percent = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURI(String(text)).replace(/[!'()*;/?:@&=+$,#]/g, percent);
}

function refuse(context: S3rverContext, status: number, code: string): void {
  context.status = status;
  context.type = 'application/xml';
  context.body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused.</Message></Error>`;
}

/** An object appears when all its bytes have come, and folders stay, so that writers do not get in each other's way. */
function mendStore({ store }: S3rver, folder: string): void {
  const putContent = store.putContent.bind(store);
  store.putContent = async (target, content) => {
    const temporary = path.join(folder, `.${randomUUID()}`);
    try {
      const written = await putContent(temporary, content);
      await rename(temporary, target);
      return written;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };
  const getObject = store.getObject.bind(store);
  store.getObject = async (bucket, key, options) => {
    if (options.end !== 0) return getObject(bucket, key, options);
    const object = await getObject(bucket, key, { start: 0, end: 1 });
    if (!object?.content || !object.range) return object;
    object.content.destroy();
    object.content = createReadStream(store.getResourcePath(bucket, key, 'object'), { start: 0, end: 0 });
    object.range.end = 0;
    return object;
  };
  store.deleteObject = async (bucket, key) => {
    for (const part of ['object', 'object.md5', 'metadata.json'])
      await rm(store.getResourcePath(bucket, key, part), { force: true });
  };
}

async function answerWhatIsMissing(context: S3rverContext, folder: string, key: string): Promise<boolean> {
  const { method, query } = context;
  if (key && query.uploadId) {
    const upload = path.join(uploadsOf(folder), path.basename(query.uploadId));
    if (!(await stat(upload).catch(() => undefined))) refuse(context, 404, 'NoSuchUpload');
    else if (method !== 'DELETE') return false;
    else {
      await rm(upload, { recursive: true, force: true });
      context.status = 204;
    }
    return true;
  }
  if (method !== 'GET' || key) return false;
  if ('uploads' in query) context.body = await listUploads(folder, query);
  else if (query['list-type'] === '2') context.body = await listObjects(folder, query);
  else return false;
  return true;
}

function uploadsOf(folder: string): string {
  return path.join(folder, '._S3rver_uploads');
}

async function listUploads(folder: string, { prefix = '', ...query }: S3rverContext['query']) {
  const most = Number(query['max-uploads'] ?? 1000);
  const after = query['upload-id-marker'] ?? '';
  const ids = (await readdir(uploadsOf(folder)).catch(() => [])).sort().filter((id) => id > after);
  const found: { Key: string; UploadId: string; Initiated: string }[] = [];
  for (const UploadId of ids) {
    const file = path.join(uploadsOf(folder), UploadId, 'key');
    const Key = await readFile(file, 'utf8').catch(() => '');
    if (Key?.startsWith(prefix))
      found.push({ Key, UploadId, Initiated: (await stat(file)).mtime.toISOString() });
  }
  const Upload = found.slice(0, most);
  const last = Upload.at(-1);
  const IsTruncated = found.length > most;
  const next = IsTruncated ? { NextKeyMarker: last?.Key, NextUploadIdMarker: last?.UploadId } : {};
  return { ListMultipartUploadsResult: { Upload, IsTruncated, ...next } };
}

async function listObjects(folder: string, { prefix = '', ...query }: S3rverContext['query']) {
  const most = Math.min(1000, Number(query['max-keys'] ?? 1000));
  const after = Buffer.from(query['continuation-token'] ?? '', 'base64').toString();
  const files = await readdir(folder, { recursive: true });
  const keys = files
    .filter((file) => file.endsWith(OBJECT))
    .map((file) => file.slice(0, -OBJECT.length))
    .filter((key) => key.startsWith(prefix) && key > after)
    .sort();
  const Contents: object[] = [];
  for (const Key of keys.slice(0, most)) {
    const found = await stat(path.join(folder, Key + OBJECT)).catch(() => undefined);
    if (found) Contents.push({ Key, Size: found.size, LastModified: found.mtime.toISOString() });
  }
  const IsTruncated = keys.length > most;
  const NextContinuationToken = Buffer.from(keys[most - 1] ?? '').toString('base64');
  return {
    ListBucketResult: { Contents, IsTruncated, ...(IsTruncated ? { NextContinuationToken } : {}) },
  };
}

function cutAnswer(context: S3rverContext, bytes: number | undefined): void {
  if (bytes === undefined || !(context.body instanceof Readable)) return;
  const whole = context.body;
  context.body = Readable.from(
    (async function* () {
      let left = bytes;
      for await (const chunk of whole) {
        if (chunk.length > left) {
          yield chunk.subarray(0, left);
          throw new Error('The connection was cut.');
        }
        left -= chunk.length;
        yield chunk;
      }
    })(),
  );
}

async function fillFolder(
  folder: string,
  { keys, bytes, prefix }: { keys: readonly string[]; bytes: Buffer; prefix: string },
): Promise<void> {
  for (const key of keys) {
    const file = path.join(folder, prefix, key + OBJECT);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}
