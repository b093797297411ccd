import { readdir } from 'node:fs/promises';
import { readAll } from '@vesper/core/storage/storage.suite.ts';
import { selectFiles } from '@vesper/library/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClip } from '../../test/clips.ts';
import { makeSource } from '../../test/factories.ts';
import { editionOf } from '../../test/hostile-videos.ts';
import { type Ingest, startIngest } from '../../test/ingest.ts';
import { type PlainSource, startPlainSource } from '../../test/plain-source.ts';
import { startTestBucket, type TestBucket } from '../../test/s3-server.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let source: PlainSource;
let bucket: TestBucket;
let site: TestSite;
let ingest: Ingest;
let clip: Buffer;

beforeAll(async () => {
  clip = await testClip('good');
  source = await startPlainSource();
  bucket = await startTestBucket({ prefix: 'site/media' });
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, STORAGE: 's3', ...bucket.env });
  ingest = await startIngest(site);
});
afterAll(async () => {
  await ingest.close();
  await site.close();
  await bucket.close();
  await source.close();
});

async function bringFilm(url: string, title: string) {
  const sourceId = await makeSource(site.base.db, { delivery: 'hosted' });
  const contentUrl = `${source.origin}${url}.mp4`;
  const body = editionOf(clip, url);
  source.answers.set(`${url}.mp4`, { headers: { 'content-type': 'video/mp4' }, body });
  const metadata = { title, contentUrl, durationSeconds: 2 };
  const job = await ingest.download({ url: source.origin + url, sourceId, externalId: url, metadata });
  return { job, body };
}

test('a film is stored in the bucket where that is the main place, and the folder stays empty', async () => {
  const { db, storages } = site.base;
  // The bucket has a bad moment.
  bucket.failNext(2);
  const { job } = await bringFilm('/films/1', 'A film in a bucket');
  expect(job).toMatchObject({ status: 'completed', error: null });
  const files = await selectFiles(db, job.video_id ?? '');
  expect(new Set(files.map(({ place }) => place))).toEqual(new Set(['s3']));
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['video.mp4', '640.webp', '320.avif']),
  );
  for (const { key, sizeBytes } of files)
    expect([key, (await readAll(storages.at('s3'), key))?.length]).toEqual([key, sizeBytes]);
  const film = files.find(({ name }) => name === 'video.mp4');
  expect(await readdir(site.base.config.dataDir)).not.toContain('storage');
  expect(await readdir(`${site.base.config.dataDir}/work`)).toEqual([]);
  expect(bucket.requests).toContain(`PUT /site/media/${film?.key}`);
});
