import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../packages/test/site.ts';
import { openVisitor, playOnAndOn, playStream } from '../packages/web/test/browser.ts';
import { FILM, HEIGHTS, publishTurningFilm } from './streamed-video.ts';

let site: TestSite;
let ids: { plain: string; streamed: string };
beforeAll(async () => {
  site = await startTestSite();
  ids = await publishTurningFilm(site);
});
afterAll(async () => {
  await site.close();
});

/** Bytes of brotli: hls.js with the cuts of `slim-hls.ts`. */
const STREAM_SCRIPT = 96_000;

interface Watched {
  page: Page;
  /** The requested film files, in order. */
  asked: string[];
  /** Bytes of the script that plays streams, as transferred. */
  streamScript: () => Promise<number>;
}

/** Enters through the home page, as most visitors do: the click on the card allows autoplay. */
async function watch(id: string, use: (watched: Watched) => Promise<void>): Promise<void> {
  const { page, context, complaints } = await openVisitor({ origin: site.url, isAdult: true });
  try {
    const asked: string[] = [];
    page.on('request', (request) => {
      const name = /\/media\/play\/.*\/([^/]+)$/.exec(new URL(request.url()).pathname)?.[1];
      if (name) asked.push(name);
    });
    const response = page.waitForResponse(/\/assets\/hls-source-/, { timeout: 0 });
    response.catch(() => {});
    const streamScript = async () => (await (await response).request().sizes()).responseBodySize;
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await page.locator(`main a[href="/video/${id}"]`).first().click();
    await page.waitForFunction(() => {
      const video = document.querySelector<HTMLVideoElement>('media-controller video');
      return video && video.currentTime > 0.3;
    });
    await playOnAndOn(page);
    await use({ page, asked, streamScript });
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

describe('a film', () => {
  test('plays as an mp4', async () => {
    await watch(ids.plain, async ({ page, asked }) => {
      expect(asked).toContain('video.mp4');
      expect(asked.some((name) => name.endsWith('.m3u8'))).toBe(false);
      expect(await page.evaluate(() => document.querySelector('video')!.videoHeight)).toBe(FILM.height);
    });
  });

  test('starts as an mp4 and continues as a stream, in each selected quality', async () => {
    await watch(ids.streamed, async ({ page, asked, streamScript }) => {
      expect(asked).toContain('video.mp4');
      for (const [place, height] of HEIGHTS.entries()) {
        await playStream(page, place);
        await page.waitForFunction((value) => document.querySelector('video')!.videoHeight === value, height);
      }
      expect(await streamScript()).toBeLessThanOrEqual(STREAM_SCRIPT);
      const hasSound = () => Reflect.get(document.querySelector('video')!, 'webkitAudioDecodedByteCount') > 0;
      expect(await page.evaluate(hasSound)).toBe(true);
      expect(asked).toContain('audio.mp4');
    });
  });

  test('the storyboard is shown over the seek bar, and a click leads there', async () => {
    await watch(ids.streamed, async ({ page }) => {
      await playStream(page, -1);
      await page.evaluate(() => document.querySelector('video')!.pause());
      const bar = page.locator('media-time-range');
      const box = (await bar.boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 3 });
      await page.waitForFunction(() => {
        const range = document.querySelector('media-time-range');
        const picture = range?.shadowRoot?.querySelector('media-preview-thumbnail');
        return picture && getComputedStyle(picture).visibility === 'visible';
      });
      const seconds = Number(await bar.getAttribute('mediapreviewtime'));
      expect(seconds).toBeCloseTo(FILM.seconds * 0.8, -0.5);
      await page.mouse.down();
      await page.mouse.up();
      await page.waitForFunction((time) => {
        const { currentTime, seeking } = document.querySelector('video')!;
        return !seeking && Math.abs(currentTime - time) < 0.5;
      }, seconds);
    });
  });
});
