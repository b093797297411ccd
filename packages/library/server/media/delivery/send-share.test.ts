import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorBody, errorStatus } from '@vesper/core/http/errors.ts';
import { createCounts } from '@vesper/core/lib/counts.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { createFsStorage, type FsStorage } from '@vesper/core/storage/fs-storage.ts';
import { createStorages } from '@vesper/core/storage/storage.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestMedia } from '../../../../test/media-request.ts';
import type { PublicFile } from '../files/files.ts';
import { createShareSender } from './send-share.ts';

const size = { width: 300, height: 158 };
let root: string;
let storage: FsStorage;
let app: FastifyInstance;
let url: string;
let reads: string[];
let requests: number;
let isPublic: boolean;
let gate: Promise<void>;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'vesper-share-'));
  storage = createFsStorage(root);
  reads = [];
  requests = 0;
  isPublic = true;
  gate = Promise.resolve();
  const read = async (key: string) => {
    reads.push(key);
    await gate;
    return storage.read(key);
  };
  const storages = createStorages({ ...storage, read });
  app = Fastify({ trustProxy: true, exposeHeadRoutes: false });
  app.addHook('onRequest', async () => {
    requests += 1;
  });
  app.setErrorHandler((error, _request, reply) => {
    const body = errorBody(error, silentLog);
    return reply.code(errorStatus(body)).send(body);
  });
  const sendShare = createShareSender({ storages, counts: createCounts(), log: silentLog });
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/:name',
    handler: async (request, reply) => {
      const key = `pictures/${request.params.name}.webp`;
      const file: PublicFile = {
        ...{ key, purpose: 'thumbnail', name: 'thumbnail-1280.webp', place: 'fs', sizeBytes: null },
        ...{ storedAt: new Date(0), title: 'A gradient' },
      };
      const asked = { videoId: 'x', purpose: 'thumbnail', name: '300x158.jpg', isDownload: false } as const;
      return sendShare(request, reply, { asked, size, find: async () => (isPublic ? file : undefined) });
    },
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

const store = (name: string, bytes: Buffer) => storage.put(`pictures/${name}.webp`, Readable.from([bytes]));
const webp = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: '#4060c0' } })
    .webp()
    .toBuffer();

const ask = (name: string, network: number, options: { method?: string; headers?: object } = {}) =>
  requestMedia(`${url}/${name}`, {
    ...options,
    headers: { 'x-forwarded-for': `203.0.${network}.1`, ...options.headers },
  });

test('only a GET that needs the bytes makes the picture', async () => {
  await store('one', await webp());
  const head = await ask('one', 1, { method: 'HEAD' });
  expect([head.status, head.headers['content-type'], head.headers['content-length']]).toEqual([
    ...[200, 'image/jpeg', undefined],
  ]);
  const { etag = '' } = head.headers;
  expect((await ask('one', 1, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await ask('one', 1, { headers: { 'if-match': '"other"' } })).status).toBe(412);
  expect(reads).toEqual([]);
  const whole = await ask('one', 1);
  expect([whole.status, whole.headers.etag, reads.length]).toEqual([200, etag, 1]);
  const again = await ask('one', 1, { method: 'HEAD' });
  expect(again.headers['content-length']).toBe(String(whole.body.length));
  expect(reads).toHaveLength(1);
});

test('a missing picture is looked for again', async () => {
  for (const method of ['GET', 'HEAD']) expect((await ask('late', 1, { method })).status).toBe(404);
  await store('late', await webp());
  expect((await ask('late', 1)).status).toBe(200);
});

test('a picture whose video was removed while it was made is not sent', async () => {
  await store('removed', await webp());
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const asked = ask('removed', 1);
  await expect.poll(() => reads.length).toBe(1);
  isPublic = false;
  resolve();
  expect((await asked).status).toBe(404);
});

test('a network has eight being made at once, and others theirs', async () => {
  const bytes = await webp();
  const names = Array.from({ length: 10 }, (_, n) => `picture-${n}`);
  for (const name of names) await store(name, bytes);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const first = names.slice(0, 8).map((name) => ask(name, 1));
  // Two are being made, six wait.
  await expect.poll(() => [requests, reads.length]).toEqual([8, 2]);
  const refused = await ask('picture-8', 1);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
  const other = ask('picture-9', 2);
  resolve();
  for (const answer of [...first, other]) expect((await answer).status).toBe(200);
  expect((await ask('picture-8', 1)).status).toBe(200);
});
