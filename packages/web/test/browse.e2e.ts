import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openHydrated, untilHydrated, type Visitor } from './browser.ts';
import type { Harness } from './harness.ts';
import { testCases } from './test-cases.ts';

/** Lists: order, filters and previews. */
testCases({
  'a served page is hydrated as it is': { run: hydratePages },
  'a list is sorted and filtered in the address': { run: sortAndFilter },
  'filters on a phone': { as: { width: 360, height: 780 }, run: filterOnPhone },
  'filters without script': { as: { hasScript: false }, run: filterWithoutScript },
  'a resting pointer shows the preview': { run: restOnPicture },
});

/** A page's videos are read from its cards: nothing is asked again, and nothing changes. */
async function hydratePages(
  { origin, requests }: Harness,
  page: Page,
  { complaints }: Visitor,
): Promise<void> {
  for (const path of ['/', '/?search=calm', '/category/fractals', '/en/calm', '/video/video-3', '/nope']) {
    await page.goto(origin + path, { waitUntil: 'commit' });
    const served = await (await page.request.get(origin + path)).text();
    const from = requests.length;
    // Shown once React has hydrated.
    await page
      .getByRole('button', { name: /^Watch later: / })
      .first()
      .waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const listed = requests
      .slice(from)
      .filter((url) => /^\/api\/(videos(\?|.*related)|keywords|categories)/.test(url));
    assert.deepEqual([path, listed], [path, []]);
    const titles = await page.locator('article h3').allTextContents();
    assert.ok(titles.length >= 6, path);
    for (const title of titles) assert.ok(served.includes(`>${title.replaceAll('&', '&amp;')}</h3>`), title);
  }
  assert.deepEqual(complaints, []);
}

async function sortAndFilter({ origin, api, catalogue }: Harness, page: Page): Promise<void> {
  await openHydrated(page, origin);
  await page.getByLabel('Sort by').selectOption('Most viewed');
  await page.waitForURL(`${origin}/?sort=views`);
  await page.getByRole('heading', { name: 'Most Viewed Vesper Videos' }).waitFor();
  await page.getByLabel('Duration').selectOption('Over 20 minutes');
  await page.waitForURL(`${origin}/?duration=long&sort=views`);
  const long = catalogue.videos.filter(({ duration }) => duration > 1200).length;
  await page.getByText(`${long} videos`, { exact: true }).waitFor();
  await page.reload();
  await untilHydrated(page);
  assert.equal(await page.getByLabel('Duration').inputValue(), 'long');
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.waitForURL(`${origin}/?duration=long&sort=views&page=2`);
  await page.getByLabel('Quality').selectOption('4K');
  await page.waitForURL(`${origin}/?duration=long&quality=4k&sort=views`);
  await page.getByRole('link', { name: 'Remove filter Over 20 minutes' }).click();
  await page.waitForURL(`${origin}/?quality=4k&sort=views`);
  await page.locator('[name=sort]:focus').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.waitForURL(`${origin}/?sort=views`);
  await page.getByRole('list', { name: 'Filters in use' }).waitFor({ state: 'detached' });
  const asked = api.calls.length;
  await page.goBack();
  await page.waitForURL(`${origin}/?quality=4k&sort=views`);
  await page.getByRole('link', { name: 'Remove filter 4K' }).waitFor();
  assert.equal(await page.getByLabel('Quality').inputValue(), '4k');
  assert.equal(api.calls.length, asked);
}

async function filterOnPhone({ origin }: Harness, page: Page): Promise<void> {
  await openHydrated(page, origin);
  const button = page.getByRole('button', { name: 'Filters' });
  assert.equal(await page.getByLabel('Duration').isVisible(), false);
  await button.tap();
  assert.equal(await button.getAttribute('aria-expanded'), 'true');
  await page.getByLabel('Duration').selectOption('Under 5 minutes');
  await page.waitForURL(`${origin}/?duration=short`);
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main select, main nav a, main form button, [aria-label="Filters in use"] a',
      ),
    ]
      .map((control) => control.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && (height < 44 || width < 44))
      .map(({ width, height }) => `${width} by ${height}`),
  );
  assert.deepEqual(small, []);
}

async function filterWithoutScript({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(`${origin}/?search=julia`);
  await page.getByLabel('I am 18 or older').check();
  await page.getByLabel('Tag', { exact: true }).fill('calm');
  await page.getByLabel('Duration').selectOption('Under 5 minutes');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/duration=short/);
  const { searchParams } = new URL(page.url());
  const set = [...searchParams].filter(([, value]) => value !== '');
  assert.deepEqual(set.toSorted(), [
    ['duration', 'short'],
    ['search', 'julia'],
    ['tag', 'calm'],
  ]);
}

const pictureOf = (page: Page, id: string) => page.locator(`a[href="/video/${id}"] [data-thumbnail]`);

async function restOnPicture({ origin }: Harness, page: Page): Promise<void> {
  await openHydrated(page, origin);
  const before = await pictureOf(page, 'video-0').boundingBox();
  await pictureOf(page, 'video-0').hover();
  const clip = page.locator('[data-thumbnail] video');
  await page.locator('a[href="/video/video-0"] video[data-playing]').waitFor();
  assert.ok(await clip.evaluate((video: HTMLVideoElement) => video.muted && video.loop));
  assert.deepEqual(await pictureOf(page, 'video-0').boundingBox(), before);
  await pictureOf(page, 'video-2').hover();
  await page.locator('a[href="/video/video-2"] video[data-playing]').waitFor();
  assert.equal(await clip.count(), 1);
  await pictureOf(page, 'video-1').hover();
  await clip.waitFor({ state: 'detached' });
}
