import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../packages/test/site.ts';
import {
  openVisitor,
  untilHydrated,
  type Visitor,
  type VisitorOptions,
} from '../packages/web/test/browser.ts';
import { makeEmbeddedVideo } from './awkward-data.ts';
import { type HostilePlayer, startHostilePlayer } from './hostile-player.ts';
import { axeFaults, tooWide, wearTheme } from './page-looks.ts';

let player: HostilePlayer;
let embedding: TestSite;
let site: string;
let address: string;
beforeAll(async () => {
  player = await startHostilePlayer();
  embedding = await startTestSite({
    OUTBOUND_ALLOW: player.hostAndPort,
    EMBED_PROVIDERS: `Charts=${player.origin}/embed/{id} charts.watch=${player.origin}/watch/{id}`,
  });
  site = embedding.url;
  const id = await makeEmbeddedVideo(embedding.base.db, { provider: 'charts', id: 'film-1' });
  address = `${site}/video/${id}`;
});
afterAll(async () => {
  await embedding?.close();
  await player?.close();
});

async function withVisitor(
  use: (page: Page, visitor: Visitor) => Promise<void>,
  options: Partial<VisitorOptions> = {},
): Promise<void> {
  player.requests.length = 0;
  player.reports.length = 0;
  const visitor = await openVisitor({ origin: site, isAdult: true, ...options });
  try {
    await use(visitor.page, visitor);
  } finally {
    await visitor.context.close();
  }
}

const playButton = (page: Page) => page.getByRole('button', { name: 'Play video' });
const placeOf = (page: Page) => page.getByRole('heading', { level: 1 }).boundingBox();

test('the provider gets no request before the click, and its player cannot leave its frame', async () => {
  await withVisitor(async (page, { context, complaints }) => {
    const response = await page.goto(address, { waitUntil: 'networkidle' });
    const policy = (await response?.headerValue('content-security-policy')) ?? '';
    expect(policy.split('; ')).toContain(`frame-src ${player.origin}`);
    expect(await response?.headerValue('permissions-policy')).toContain(
      `fullscreen=(self "${player.origin}")`,
    );
    await page.getByText(`Plays from Charts (${player.hostAndPort}), which learns of your visit`).waitFor();
    await playButton(page).hover();
    expect(player.requests).toEqual([]);

    await playButton(page).click();
    await expect.poll(() => player.reports).toHaveLength(1);
    expect(player.reports[0]).toEqual({
      ...{ window: 'null', link: 'undefined', form: 'undefined', alert: 'undefined' },
      ...{ parent: 'SecurityError', frame: 'null', top: 'SecurityError' },
      ...{ origin: player.origin, fullscreen: 'true' },
    });
    // For late requests.
    await page.waitForTimeout(500);
    expect(player.requests.map(({ path: asked }) => asked)).toEqual(['/embed/film-1', '/report']);
    expect(player.requests[0]?.referrer).toBe(`${site}/`);
    expect([context.pages().length, page.url()]).toEqual([1, address]);
    // The browser logs what it blocked in the player; our own policy blocked nothing.
    expect(complaints.filter((text) => !/sandbox/i.test(text))).toEqual([]);
  });
});

test('the framed player contacts the provider only once played', async () => {
  await withVisitor(
    async (page) => {
      await page.goto(address.replace('/video/', '/embed/'), { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'I am 18 or older' }).click();
      await playButton(page).waitFor();
      expect(player.requests).toEqual([]);
      await playButton(page).click();
      await expect.poll(() => player.requests.map(({ path }) => path)).toContain('/embed/film-1');
    },
    { isAdult: false },
  );
});

test('the keyboard opens the player and lands in it, nothing moves, and the source is offered', async () => {
  await withVisitor(
    async (page) => {
      await page.clock.install();
      await page.goto(address, { waitUntil: 'networkidle' });
      await untilHydrated(page);
      const before = await placeOf(page);
      await playButton(page).focus();
      await page.keyboard.press('Enter');
      const frame = page.locator('iframe');
      await frame.waitFor();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
      expect(await frame.getAttribute('title')).toMatch(/player of Charts/);
      expect(await page.getByText('Not loading?').isVisible()).toBe(false);
      await page.clock.runFor(9000);
      await page.getByRole('status').getByText('Not loading?').waitFor();
      expect(await placeOf(page)).toEqual(before);
      const source = page.getByRole('link', { name: 'Watch at the source' });
      expect(await source.getAttribute('href')).toBe(`${player.origin}/watch/film-1`);
      await page.getByRole('button', { name: 'Share' }).waitFor();
    },
    { width: 360, height: 740, isReducedMotion: true },
  );
});

test('axe finds nothing in both themes, before the click and after it', async () => {
  await withVisitor(
    async (page) => {
      await page.goto(address, { waitUntil: 'networkidle' });
      for (const isClicked of [false, true]) {
        if (isClicked) await playButton(page).click();
        await expect.poll(() => player.reports).toHaveLength(isClicked ? 1 : 0);
        for (const theme of ['dark', 'light'] as const) {
          await wearTheme(page, theme);
          expect(await axeFaults(page, { exclude: ['iframe'] })).toEqual([]);
        }
      }
      expect(await tooWide(page)).toEqual([]);
    },
    { width: 360, height: 900 },
  );
});
