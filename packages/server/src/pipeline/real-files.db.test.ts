import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileSite, startFileSite } from '../test/file-site.ts';
import { type Ingest, startIngest } from '../test/ingest.ts';
import { mediaDesk, runNextMediaJob } from '../test/media-work.ts';
import { startTestSite, type TestSite } from '../test/site.ts';
import { type ExpectedFilm, REAL_FILES, type RealFile, realFile } from '../test/twenty-files.ts';
import { cleanNow } from '../upkeep/storage/index.ts';

let source: FileSite;
let site: TestSite;
let ingest: Ingest;

beforeAll(async () => {
  source = await startFileSite();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, HLS: 'on' });
  ingest = await startIngest(site);
});
afterAll(async () => {
  await ingest.close();
  await site.close();
  await source.close();
});

async function bring(file: RealFile) {
  const body = await readFile(await realFile(file));
  source.files.set(`/${file.name}`, { headers: { 'content-length': `${body.length}` }, body });
  return ingest.download({
    url: `${source.origin}/${file.name}?page`,
    metadata: { title: `Moving test chart called ${file.name}`, contentUrl: `${source.origin}/${file.name}` },
  });
}

async function expectPlays(address: string | null, type: RegExp): Promise<void> {
  const answer = await fetch(site.url + address, { headers: { range: 'bytes=0-99' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([206, expect.stringMatching(type)]);
  await answer.arrayBuffer();
}

async function nothingWaits() {
  const { rows } = await sql`select error from media_jobs where status <> 'completed'`.execute(site.base.db);
  return rows;
}

const films = REAL_FILES.filter(({ expected }) => expected.ends === 'film');
/** As a film of a source it is read as the stream that it is. */
const PLAYLIST = 'playlist.mp4';
const refusals = REAL_FILES.filter(({ name, expected }) => expected.ends === 'refused' && name !== PLAYLIST);

describe('a file that is a video is published, with its pictures and streams', () => {
  test.each(films.map((file) => [file.name, file] as const))('%s', async (_name, file) => {
    const { width, height, seconds } = file.expected as ExpectedFilm;
    const job = await bring(file);
    expect(job).toMatchObject({ status: 'completed', error: null });
    while (await runNextMediaJob(mediaDesk(site)));
    expect(await nothingWaits()).toEqual([]);
    const video = await site.client.videos.get({ id: job.video_id ?? '' });
    expect(video).toMatchObject({ width, height, duration: Math.max(1, Math.round(seconds)) });
    await expectPlays(video.videoUrl, /^video\/mp4$/);
    await expectPlays(video.thumbnailUrl, /^image\/webp$/);
    if (video.hlsUrl) await expectPlays(video.hlsUrl, /mpegurl/i);
    else expect(seconds).toBeLessThanOrEqual(1);
  });
});

describe('a file that is none fails, with a sentence', () => {
  test.each(refusals.map((file) => [file.name, file] as const))('%s', async (_name, file) => {
    const job = await bring(file);
    expect(job).toMatchObject({ status: 'failed', video_id: null });
    expect(job.error).toMatch(/^[A-Z].*[a-z].*\.$/);
  });
});

test('a playlist is read as a stream, whatever its name says: its film is here already', async () => {
  const [playlist, film] = [PLAYLIST, 'h264.ts'].map((name) => REAL_FILES.find((file) => file.name === name));
  if (!playlist || !film) throw new Error('A file is gone.');
  const first = await bring(film);
  expect(await bring(playlist)).toMatchObject({ status: 'failed', video_id: first.video_id });
});

test('and nothing is left of those that failed', async () => {
  await cleanNow(site.base, AbortSignal.timeout(60_000), 0);
  const { rows } = await sql<{ key: string }>`select distinct key from stored_files`.execute(site.base.db);
  const named = new Set(rows.map(({ key }) => key));
  const stored: string[] = [];
  for await (const { key } of site.storage.list()) stored.push(key);
  expect(stored.filter((key) => !named.has(key))).toEqual([]);
  expect(stored).toHaveLength(named.size);
});
