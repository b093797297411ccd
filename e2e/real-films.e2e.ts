import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_NAMES, makeFilm, probeVideo, recordFiles } from '../packages/server/src/library/media/index.ts';
import { makeVideo } from '../packages/server/src/test/factories.ts';
import { startTestSite, type TestSite } from '../packages/server/src/test/site.ts';
import { REAL_FILES, type RealFile, realFile } from '../packages/server/src/test/twenty-files.ts';
import { openVisitor } from '../packages/web/test/browser.ts';

/** Played concurrently, so that all take little longer than the longest few. */
const AT_ONCE = 4;
/** Of each kind of picture and container that is copied as it came, and one that is encoded. */
const NAMES = [
  'h264.ts',
  'vp9.webm',
  'av1.mp4',
  'surround.mkv',
  'rotated.mp4',
  'no-length.webm',
  'ten-hours.mp4',
];
const films = REAL_FILES.filter(({ name }) => [...NAMES, 'hevc.mp4'].includes(name));

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(async () => {
  await site.close();
});

/** A browser's report about a film played to its end. */
interface Played {
  name: string;
  fault: string | undefined;
  width: number;
  height: number;
  seconds: number;
}

test('whatever real file arrives, the film that is made of it plays to its end in the browser', async () => {
  expect(films).toHaveLength(8);
  const { page, context } = await openVisitor({ origin: site.url, isAdult: true });
  try {
    await page.goto(site.url);
    const played: Played[] = [];
    const left = films.values();
    const playOn = async () => {
      for (const file of left) played.push(await play(page, file.name, await publish(file)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, playOn));
    const byName = (name: string) => played.find((one) => one.name === name);
    for (const { name, expected } of films) {
      if (expected.ends !== 'film') continue;
      const { width, height } = expected;
      expect(byName(name)).toMatchObject({ name, fault: undefined, width, height });
      expect(Math.abs((byName(name)?.seconds ?? 0) - expected.seconds)).toBeLessThan(0.6);
    }
  } finally {
    await context.close();
  }
});

/** Makes and stores a film by the project's own steps; returns its address. */
async function publish(file: RealFile): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-real-'));
  try {
    const arrived = path.join(folder, 'arrived');
    await copyFile(await realFile(file), arrived);
    const tools = { folder, threads: 2, signal: new AbortController().signal };
    const { localPath } = await makeFilm(arrived, await probeVideo(arrived, tools), tools);
    const key = `videos/aa/${file.name.replaceAll(/[^\w.]/g, '-')}/video-1.mp4`;
    await site.storage.adopt(localPath, key);
    const id = await makeVideo(site.base.db, { title: `A film of ${file.name}`, video_url: key });
    const stored = { key, purpose: 'play', name: FILE_NAMES.film, place: 'fs', sizeBytes: null } as const;
    await recordFiles(site.base.db, id, [stored]);
    return (await site.client.media.signVideo({ id })).signedUrl;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(page: Page, name: string, url: string): Promise<Played> {
  const played = await page.evaluate(async (src) => {
    const video = document.createElement('video');
    Object.assign(video, { src, muted: true, playsInline: true });
    document.body.append(video);
    const fault = await new Promise<string | undefined>((resolve) => {
      video.addEventListener('ended', () => resolve(undefined));
      video.addEventListener('error', () => resolve(video.error?.message ?? 'It does not play.'));
      setTimeout(() => resolve(`It stood still at ${video.currentTime} s.`), 60_000);
      video.play().catch((error: unknown) => resolve(String(error)));
    });
    const { videoWidth: width, videoHeight: height, duration: seconds } = video;
    video.remove();
    return { fault, width, height, seconds };
  }, url);
  return { name, ...played };
}
