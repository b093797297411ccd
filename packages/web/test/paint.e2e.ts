import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { holdBack, untilPainted } from './browser.ts';
import type { Harness } from './harness.ts';
import { expectNoShifts } from './layout-shifts.ts';
import { testCases } from './test-cases.ts';

/** The first paint, as far as it does not depend on speed; `script/bench paint` has the times. */
testCases({
  'nothing moves while pictures load, nor while scrolling': {
    as: { width: 360, height: 740 },
    run: scrollWithoutShifts,
  },
  "the place in the page's address is in view": { as: { width: 360, height: 740 }, run: openPlace },
});

async function scrollWithoutShifts({ origin }: Harness, page: Page): Promise<void> {
  const show = await holdBack(page, '**/picture-*');
  for (const path of ['/', '/video/video-3', '/category/fractals']) {
    await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
    await untilPainted(page);
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
