import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { holdBack } from './browser.ts';
import type { Harness } from './harness.ts';
import { expectNoShifts } from './layout-shifts.ts';
import { testCases } from './test-cases.ts';

/** The first paint, as far as it does not depend on speed; `script/bench paint` has the times. */
testCases({
  'styles and first pictures come before scripts': { as: { width: 360, height: 740 }, run: seePriorities },
  'nothing moves while pictures load, nor while scrolling': {
    as: { width: 360, height: 740 },
    run: scrollWithoutShifts,
  },
  "the place in the page's address is in view": { as: { width: 360, height: 740 }, run: openPlace },
});

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

/** Although the page is shown in parts. */
async function openPlace({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(`${origin}/terms#contact-title`);
  const title = page.locator('#contact-title');
  assert.ok(await title.evaluate((element) => element.getBoundingClientRect().top < innerHeight));
  // A reload scrolls back, unless the page was too short at first.
  await page.goto(`${origin}/terms`);
  await page.evaluate(() => scrollTo(0, 2000));
  await page.reload();
  await page.waitForFunction(() => scrollY === 2000);
}
