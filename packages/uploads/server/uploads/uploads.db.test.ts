import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { type DraftChange, UPLOADS_PATH } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRaw } from '../../../test/ask-as.ts';
import { testClip } from '../../../test/clips.ts';
import { makeSource } from '../../../test/factories.ts';
import { editionOf } from '../../../test/hostile-videos.ts';
import { type Ingest, startIngest } from '../../../test/ingest.ts';
import { newAdminCookie, startTestSite, type TestSite } from '../../../test/site.ts';
import { cleanUploads } from './clean-uploads.ts';
import { fileOf } from './receiving.ts';

let site: TestSite;
let ingest: Ingest;
let client: Awaited<ReturnType<TestSite['admin']>>;
let cookie: string;
let sourceId: string;
let clip: Buffer;

beforeAll(async () => {
  clip = await testClip('good');
  site = await startTestSite({ UPLOAD_MAX_MEGABYTES: '64' });
  ingest = await startIngest(site);
  client = await site.admin();
  cookie = await newAdminCookie(site.base);
  const url = 'https://uploads.invalid/own/';
  sourceId = await makeSource(site.base.db, { kind: 'upload', url });
});
afterAll(async () => {
  await ingest.close();
  await site.close();
});

type Headers = Record<string, string>;

async function ask(method: string, address: string, headers: Headers = {}, body?: Buffer) {
  const common = { cookie, origin: site.url, 'tus-resumable': '1.0.0', 'content-length': '0' };
  const length = body ? { 'content-length': String(body.length) } : {};
  const asking = { method, headers: { ...common, ...length, ...headers }, body: body as never };
  const answer = await requestRaw(site.url + address, asking);
  const said = answer.body.length > 0 ? JSON.parse(answer.body.toString()).message : undefined;
  return { ...answer, said };
}

function metadata(values: Headers): string {
  const entries = Object.entries({ sourceId, filename: 'Red circles.mp4', ...values });
  return entries.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',');
}

/** Its address. */
async function begin(size: number, values: Headers = {}): Promise<string> {
  const headers = { 'upload-length': String(size), 'upload-metadata': metadata(values) };
  const { status, said, headers: answered } = await ask('POST', UPLOADS_PATH, headers);
  expect([status, said]).toEqual([201, undefined]);
  return String(answered.location);
}

const partOf = (offset: number, headers: Headers = {}): Headers => ({
  ...{ 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
  ...headers,
});
const send = (address: string, offset: number, bytes: Buffer, headers: Headers = {}) =>
  ask('PATCH', address, partOf(offset, headers), bytes);
const offsetAt = async (address: string) => Number((await ask('HEAD', address)).headers['upload-offset']);
const idOf = (address: string) => address.slice(UPLOADS_PATH.length + 1);
const isKept = async (id: string) => (await readdir(site.base.uploadsDirectory)).includes(id);
const found = async (address: string) =>
  (await client.uploads.list({})).uploads.find(({ id }) => id === idOf(address));

/** Sends a whole file; its upload once its download has ended. */
async function bring(bytes: Buffer, draft: DraftChange = {}, values: Headers = {}) {
  const address = await begin(bytes.length, { draft: JSON.stringify(draft), ...values });
  expect((await send(address, 0, bytes)).status).toBe(204);
  await ingest.run((await found(address))?.downloadId ?? '');
  return found(address);
}

const videoOf = (id: string) => client.catalogue.get({ id });

/** Sends bytes, waits until some are on disk, and breaks the connection. */
async function breakOff(
  address: string,
  offset: number,
  bytes: Buffer,
  headers: Headers = {},
): Promise<void> {
  const length = { 'content-length': String(bytes.length + 1) };
  const all = { cookie, origin: site.url, 'tus-resumable': '1.0.0', ...partOf(offset, headers), ...length };
  const asked = request(site.url + address, { method: 'PATCH', headers: all });
  asked.on('error', () => {});
  asked.write(bytes);
  await expect.poll(() => writerOf(address)).not.toBeNull();
  const file = fileOf(site.base.uploadsDirectory, idOf(address));
  await expect.poll(async () => (await stat(file).catch(() => ({ size: 0 }))).size).toBeGreaterThan(offset);
  asked.destroy();
  await expect.poll(() => writerOf(address)).toBeNull();
}

const writerOf = async (address: string) =>
  (
    await sql<{ writer: string | null }>`select writer from uploads where id = ${idOf(address)}`.execute(
      site.base.db,
    )
  ).rows[0]?.writer;

test('a file continues where a broken connection left it, and is published whole', async () => {
  const bytes = editionOf(clip, 'x'.repeat(5_000_000));
  const address = await begin(bytes.length);
  await breakOff(address, 0, bytes.subarray(0, 2_000_000));
  const offset = await offsetAt(address);
  expect(offset).toBeGreaterThan(0);
  expect(await send(address, offset - 1, bytes.subarray(offset - 1))).toMatchObject({ status: 409 });
  const checksum = (part: Buffer) => `sha256 ${createHash('sha256').update(part).digest('base64')}`;
  const wrong = { 'upload-checksum': checksum(clip) };
  const rest = bytes.subarray(offset);
  expect((await send(address, offset, rest, wrong)).status).toBe(460);
  // Nothing under a checksum counts before its end.
  await breakOff(address, offset, rest.subarray(0, -1), { 'upload-checksum': checksum(rest) });
  expect(await offsetAt(address)).toBe(offset);
  const right = { 'upload-checksum': checksum(rest) };
  expect(await send(address, offset, rest, right)).toMatchObject({
    status: 204,
    headers: { 'upload-offset': String(bytes.length), 'tus-resumable': '1.0.0' },
  });
  const upload = await found(address);
  expect(upload).toMatchObject({ state: 'waiting', receivedBytes: bytes.length, expiresAt: null });
  await ingest.run(upload?.downloadId ?? '');
  const { state, videoId } = (await found(address)) ?? {};
  expect(state).toBe('published');
  expect(await videoOf(videoId ?? '')).toMatchObject({ title: 'Red circles', status: 'published', sourceId });
  const { rows } = await sql<{ hash: string }>`
    select encode(content_sha256, 'hex') as hash from videos where id = ${videoId}`.execute(site.base.db);
  expect(rows[0]?.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(await isKept(idOf(address))).toBe(false);
});

test('what does not fit is refused with a sentence', async () => {
  const post = (values: Headers, size = '10') =>
    ask('POST', UPLOADS_PATH, { 'upload-length': size, 'upload-metadata': metadata(values) });
  const folder = await makeSource(site.base.db, { kind: 'folder' });
  const uncovered = await makeSource(site.base.db, { kind: 'upload', basis: null, enabled: false });
  const tooLarge = String(64 * 1024 ** 2 + 1);
  const refusals = [
    [await post({}, tooLarge), 413, 'This file is larger than 64 MB.'],
    [await post({}, '0'), 400, 'This file is empty.'],
    [await post({}, '-1'), 400, 'upload-length'],
    [await post({ filename: ' ' }), 400, 'A file needs a name.'],
    [await post({ draft: '{' }), 400, 'JSON'],
    [await post({ draft: '{"publish":"later"}' }), 400, 'Please say when'],
    [await post({ draft: '{"tags":"red"}' }), 400, 'tags'],
    [await post({ fingerprint: 'abc' }), 400, 'SHA-256'],
    [await post({ sourceId: 'none' }), 404, 'source'],
    [await post({ sourceId: folder }), 400, 'kind "upload"'],
    [await post({ sourceId: uncovered }), 409, 'basis'],
    [await post({ replaces: 'none' }), 409, 'replaced'],
  ] as const;
  for (const [answer, status, words] of refusals)
    expect([answer.status, answer.said]).toEqual([status, expect.stringContaining(words)]);
  const address = await begin(10);
  const part = Buffer.alloc(11);
  const ten = part.subarray(1);
  expect(await send(address, 0, part)).toMatchObject({ status: 413 });
  expect(await send(address, 0, ten, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  expect(await send(address, 0, ten, { 'upload-offset': 'x' })).toMatchObject({ status: 400 });
  expect(await send(address, 0, ten, { 'upload-checksum': 'md5 x' })).toMatchObject({ status: 400 });
  expect(await send(address, 0, ten, { 'tus-resumable': '0.2.2' })).toMatchObject({ status: 412 });
  expect(await send(address, 0, ten, { cookie: '' })).toMatchObject({ status: 401 });
  expect(await send(address, 0, ten, { origin: 'https://other.test' })).toMatchObject({ status: 403 });
  expect(await send(`${UPLOADS_PATH}/none`, 0, ten)).toMatchObject({ status: 404 });
  expect(await offsetAt(address)).toBe(0);
  expect((await ask('DELETE', address)).status).toBe(204);
  for (const method of ['HEAD', 'DELETE']) expect((await ask(method, address)).status).toBe(410);
  expect(await isKept(idOf(address))).toBe(false);
});

test('one request at a time writes a file, and an upload idle for a day ends', async () => {
  const address = await begin(clip.length);
  const key = '0e3f6b1c-0000-4000-8000-000000000000';
  const lease = (until: string) =>
    sql`update uploads set writer = ${key}::uuid, writer_until = now() + ${until}::interval
      where id = ${idOf(address)}`.execute(site.base.db);
  await lease('1 minute');
  expect((await send(address, 0, clip.subarray(0, 1000))).status).toBe(423);
  await lease('-1 second');
  expect((await send(address, 0, clip.subarray(0, 1000))).status).toBe(204);
  const idle = (hours: number) =>
    sql`update uploads set touched_at = now() - make_interval(hours => ${hours})
      where id = ${idOf(address)}`.execute(site.base.db);
  await idle(23);
  await cleanUploads(site.base);
  expect([await offsetAt(address), await isKept(idOf(address))]).toEqual([1000, true]);
  await idle(25);
  await cleanUploads(site.base);
  expect((await send(address, 1000, clip.subarray(1000))).status).toBe(410);
  expect([(await found(address))?.state, await isKept(idOf(address))]).toEqual(['ended', false]);
});

test('its words may change until it is published, and it may stay hidden', async () => {
  const bytes = editionOf(clip, 'hidden');
  const draft = { title: 'Blue squares', tags: ['red'], publish: 'hidden' } as const;
  const address = await begin(bytes.length, { draft: JSON.stringify(draft) });
  await send(address, 0, bytes);
  const { id, downloadId } = (await found(address)) ?? { id: '', downloadId: '' };
  await client.uploads.change({ id, title: 'Green squares', category: 'Charts', language: 'de' });
  await ingest.run(downloadId ?? '');
  const videoId = (await found(address))?.videoId ?? '';
  expect(await videoOf(videoId)).toMatchObject({
    ...{ title: 'Green squares', tags: ['red'], category: 'Charts', slug: 'green-squares' },
    ...{ status: 'hidden', hiddenReason: 'administrator' },
  });
  await expect(client.uploads.change({ id, title: 'Late' })).rejects.toMatchObject({ status: 409 });
  await client.catalogue.act({ id: videoId, act: 'publish' });
  expect(await site.client.videos.get({ id: videoId })).toMatchObject({ title: 'Green squares' });
});

test.each([
  ['2099-01-01T00:00:00.000Z', 'hidden'],
  ['2020-01-01T00:00:00.000Z', 'published'],
])('set to be public at %s, it is %s', async (publishAt, status) => {
  const upload = await bring(editionOf(clip, publishAt), { publish: 'later', publishAt });
  const video = await videoOf(upload?.videoId ?? '');
  expect(video.status).toBe(status);
  if (status === 'hidden') expect(video).toMatchObject({ hiddenReason: 'scheduled', publishedAt: publishAt });
});

test('a file replaces the film of a video, which keeps its address and its words', async () => {
  const videoId = (await bring(editionOf(clip, 'old'), { title: 'Old film' }))?.videoId ?? '';
  const before = await videoOf(videoId);
  const replaced = await bring(
    await testClip('good', { size: '320x180' }),
    { title: 'Other', publish: 'hidden' },
    { replaces: videoId },
  );
  expect(replaced).toMatchObject({ state: 'published', videoId, replaces: videoId });
  const after = await videoOf(videoId);
  const { title, slug, sourceUrl, publishedAt } = before;
  expect(after).toMatchObject({ title, slug, sourceUrl, publishedAt, status: 'published' });
  expect([before.height, after.height]).toEqual([90, 180]);
  await expect(client.catalogue.redownload({ id: videoId })).rejects.toMatchObject({ status: 409 });
});

test('a file that is no film is refused, and not kept', async () => {
  const upload = await bring(Buffer.from('<!DOCTYPE html><p>Not a film.</p>'));
  expect(upload).toMatchObject({ state: 'refused', videoId: null, message: expect.stringMatching(/\.$/) });
  expect(await isKept(upload?.id ?? '')).toBe(false);
});
