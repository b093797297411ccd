import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../packages/server/src/test/site.ts';
import { openVisitor, playOnAndOn, playStream, startPlaying } from '../packages/web/test/browser.ts';
import { FILM, HEIGHTS, publishChart, publishTurningFilm, type Spans } from './streamed-video.ts';

let site: TestSite;
let ids: { plain: string; streamed: string };
beforeAll(async () => {
  site = await startTestSite();
  ids = await publishTurningFilm(site);
});
afterAll(async () => {
  await site.close();
});

/** Bytes of brotli: what hls.js weighs with the cuts of `slim-hls.ts`. */
const STREAM_SCRIPT = 96_000;
/** The same of all scripts of a visit that begins to play a film with streams. */
const SCRIPT = 145_000;

interface Watched {
  page: Page;
  /** The requested film files, in order. */
  asked: string[];
  /** Bytes of all scripts so far, as they came. */
  script: () => Promise<number>;
  /** The same of the script that plays streams. */
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
    const scripts: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response);
    });
    const weightOf = async (response: Response) => (await response.request().sizes()).responseBodySize;
    const script = async () => {
      const weights = await Promise.all(scripts.map(weightOf));
      return weights.reduce((sum, weight) => sum + weight, 0);
    };
    const streamScript = page.waitForResponse(/\/assets\/hls-source-/, { timeout: 0 });
    streamScript.catch(() => {});
    await page.goto(site.url, { waitUntil: 'networkidle' });
    await page.locator(`main a[href="/video/${id}"]`).first().click();
    await page.waitForFunction(() => {
      const video = document.querySelector<HTMLVideoElement>('media-controller video');
      return video && video.currentTime > 0.3;
    });
    await playOnAndOn(page);
    await use({ page, asked, script, streamScript: async () => weightOf(await streamScript) });
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

  test('begins as an mp4 and goes on as a stream, in each quality that is chosen', async () => {
    await watch(ids.streamed, async ({ page, asked, script, streamScript }) => {
      expect(asked).toContain('video.mp4');
      await page.waitForLoadState('networkidle');
      const loaded = await script();
      console.log(`Script until it plays: ${loaded} bytes.`);
      expect(loaded).toBeGreaterThan(60_000);
      expect(loaded).toBeLessThanOrEqual(SCRIPT);
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

  test.each(['plain', 'streamed'] as const)('%s: the storyboard shows where a click leads', async (kind) => {
    await watch(ids[kind], async ({ page }) => {
      if (kind === 'streamed') await playStream(page, -1);
      await page.evaluate(() => document.querySelector('video')!.pause());
      for (const share of [0.3, 0.8]) {
        const seconds = await pointAt(page, share);
        expect(seconds).toBeCloseTo(FILM.seconds * share, -0.5);
        const promised = await colourOfTile(page);
        await page.mouse.down();
        await page.mouse.up();
        await page.waitForFunction((time) => {
          const { currentTime, seeking } = document.querySelector('video')!;
          return !seeking && Math.abs(currentTime - time) < 0.5;
        }, seconds);
        await expect.poll(async () => distance(await colourOfFrame(page), promised)).toBeLessThan(60);
      }
      // The colours of those two moments differ clearly, or the comparison above would prove nothing.
      await pointAt(page, 0.3);
      expect(distance(await colourOfFrame(page), await colourOfTile(page))).toBeGreaterThan(120);
    });
  });
});

/** Films whose sound would start a whole segment as the picture ends, and other uneven endings. */
const CRITICAL: [what: string, spans: Spans][] = [
  ['a picture of 20 s, a little more sound', { picture: [0, 20], sound: [0, 20.02] }],
  ['a picture of 8 s that stands still until 12', { picture: [0, 8], sound: [0, 12] }],
  ['a picture that begins late', { picture: [0.7, 8], sound: [0, 8] }],
];

describe('a stream reaches its end', () => {
  test.each(CRITICAL)('%s', async (_, spans) => {
    await expectToEnd(await publishChart(site, spans), spans);
  });
});

/** Plays a video from the start at eight times its speed; it must end with its longer track. */
async function expectToEnd(id: string, { picture, sound }: Spans): Promise<void> {
  const { page, context, complaints } = await openVisitor({ origin: site.url, isAdult: true });
  try {
    await page.goto(`${site.url}/video/${id}`);
    await startPlaying(page);
    await playStream(page, -1);
    await page.evaluate(() => {
      document.querySelector('video')!.playbackRate = 8;
    });
    await page.waitForFunction(() => document.querySelector('video')!.ended);
    const end = await page.evaluate(() => {
      const { currentTime, duration } = document.querySelector('video')!;
      return { at: currentTime, of: duration };
    });
    expect(end.at).toBe(end.of);
    expect(Math.abs(end.of - Math.max(picture[1], sound[1]))).toBeLessThan(0.1);
    // No spinner over the last frame.
    const spinner = page.locator('media-loading-indicator');
    await expect.poll(() => spinner.getAttribute('medialoading')).toBeNull();
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Moves the pointer to a point on the seek bar and waits for its picture; returns the moment in seconds. */
async function pointAt(page: Page, share: number): Promise<number> {
  const bar = page.locator('media-time-range');
  await bar.waitFor();
  const box = (await bar.boundingBox())!;
  await page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 3 });
  await page.waitForFunction(() => {
    const thumbnail = document
      .querySelector('media-time-range')
      ?.shadowRoot?.querySelector('media-preview-thumbnail');
    return thumbnail && getComputedStyle(thumbnail).visibility === 'visible';
  });
  return bar.evaluate((element) => Number(element.getAttribute('mediapreviewtime')));
}

type Colour = [red: number, green: number, blue: number];

function distance(one: Colour, other: Colour): number {
  return Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)));
}

/** The mean colour of the part of the sheet that the preview shows. */
function colourOfTile(page: Page): Promise<Colour> {
  return page.evaluate(async () => {
    const bar = document.querySelector('media-time-range');
    const preview = bar?.shadowRoot?.querySelector('media-preview-thumbnail');
    const place = preview?.getAttribute('mediapreviewcoords') ?? '';
    const [x = 0, y = 0, width = 0, height = 0] = place.split(' ').map(Number);
    const sheet = new Image();
    sheet.src = preview?.getAttribute('mediapreviewimage') ?? '';
    await sheet.decode();
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    canvas.drawImage(sheet, x, y, width, height, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  });
}

function colourOfFrame(page: Page): Promise<Colour> {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
    canvas.drawImage(document.querySelector('video')!, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  });
}
