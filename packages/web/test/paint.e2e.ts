import assert from 'node:assert/strict';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS, holdBack, openVisitor, startPlaying, type Visitor } from './browser.ts';
import type { Harness } from './harness.ts';
import { expectNoShifts } from './layout-shifts.ts';
import { type Cases, testCases } from './test-cases.ts';

/** What a page's first paint waits for, as far as it does not depend on speed; `script/bench paint` has the times. */
const cases: Cases = {
  'styles and first pictures come before scripts': { as: { width: 360, height: 740 }, run: seePriorities },
  'nothing moves while pictures come, nor while scrolling': {
    as: { width: 360, height: 740 },
    run: scrollWithoutShifts,
  },
  'what the address names is in view': { as: { width: 360, height: 740 }, run: openPlace },
  'each picture is as wide as it is shown, and no wider than it must be': { run: measurePictures },
  'no page keeps the browser from keeping it': { run: comeBack },
};
testCases(cases);

/** In a small window most cards are below the fold. */
async function seePriorities({ origin }: Harness, page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const asked: { kind: string; priority: string; url: string }[] = [];
  session.on('Network.requestWillBeSent', ({ type = '', request }) => {
    if (request.url.startsWith('http'))
      asked.push({ kind: type, priority: request.initialPriority, url: request.url });
  });
  await session.send('Network.enable');
  for (const path of ['/', '/video/video-3']) {
    asked.length = 0;
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const of = (kind: string) => asked.filter((request) => request.kind === kind);
    const html = await (await fetch(origin + path)).text();
    const blocking = html.match(/<link rel="stylesheet"|<script(?! type="module")[^>]* src=/g);
    assert.equal(blocking?.length, 1);
    const named = await page.$$eval('script[src], link[rel=modulepreload]', (elements) =>
      elements.map((element) => Reflect.get(element, 'src') || Reflect.get(element, 'href')),
    );
    assert.ok(named.length > 0);
    for (const url of named)
      assert.equal(of('Script').find((request) => request.url === url)?.priority, 'Low', url);
    const first = await page.$$eval('main img[fetchpriority=high]', (images) =>
      images.map((image) => (image as HTMLImageElement).currentSrc),
    );
    assert.equal(first.length, path === '/' ? 2 : 1);
    for (const url of first)
      assert.equal(of('Image').find((request) => request.url === url)?.priority, 'High', url);
    const eager = await page.$$eval('main picture img:not([loading=lazy])', (images) => images.length);
    assert.equal(eager, first.length);
  }
}

async function scrollWithoutShifts({ origin }: Harness, page: Page): Promise<void> {
  const show = await holdBack(page, '**/picture-*');
  for (const path of ['/', '/video/video-3', '/category/fractals']) {
    await page.goto(origin + path, { waitUntil: 'load' }).catch(() => {});
    show();
    await page.waitForLoadState('networkidle');
    const isAtEnd = () =>
      page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
    while (!(await isAtEnd())) {
      await page.mouse.wheel(0, 400);
      // The frame after the one that scrolls.
      await page.evaluate(
        () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
      );
    }
    await expectNoShifts(page, path);
  }
}

/** Though a page's parts come one after another. */
async function openPlace({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(`${origin}/terms#contact-title`);
  const title = page.locator('#contact-title');
  assert.ok(await title.evaluate((element) => element.getBoundingClientRect().top < innerHeight));
  // A browser goes to a reloaded page's old place, unless it was too short for it at first.
  await page.goto(`${origin}/terms`);
  await page.evaluate(() => scrollTo(0, 2000));
  await page.reload();
  await page.waitForFunction(() => scrollY === 2000);
}

const STORED_WIDTHS = [320, 640];

async function measurePictures({ origin, catalogue }: Harness): Promise<void> {
  catalogue.videos.forEach((video, index) => {
    video.thumbnailUrl = `/media/thumbnail/${index}/640.webp`;
  });
  for (const width of [360, 1440]) {
    for (const scale of [1, 3]) {
      const visitor = await openVisitor({ origin, width, scale, isAdult: true });
      const pictures = await shownPictures(origin, visitor);
      assert.ok(pictures.length >= 4);
      for (const { shown, chosen } of pictures) {
        const best =
          STORED_WIDTHS.find((stored) => stored >= Math.floor(shown * scale)) ?? STORED_WIDTHS.at(-1);
        assert.equal(chosen, best, `${width} px, ${scale} times, shown ${shown} px wide`);
      }
      await visitor.context.close();
    }
  }
}

/** The pictures of the first screen: how wide they are shown, and how wide the chosen file is. */
async function shownPictures(origin: string, { page }: Visitor) {
  await page.route('**/media/thumbnail/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"/>',
    }),
  );
  await page.goto(origin, { waitUntil: 'networkidle' });
  return page.$$eval('.cards picture img', (images) =>
    images
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .map((image) => ({
        shown: image.getBoundingClientRect().width,
        chosen: Number(/(\d+)\.webp$/.exec((image as HTMLImageElement).currentSrc)?.[1]),
      })),
  );
}

/**
 * Chromium says what in a page keeps it from its back/forward cache, even where it keeps none, as its headless shell.
 * Playwright would turn that cache off.
 */
async function comeBack({ origin }: Harness): Promise<void> {
  const browser = await chromium.launch({
    ...{ executablePath: CHROMIUM, args: CHROMIUM_FLAGS },
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const context = await browser.newContext();
    await context.addCookies([{ name: 'age_confirmed', value: '1', url: origin }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const reasons: string[] = [];
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
      for (const { type, reason } of notRestoredExplanations)
        if (type === 'PageSupportNeeded') reasons.push(reason);
    });
    await session.send('Page.enable');
    for (const path of ['/', '/category/fractals', '/video/video-3', '/library']) {
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      await page.goto(`${origin}/help`, { waitUntil: 'networkidle' });
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForURL(origin + path);
      assert.deepEqual([path, reasons], [path, []]);
      if (path.startsWith('/video')) await startPlaying(page);
      const before = await page.evaluate(() => document.documentElement.dataset.theme);
      await page.getByRole('button', { name: /light and dark/ }).click();
      await page.waitForFunction((theme) => document.documentElement.dataset.theme !== theme, before);
    }
  } finally {
    await browser.close();
  }
}
