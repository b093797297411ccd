import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../packages/server/src/test/site.ts';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { makeSingleVideo } from './awkward-data.ts';
import { wordsOf } from './reach.ts';

let empty: TestSite;
let site: string;
let visitor: Visitor;
beforeAll(async () => {
  empty = await startTestSite();
  site = empty.url;
  visitor = await openVisitor({ origin: site, isAdult: true });
});
afterAll(async () => {
  await visitor?.context.close();
  await empty?.close();
});

test('a site without videos says so, and offers to clear a search only when there is one', async () => {
  const { page } = visitor;
  await page.goto(site);
  await page.getByRole('heading', { name: 'No videos found' }).waitFor();
  const words = await wordsOf(page);
  expect(words).toMatch(/Latest .* Videos 0 videos/);
  expect(words).not.toContain('Clear search');
  expect(await page.locator('[aria-label="Pagination"], main a[href^="/category/"]').count()).toBe(0);

  await page.goto(`${site}/?search=anything`);
  await page.getByRole('heading', { name: 'No videos found' }).waitFor();
  await page.getByText('Clear search', { exact: true }).click();
  await page.waitForURL(`${site}/`);
  await page.getByRole('heading', { name: /^Latest / }).waitFor();
  expect(visitor.complaints).toEqual([]);
});

test('a site with one video counts one, and has nothing related to it', async () => {
  const { page } = visitor;
  const id = await makeSingleVideo(empty.base.db);
  await expect
    .poll(async () => {
      await page.goto(site);
      return wordsOf(page);
    })
    .toMatch(/Latest .* Videos 1 video /);
  await page.goto(`${site}/video/${id}`);
  await page.getByText('No related videos', { exact: true }).waitFor();
});
