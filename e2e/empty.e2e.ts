import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { addSingleVideo } from './awkward-data.ts';
import { type Program, SERVE, startProgram } from './programs.ts';
import { wordsOf } from './reach.ts';

let dataDir: string;
let server: Program;
let site: string;
let visitor: Visitor;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-empty-'));
  server = startProgram(SERVE, { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  [, site = ''] = await server.until(/Vesper is at (\S+)/);
  visitor = await openVisitor({ origin: site, isAdult: true });
});
afterAll(async () => {
  await visitor?.context.close();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
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
  const id = await addSingleVideo(dataDir);
  await expect
    .poll(async () => {
      await page.goto(site);
      return wordsOf(page);
    })
    .toMatch(/Latest .* Videos 1 video /);
  await page.goto(`${site}/video/${id}`);
  await page.getByText('No related videos', { exact: true }).waitFor();
});
