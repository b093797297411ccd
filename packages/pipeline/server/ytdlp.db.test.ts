import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClip } from '../../test/clips.ts';
import { makeSource } from '../../test/factories.ts';
import { type Ingest, startIngest } from '../../test/ingest.ts';
import { type PlainSource, startPlainSource } from '../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { writeYtdlpStandIn } from '../../test/ytdlp-stand-in.ts';

let source: PlainSource;
let folder: string;
let site: TestSite;
let ingest: Ingest;

beforeAll(async () => {
  source = await startPlainSource();
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-ytdlp-'));
  const program = await writeYtdlpStandIn(folder);
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, YTDLP_PATH: program });
  ingest = await startIngest(site);
  source.answers.set('/film.mp4', {
    headers: { 'content-type': 'video/mp4' },
    body: await testClip('good'),
  });
  // No reader of ours finds the film: neither schema.org nor Open Graph.
  source.answers.set('/watch/1', {
    headers: { 'content-type': 'text/html' },
    body: '<title>A slow gradient</title><video src="/film.mp4"></video>',
  });
});
afterAll(async () => {
  await ingest.close();
  await site.close();
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

test('a video that only yt-dlp can read is described, downloaded, stored and published', async () => {
  const sourceId = await makeSource(site.base.db, { kind: 'ytdlp' });
  const job = await ingest.download({ url: `${source.origin}/watch/1`, sourceId });
  expect(job).toMatchObject({ status: 'completed', error: null });
  const video = await site.client.videos.get({ id: job.video_id ?? '' });
  expect(video).toMatchObject({ title: 'A slow gradient', kind: 'hosted', duration: 1, width: 160 });
  const file = await fetch(site.url + video.videoUrl);
  expect(file.headers.get('content-type')).toBe('video/mp4');
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(4, 8)
      .toString(),
  ).toBe('ftyp');
  expect(await readdir(path.join(site.base.config.dataDir, 'work'))).toEqual([]);
});
