import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { searchField } from './browser.ts';
import type { Harness } from './harness.ts';
import { testCases } from './test-cases.ts';

/** Searching from every page, and what the tab is called meanwhile. */
testCases({
  'the header searches': { run: searchFromHeader },
  'the header searches on a phone': { as: { width: 360, height: 740 }, run: searchOnPhone },
  'the last list stays while somebody types': { run: typeSlowly },
});

async function searchFromHeader({ origin, requests }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  assert.equal(await searchField(page.locator('header')).count(), 0);
  await page.goto(`${origin}/video/video-3`);
  const box = searchField(page.locator('header'));
  const [header, field] = [await page.locator('header').boundingBox(), await box.boundingBox()];
  assert.ok(header && field);
  // In the middle of the header, with nothing above it.
  assert.ok(Math.abs(header.y + header.height / 2 - (field.y + field.height / 2)) < 2, `${field.y}`);
  assert.equal(await page.locator('header label').isVisible(), false);
  await page.getByRole('link', { name: 'Vesper' }).first().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('julia');
  await page.keyboard.press('Enter');
  await page.getByText('27 results').waitFor();
  assert.equal(page.url(), `${origin}/?search=julia`);
  assert.equal(await searchField(page).inputValue(), 'julia');
  // The page was changed, not loaded.
  assert.equal(requests.filter((url) => url.startsWith('/?search=')).length, 0);
  await page.goBack();
  await box.waitFor();
}

async function searchOnPhone({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(`${origin}/category/fractals`);
  const box = searchField(page.locator('header'));
  const opacity = () => box.evaluate((element) => Number(getComputedStyle(element).opacity));
  assert.equal(await opacity(), 0);
  await page.locator('header label').tap();
  assert.equal(await opacity(), 1);
  const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
  assert.ok(x >= 0 && width > 300 && x + width <= 360, `${x} + ${width}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await box.fill('julia');
  await box.press('Enter');
  await page.getByText('27 results').waitFor();
}

async function typeSlowly(harness: Harness, page: Page): Promise<void> {
  await page.goto(harness.origin);
  await page.waitForLoadState('networkidle');
  harness.delayMs = 300;
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      const count = document.querySelectorAll('main [data-thumbnail]').length;
      if (count === 0) seen.add(document.querySelector('main')?.textContent ?? 'nothing');
      requestAnimationFrame(look);
    };
    look();
    Reflect.set(window, 'emptiness', seen);
  });
  const box = searchField(page);
  for (const text of ['j', 'ju', 'julia', 'julia set']) {
    await box.fill(text);
    await page.waitForURL((url) => url.searchParams.get('search') === text);
    await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
    await page.getByText('27 results').waitFor();
  }
  assert.deepEqual(await page.evaluate(() => [...Reflect.get(window, 'emptiness')]), []);
  await box.fill('zzzz');
  await page.getByText('No videos found').waitFor();
}
