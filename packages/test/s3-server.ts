import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import S3rver, { type S3rverContext } from '@20minutes/s3rver';
import authentication from '@20minutes/s3rver/lib/middleware/authentication.js';
import type { S3Settings } from '@vesper/core/storage/s3-bucket.ts';

const BUCKET = 'test-bucket';
/** The package's account. */
const KEY = 'S3RVER';
const OBJECT = '._S3rver_object';

export type TestBucket = Awaited<ReturnType<typeof startTestBucket>>;

/**
 * A bucket on loopback that checks signatures. Fixes bugs of the package: it served unsigned requests, left half an
 * object after an interrupted upload, sent the whole object for its first byte, could not end or list multipart
 * uploads, and failed on lists of more than a page.
 */
export async function startTestBucket({ prefix = '' }: { prefix?: string } = {}) {
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
  /** `GET /videos/a.mp4`, in order, without the bucket. */
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
    /** Settings of a site that uses it, without STORAGE. */
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
      ...(prefix ? { S3_PREFIX: prefix } : {}),
    } as Record<string, string>,
    settings: {
      endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      accessKeyId: KEY,
      secretAccessKey: KEY,
      forcePathStyle: true,
      prefix: prefix ? `${prefix}/` : '',
    } satisfies S3Settings as S3Settings,
    requests,
    failNext: (count: number, status = 503) => Object.assign(faults, { count, status }),
    /** The next such request (`PUT /videos/a.mp4`) succeeds, but the client gets a 503. */
    loseAnswerTo: (request: string) => acts.set(request, (context) => refuse(context, 503, 'InternalError')),
    beforeAnswerTo: (request: string, act: () => void) => acts.set(request, act),
    /** Cuts the connection in every longer answer; undefined ends that. */
    cutAnswersAfter(bytes: number | undefined): void {
      faults.cutAfter = bytes;
    },
    /** Adds objects without requests. */
    async fill(keys: readonly string[], bytes = Buffer.from('x')): Promise<void> {
      for (const key of keys) {
        const file = path.join(folder, prefix, key + OBJECT);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, bytes);
      }
    },
    /** Open multipart uploads. */
    countUploads: async () => (await readdir(uploadsOf(folder)).catch(() => [])).length,
    countConnections: () =>
      new Promise<number>((resolve, reject) =>
        server.httpServer.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async close(): Promise<void> {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Has the package check the signature over the path as sent: the bucket and key it derives may differ. */
async function identify(context: S3rverContext): Promise<void> {
  const { vhost } = context.state;
  context.state.vhost = false;
  context.params = { bucket: vhost ? context.path.split('/').slice(2).join('/') : context.path.slice(1) };
  const encode = globalThis.encodeURIComponent;
  globalThis.encodeURIComponent = encodeStrictly;
  // Encodes before awaiting, so that nobody else gets the replaced function.
  const identified = authentication()(context, async () => {});
  globalThis.encodeURIComponent = encode;
  await identified;
  context.state.vhost = vhost;
  delete context.headers.authorization;
  const { 'X-Amz-Algorithm': _, ...query } = context.query;
  context.query = query;
}

/** By RFC 3986, as required for signatures. */
function encodeStrictly(text: string | number | boolean): string {
  const percent = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURI(String(text)).replace(/[!'()*;/?:@&=+$,#]/g, percent);
}

function refuse(context: S3rverContext, status: number, code: string): void {
  context.status = status;
  context.type = 'application/xml';
  context.body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused.</Message></Error>`;
}

/** An object appears once complete, and folders stay, so that writers do not collide. */
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
