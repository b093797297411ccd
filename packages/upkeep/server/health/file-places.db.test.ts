import { Readable } from 'node:stream';
import type { Client } from '@vesper/contract';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { recordFiles } from '@vesper/library/media';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestBucket, type TestBucket } from '../../../test/s3-server.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { type StoredVideo, storeVideo } from '../../../test/stored-videos.ts';

let bucket: TestBucket;
let site: TestSite;
let admin: Client;
let s3: Storage;

beforeAll(async () => {
  bucket = await startTestBucket();
  site = await startTestSite(bucket.env);
  admin = await site.admin();
  s3 = site.base.storages.at('s3');
});
afterEach(async () => {
  await sql`delete from videos`.execute(site.base.db);
  await sql`delete from download_jobs`.execute(site.base.db);
  await sql`delete from file_checks`.execute(site.base.db);
});
afterAll(async () => {
  await site.close();
  await bucket.close();
});

const statusOf = async ({ id }: StoredVideo) =>
  (await site.base.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

const steps = async () =>
  (await site.base.db.selectFrom('media_jobs').select(['video_id', 'step']).orderBy('step').execute()).map(
    ({ video_id: id, step }) => `${step} of ${id}`,
  );

test('looks for a file only where its row says', async () => {
  const [here, there, gone] = [
    await storeVideo(site),
    await storeVideo(site, {}, s3),
    await storeVideo(site, {}, s3),
  ];
  await s3.remove(gone.key);
  await site.storage.put(gone.key, Readable.from(['a copy that no row names']));
  expect(await admin.health.redownloadMissing()).toMatchObject({ checked: 3, missing: 1, requeued: 1 });
  expect(await Promise.all([here, there, gone].map(statusOf))).toEqual([
    'published',
    'published',
    'processing',
  ]);
});

test('remakes other missing files by their step, and the video stays public', async () => {
  const video = await storeVideo(site, {}, s3);
  const further = [
    { purpose: 'thumbnail', name: '320.avif' },
    { purpose: 'preview', name: 'preview.mp4' },
    { purpose: 'play', name: 'storyboard.vtt' },
  ] as const;
  const record = (files: readonly { purpose: 'play' | 'thumbnail' | 'preview'; name: string }[]) =>
    recordFiles(
      site.base.db,
      video.id,
      files.map((file) => ({ ...file, key: `${video.key}-${file.name}`, place: 's3', sizeBytes: 1 })),
    );
  await record(further);
  expect(await admin.health.redownloadMissing()).toMatchObject({ checked: 1, missing: 1, requeued: 1 });
  expect(await statusOf(video)).toBe('published');
  expect(await steps()).toEqual([`pictures of ${video.id}`]);
  await record([{ purpose: 'play', name: 'hls.m3u8' }]);
  for (const { name } of further) await s3.put(`${video.key}-${name}`, Readable.from(['x']));
  expect(await admin.health.redownloadMissing()).toMatchObject({ checked: 1, missing: 1, requeued: 1 });
  expect(await steps()).toEqual([`pictures of ${video.id}`, `renditions of ${video.id}`]);
});

test('a film that is in quarantine, or was put there by mistake, is not missing', async () => {
  const [onItsWay, stray] = [await storeVideo(site), await storeVideo(site)];
  for (const { key } of [onItsWay, stray]) await site.storage.quarantine(key);
  await sql`update stored_files set quarantined_at = now() where video_id = ${onItsWay.id}`.execute(
    site.base.db,
  );
  expect(await admin.health.redownloadMissing()).toMatchObject({ checked: 2, missing: 0 });
  expect(await site.storage.head(stray.key)).toBeDefined();
  expect(await site.storage.head(onItsWay.key)).toBeUndefined();
});

test('a bucket that is empty or does not answer hides no video', async () => {
  const video = await storeVideo(site, {}, s3);
  await storeVideo(site);
  bucket.failNext(1000, 403);
  await expect(admin.health.redownloadMissing()).rejects.toMatchObject({
    status: 503,
    sentence: expect.stringMatching(/^The storage cannot be read \(.+\), so checking stopped\.$/),
  });
  bucket.failNext(0);
  for await (const { key } of s3.list()) await s3.remove(key);
  await expect(admin.health.redownloadMissing()).rejects.toMatchObject({
    status: 503,
    sentence: expect.stringMatching(/^The bucket has nothing below "videos"\./),
  });
  expect(await statusOf(video)).toBe('published');
  await s3.put('videos/none', Readable.from(['x']));
  expect(await admin.health.redownloadMissing()).toMatchObject({ checked: 2, missing: 1 });
});
