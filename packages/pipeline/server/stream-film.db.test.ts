import { stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeSource } from '../../test/factories.ts';
import { type Ingest, startIngest } from '../../test/ingest.ts';
import { mediaDesk, runNextMediaJob } from '../../test/media-work.ts';
import { type RunningCommand, startWorkerProcess } from '../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { type StreamKind, streamClip } from '../../test/stream-clips.ts';
import { type StreamSite, stall, startStreamSite } from '../../test/stream-site.ts';

let source: StreamSite;
let site: TestSite;
let ingest: Ingest;
let child: RunningCommand | undefined;

beforeEach(async () => {
  source = await startStreamSite([]);
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, HLS: 'on', HLS_HEIGHTS: '90' });
  ingest = await startIngest(site);
});
afterEach(async () => {
  child?.kill('SIGKILL');
  child = undefined;
  await ingest.close();
  await site.close();
  await source.close();
});

async function serve(kind: StreamKind, name: string) {
  for (const [file, bytes] of await streamClip(kind)) source.files.set(`/${file}`, bytes);
  const metadata = { title: 'A gradient in pieces', contentUrl: source.origin + name };
  return { url: `${source.origin}${name}?page`, metadata };
}

test('a stream is published as any film is, and its picture is copied into our own', async () => {
  const job = await ingest.download(await serve('ts', '/master.m3u8'));
  expect(job).toMatchObject({ status: 'completed', error: null });
  const video = await site.client.videos.get({ id: job.video_id ?? '' });
  expect(video).toMatchObject({ kind: 'hosted', width: 160, height: 90, duration: 3 });
  expect((await fetch(site.url + video.videoUrl)).headers.get('content-type')).toBe('video/mp4');
  expect(source.askedTwice()).toEqual([]);
  while (await runNextMediaJob(mediaDesk(site)));
  const { hlsUrl } = await site.client.videos.get({ id: job.video_id ?? '' });
  // The clip's own profile: our encoder's is High.
  expect(await (await fetch(site.url + hlsUrl)).text()).toMatch(/CODECS="avc1\.42/i);
});

test('a film without sound comes from the stream beside it, or from its file if the stream has no sound either or is gone', async () => {
  const { url, metadata } = await serve('apart', '/master.m3u8');
  const ofPicture = [...source.files].filter(([name]) => /init-0|seg-0/.test(name)).sort();
  const picture = Buffer.concat(ofPicture.map(([, bytes]) => Buffer.from(bytes)));
  const bring = async (file: string, streamUrl: string) => {
    // Makes each a different film.
    source.files.set(file, Buffer.concat([picture, freeBox(file)]));
    const said = { title: `A gradient at ${file}`, contentUrl: source.origin + file, streamUrl };
    const job = await ingest.download({ url: url + file, metadata: said });
    expect(job).toMatchObject({ status: 'completed', error: null });
    const { videoUrl } = await site.client.videos.get({ id: job.video_id ?? '' });
    return Buffer.from(await (await fetch(site.url + videoUrl)).arrayBuffer()).includes('mp4a');
  };
  expect(await bring('/gone.mp4', `${source.origin}/gone.m3u8`)).toBe(false);
  expect(await bring('/silent.mp4', `${source.origin}/media-0.m3u8`)).toBe(false);
  expect(await bring('/picture.mp4', metadata.contentUrl)).toBe(true);
});

function freeBox(text: string): Buffer {
  const box = Buffer.from(`1234free${text}`);
  box.writeUInt32BE(box.length);
  return box;
}

test('the same stream is a duplicate: at its address without a request, at another by its content', async () => {
  const first = await serve('ts', '/master.m3u8');
  await ingest.download(first);
  source.asked.length = 0;
  const ended = { status: 'failed', error: expect.stringMatching(/already|same/i) };
  expect(await ingest.download({ ...first, url: `${source.origin}/page-2` })).toMatchObject(ended);
  expect(source.asked).toEqual([]);
  source.files.set('/other.m3u8', source.files.get('/media-0.m3u8') ?? '');
  expect(await ingest.download(await serve('ts', '/other.m3u8'))).toMatchObject(ended);
});

test('segments fetched by a killed worker are not fetched again', async () => {
  const { db, config } = site.base;
  const sourceId = await makeSource(db);
  const download = await serve('ts', '/master.m3u8');
  source.misbehaves.set('/seg-0-1.ts', [stall(Buffer.from(source.files.get('/seg-0-1.ts') ?? ''))]);
  const id = await ingest.queue({ ...download, sourceId });
  child = startWorkerProcess(site, { OUTBOUND_ALLOW: source.hostAndPort });
  const file = path.join(config.dataDir, 'work', id, 'stream', 'picture-0');
  const size = () =>
    stat(file).then(
      (found) => found.size,
      () => 0,
    );
  const first = Buffer.from(source.files.get('/seg-0-0.ts') ?? '').length;
  await expect.poll(size, { timeout: 60_000 }).toBeGreaterThan(first);
  child.kill('SIGKILL');
  await child.ended;
  await sql`update download_jobs set leased_until = now() where id = ${id}`.execute(db);
  source.asked.length = 0;
  await site.startWorker();
  await expect
    .poll(() => ingest.jobOf(id), { timeout: 60_000 })
    .toMatchObject({ status: 'completed', error: null });
  expect(source.asked).toEqual(['/master.m3u8', '/media-0.m3u8', '/seg-0-1.ts', '/seg-0-2.ts']);
});

test('robots.txt holds for segments too', async () => {
  const download = await serve('ts', '/master.m3u8');
  source.files.set('/robots.txt', 'User-agent: *\nDisallow: /seg-\n');
  const sourceId = await makeSource(site.base.db);
  const id = await ingest.queue({ ...download, sourceId });
  await site.startWorker();
  await expect.poll(() => ingest.jobOf(id), { timeout: 60_000 }).toMatchObject({ status: 'failed' });
  expect((await ingest.jobOf(id)).error).toMatch(/^Segment 1 of 3: .*robots\.txt/);
  expect(source.asked).toEqual(['/master.m3u8', '/media-0.m3u8']);
});
