import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createStorages, type Storages } from '@vesper/core/storage/storage.ts';
import { cleanNow } from '@vesper/upkeep/storage';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { breakingOff, stepwiseStorages } from '../../test/break-off.ts';
import { testClip } from '../../test/clips.ts';
import { makeSource } from '../../test/factories.ts';
import { type Ingest, startIngest } from '../../test/ingest.ts';
import { mediaDesk, queueReruns, runNextMediaJob } from '../../test/media-work.ts';
import { type PlainSource, startPlainSource } from '../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let source: PlainSource;
let site: TestSite;
let ingest: Ingest;
let sourceId: string;

beforeAll(async () => {
  source = await startPlainSource();
  const body = await testClip('steps', { seconds: 4, size: '320x180' });
  source.answers.set('/film.mp4', { headers: { 'content-type': 'video/mp4' }, body });
});
afterAll(() => source.close());
beforeEach(async () => {
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, HLS: 'on', HLS_HEIGHTS: '180' });
  ingest = await startIngest(site);
  sourceId = await makeSource(site.base.db);
  return async () => {
    await ingest.close();
    await site.close();
  };
});

async function bringFilm(): Promise<string> {
  const contentUrl = `${source.origin}/film.mp4`;
  const metadata = { title: 'A slow violet gradient', contentUrl };
  const job = await ingest.download({ url: `${contentUrl}?page`, sourceId, metadata });
  expect(job).toMatchObject({ status: 'completed', error: null });
  return job.video_id ?? '';
}

async function bringWaiting(): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from download_jobs where status = 'pending'`.execute(
    site.base.db,
  );
  for (const { id } of rows) await ingest.run(id);
  expect(rows).toHaveLength(1);
}

const runNext = (storages?: Storages, signal?: AbortSignal) =>
  runNextMediaJob(mediaDesk(site, storages), signal);

async function jobOf(videoId: string, step: string) {
  const admin = await site.admin();
  return (await admin.mediaJobs.list()).jobs.find((job) => job.videoId === videoId && job.step === step);
}

async function rowOf(videoId: string) {
  const { rows } = await sql<Record<string, string>>`
    select video_url, hls_url, thumbnail_url, preview_url, storyboard_url, placeholder from videos where id = ${videoId}`.execute(
    site.base.db,
  );
  return rows[0] ?? {};
}

async function filesOf(videoId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; key: string }>`
    select name, key from stored_files where video_id = ${videoId} order by name`.execute(site.base.db);
  return Object.fromEntries(rows.map(({ name, key }) => [name, key]));
}

async function textOf(key = ''): Promise<string> {
  return text((await site.storage.read(key)) ?? expect.fail());
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of site.storage.list()) keys.push(key);
  return keys.sort();
}

async function expectNothingLoose(videoId: string): Promise<void> {
  await cleanNow(site.base, AbortSignal.timeout(60_000), 0);
  expect(await storedKeys()).toEqual([...new Set(Object.values(await filesOf(videoId)))].sort());
  expect(await readdir(`${site.base.config.dataDir}/work`)).toEqual([]);
}

const HLS_FILES = ['180p.m3u8', '180p.mp4', 'audio.m3u8', 'audio.mp4', 'hls.m3u8'];
const hlsIn = (files: Record<string, string>) =>
  Object.keys(files).filter((name) => /^(hls|audio|\d+p)\./.test(name));

describe('renditions', () => {
  test('follow publishing, and play from then on', async () => {
    const videoId = await bringFilm();
    expect(await site.client.videos.get({ id: videoId })).toMatchObject({ hlsUrl: null });
    expect(await jobOf(videoId, 'renditions')).toMatchObject({ status: 'pending', progress: 0 });
    expect(await runNext()).toBe(true);
    expect(await runNext()).toBe(false);
    expect(await jobOf(videoId, 'renditions')).toMatchObject({
      status: 'completed',
      progress: 100,
      error: null,
    });
    const { hlsUrl } = await site.client.videos.get({ id: videoId });
    const playlist = await fetch(site.url + hlsUrl);
    expect([playlist.status, await playlist.text()]).toEqual([200, expect.stringContaining('180p.m3u8')]);
    expect(hlsIn(await filesOf(videoId))).toEqual(HLS_FILES);
    await expectNothingLoose(videoId);
  });

  test('interrupted at any stored file are all there or not at all', async () => {
    const videoId = await bringFilm();
    const before = await filesOf(videoId);
    let step = 1;
    while (await breakOffAt(step)) {
      expect(await rowOf(videoId)).toMatchObject({ hls_url: '' });
      expect(await filesOf(videoId)).toEqual(before);
      expect(await jobOf(videoId, 'renditions')).toMatchObject({ status: 'pending', error: null });
      // Unnamed files are cleaned.
      if (step % 3 === 0) await expectNothingLoose(videoId);
      step += 1;
    }
    expect(step).toBe(HLS_FILES.length + 1);
    const files = await filesOf(videoId);
    expect(hlsIn(files)).toEqual(HLS_FILES);
    expect(await rowOf(videoId)).toMatchObject({ hls_url: files['hls.m3u8'] });
    await expectNothingLoose(videoId);
  });

  test('of a film that was replaced meanwhile are thrown away and made of the other', async () => {
    const videoId = await bringFilm();
    const { storage } = site;
    let replaced = false;
    const meddling = createStorages({
      ...storage,
      adopt: async (localPath, key) => {
        await storage.adopt(localPath, key);
        if (replaced) return;
        replaced = true;
        const other = `videos/${videoId.slice(0, 2)}/${videoId}/video-other.mp4`;
        const { video_url: film = '' } = await rowOf(videoId);
        await storage.put(other, (await storage.read(film)) ?? expect.fail());
        await sql`update videos set video_url = ${other} where id = ${videoId}`.execute(site.base.db);
        await sql`update stored_files set key = ${other} where video_id = ${videoId} and name = 'video.mp4'`.execute(
          site.base.db,
        );
      },
    });
    await runNext(meddling);
    expect(await jobOf(videoId, 'renditions')).toMatchObject({ status: 'pending', attempts: 0, error: null });
    expect(await rowOf(videoId)).toMatchObject({ hls_url: '' });
    await runNext();
    expect(await jobOf(videoId, 'renditions')).toMatchObject({ status: 'completed' });
    await expectNothingLoose(videoId);
  });

  /** Ends the run after its nth stored file, as if the worker was killed. */
  async function breakOffAt(step: number): Promise<boolean> {
    const { signal, passStep } = breakingOff(step);
    await runNext(stepwiseStorages(site.storage, passStep), signal);
    return signal.aborted;
  }
});

describe('a re-run for one video', () => {
  test('of its pictures with a moment that a person has chosen, which is kept', async () => {
    const admin = await site.admin();
    const videoId = await bringFilm();
    await sql`delete from media_jobs`.execute(site.base.db);
    const before = await filesOf(videoId);
    const { candidates, chosenAtSeconds } = await admin.mediaJobs.posters({ id: videoId });
    expect(chosenAtSeconds).toBeNull();
    expect(candidates.length).toBeGreaterThan(8);
    const [head, data] = (candidates[0]?.picture ?? '').split(',');
    expect(head).toBe('data:image/webp;base64');
    expect(await sharp(Buffer.from(data ?? '', 'base64')).metadata()).toMatchObject({ width: 320 });
    await expect(admin.mediaJobs.choosePoster({ id: videoId, atSeconds: 600 })).rejects.toThrow(/film's end/);
    const at = candidates.at(-2)?.atSeconds ?? 0;
    expect(await admin.mediaJobs.choosePoster({ id: videoId, atSeconds: at })).toMatchObject({
      step: 'pictures',
      status: 'pending',
    });
    expect(await runNext()).toBe(true);
    expect(await jobOf(videoId, 'pictures')).toMatchObject({ status: 'completed', error: null });
    const chosen = await filesOf(videoId);
    expect(chosen['640.webp']).not.toBe(before['640.webp']);
    expect(chosen['video.mp4']).toBe(before['video.mp4']);
    expect(await rowOf(videoId)).toMatchObject({ thumbnail_url: chosen['640.webp'] });
    expect(await admin.mediaJobs.posters({ id: videoId })).toMatchObject({ chosenAtSeconds: at });
    // A later run keeps the choice: the same picture has the same key.
    await admin.mediaJobs.rerun({ step: 'pictures', videoId });
    expect(await runNext()).toBe(true);
    expect((await filesOf(videoId))['640.webp']).toBe(chosen['640.webp']);
    // So does a redownload.
    await site.storage.remove(chosen['video.mp4'] ?? '');
    await admin.health.redownloadMissing();
    await bringWaiting();
    expect(await filesOf(videoId)).toMatchObject({
      'video.mp4': chosen['video.mp4'],
      '640.webp': chosen['640.webp'],
    });
    await sql`delete from media_jobs`.execute(site.base.db);
    await admin.mediaJobs.choosePoster({ id: videoId, atSeconds: null });
    await runNext();
    expect((await filesOf(videoId))['640.webp']).toBe(before['640.webp']);
    await expectNothingLoose(videoId);
  });

  test('of its pictures keeps an uploaded poster, as a redownload does, until the automatic one is wanted', async () => {
    const admin = await site.admin();
    const videoId = await bringFilm();
    await sql`delete from media_jobs`.execute(site.base.db);
    const posterOf = async () =>
      Object.entries(await filesOf(videoId)).filter(([name]) => /^\d+\.(?:avif|webp)$/.test(name));
    const before = await posterOf();
    const upload = (bytes: BlobPart) =>
      admin.mediaJobs.uploadPoster({ id: videoId, file: new Blob([bytes]) });
    await expect(upload('<svg xmlns="http://www.w3.org/2000/svg"/>')).rejects.toMatchObject({
      status: 400,
      sentence: 'This file is not a JPEG, PNG, WebP or AVIF picture.',
    });
    expect(await posterOf()).toEqual(before);
    // A step that began with the former poster starts again.
    await admin.mediaJobs.rerun({ step: 'pictures', videoId });
    const red = { create: { width: 600, height: 900, channels: 3, background: '#d02020' } } as const;
    const { storage } = site;
    let isUploaded = false;
    const meddling = createStorages({
      ...storage,
      adopt: async (localPath, key) => {
        await storage.adopt(localPath, key);
        if (isUploaded) return;
        isUploaded = true;
        await upload(await sharp(red).jpeg().toBuffer());
      },
    });
    await runNext(meddling);
    expect(await jobOf(videoId, 'pictures')).toMatchObject({ status: 'pending', attempts: 0 });
    const uploaded = await posterOf();
    const row = await rowOf(videoId);
    expect(row.thumbnail_url).toBe(Object.fromEntries(uploaded)['640.webp']);
    const expectUploaded = async () => {
      expect(await posterOf()).toEqual(uploaded);
      const { thumbnail_url, placeholder } = row;
      expect(await rowOf(videoId)).toMatchObject({ thumbnail_url, placeholder });
      const { thumbnailUrl } = await site.client.videos.get({ id: videoId });
      const shown = await fetch(site.url + thumbnailUrl);
      expect(await sharp(await shown.bytes()).metadata()).toMatchObject({ width: 427, height: 640 });
    };
    await expectUploaded();
    await runNext();
    expect(await jobOf(videoId, 'pictures')).toMatchObject({ status: 'completed' });
    await expectUploaded();
    await site.storage.remove((await rowOf(videoId)).video_url ?? '');
    await admin.health.redownloadMissing();
    await bringWaiting();
    await expectUploaded();
    expect(await admin.catalogue.get({ id: videoId })).toMatchObject({ posterUploaded: true });
    await expectNothingLoose(videoId);
    await admin.mediaJobs.removePoster({ id: videoId });
    await runNext();
    expect(await posterOf()).toEqual(before);
    expect(await admin.catalogue.get({ id: videoId })).toMatchObject({ posterUploaded: false });
    // One that is lost is replaced by the automatic one.
    await upload(await sharp(red).png().toBuffer());
    await site.storage.remove((await rowOf(videoId)).thumbnail_url ?? '');
    await sql`delete from file_checks`.execute(site.base.db);
    await admin.health.redownloadMissing();
    while (await runNext());
    expect(await posterOf()).toEqual(before);
  });

  test('of its film leaves a film that plays, and says its true length', async () => {
    const admin = await site.admin();
    const videoId = await bringFilm();
    await sql`delete from media_jobs`.execute(site.base.db);
    await sql`update videos set duration = 99, width = 1, height = 1 where id = ${videoId}`.execute(
      site.base.db,
    );
    await admin.mediaJobs.rerun({ step: 'film', videoId });
    await runNext();
    expect(await jobOf(videoId, 'film')).toMatchObject({ status: 'completed' });
    const video = await site.client.videos.get({ id: videoId });
    expect(video).toMatchObject({ duration: 4, width: 320, height: 180 });
    expect((await fetch(site.url + video.videoUrl)).status).toBe(200);
    await expectNothingLoose(videoId);
  });

  test('of its playlists writes those that an earlier version wrote, from the streams alone', async () => {
    const admin = await site.admin();
    const { db } = site.base;
    const videoId = await bringFilm();
    await runNext();
    expect(await admin.mediaJobs.oldStreams()).toEqual({ count: 0, lost: 0, isCapped: false, rerun: null });
    const made = await filesOf(videoId);
    const { hls_url: master } = await rowOf(videoId);
    const written = await textOf(made['audio.m3u8']);
    // The sound is slightly longer than the film, whose only segment it shares.
    expect(written.match(/#EXTINF/g)).toHaveLength(1);
    const old = `videos/${videoId.slice(0, 2)}/${videoId}/audio-0.m3u8`;
    await site.storage.put(old, Readable.from(['#EXTM3U, as it was written once']));
    await sql`update stored_files set key = ${old} where video_id = ${videoId} and name = 'audio.m3u8'`.execute(
      db,
    );
    await sql`update videos set streams_version = 0`.execute(db);
    await cleanNow(site.base, AbortSignal.timeout(60_000), 0);
    // The film is not needed.
    await site.storage.remove(made['video.mp4'] ?? '');
    const { rerun } = await admin.mediaJobs.rerun({ step: 'playlists', all: true });
    expect(await admin.mediaJobs.oldStreams()).toMatchObject({ count: 1, rerun: { id: rerun?.id } });
    await queueReruns(site);
    // Killed while storing: nothing has changed.
    const { signal, passStep } = breakingOff(2);
    await runNext(stepwiseStorages(site.storage, passStep), signal);
    expect(signal.aborted).toBe(true);
    expect(await filesOf(videoId)).toEqual({ ...made, 'audio.m3u8': old });
    expect(await admin.mediaJobs.oldStreams()).toMatchObject({ count: 1 });
    await runNext();
    await queueReruns(site);
    expect(await jobOf(videoId, 'playlists')).toMatchObject({ status: 'completed', error: null });
    expect(await admin.mediaJobs.oldStreams()).toEqual({ count: 0, lost: 0, isCapped: false, rerun: null });
    expect(await filesOf(videoId)).toEqual(made);
    expect(await textOf(made['audio.m3u8'])).toBe(written);
    expect(await rowOf(videoId)).toMatchObject({ hls_url: master });
  });

  test('whose film is lost fails with a sentence, and is not tried again', async () => {
    const videoId = await bringFilm();
    await site.storage.remove((await rowOf(videoId)).video_url ?? '');
    await runNext();
    expect(await jobOf(videoId, 'renditions')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The film is not in the storage'),
    });
    await expect((await site.admin()).mediaJobs.posters({ id: videoId })).rejects.toThrow(/409/);
  });

  test('of a removed one, or one that is gone, ends', async () => {
    const videoId = await bringFilm();
    await sql`update videos set status = 'removed' where id = ${videoId}`.execute(site.base.db);
    await runNext();
    expect(await jobOf(videoId, 'renditions')).toMatchObject({
      status: 'failed',
      error: 'The video was removed.',
    });
    await sql`update videos set status = 'hidden', hidden_reason = 'takedown' where id = ${videoId}`.execute(
      site.base.db,
    );
    await sql`update media_jobs set status = 'pending'`.execute(site.base.db);
    await runNext();
    expect(await jobOf(videoId, 'renditions')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('in quarantine. Try again once it is shown'),
    });
    await sql`delete from videos where id = ${videoId}`.execute(site.base.db);
    expect(await jobOf(videoId, 'renditions')).toBeUndefined();
  });
});
