import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { openVisitor, startPlaying } from './browser.ts';
import { type Harness, startHarness } from './harness.ts';

/**
 * Takes a picture of every page in both themes at the widths named, into the folder named, and fails on
 * whatever axe or the browser's console has to say.
 */
interface Stop {
  name: string;
  path: string;
  isAdult?: boolean;
  prepare?: (page: Page) => Promise<void>;
  /** The browser itself writes a line for every answer of 404. */
  isBroken?: boolean;
}

const STOPS: Stop[] = [
  { name: 'gate', path: '/', isAdult: false },
  { name: 'home', path: '/' },
  { name: 'home-page-6', path: '/?page=6' },
  { name: 'search', path: '/?search=julia' },
  { name: 'search-empty', path: '/?search=zzzz' },
  { name: 'bad-page', path: '/?page=abc' },
  { name: 'category', path: '/category/fractals' },
  { name: 'category-empty', path: '/category/nothing-here' },
  { name: 'category-missing', path: '/category/nope' },
  { name: 'video', path: '/video/video-4' },
  { name: 'video-playing', path: '/video/video-5', prepare: startPlaying },
  { name: 'video-blocked', path: '/video/video-12' },
  { name: 'video-paused', path: '/video/video-12', prepare: pausePlayer },
  { name: 'video-menu', path: '/video/video-10', prepare: openPlayerMenu },
  { name: 'video-resumed', path: '/video/video-12', prepare: resumePlayer },
  { name: 'video-broken', path: '/video/video-14', prepare: breakPlayer, isBroken: true },
  { name: 'video-gone', path: '/video/video-14', prepare: removeVideo, isBroken: true },
  { name: 'video-upright', path: '/video/video-11', prepare: share },
  { name: 'video-missing', path: '/video/nope' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'skeletons', path: '/video/nope', prepare: showSkeletons },
];

const folder = process.argv[2] ?? 'look';
const only = process.argv[3]?.split(',');
const widths = process.argv[4]?.split(',').map(Number) ?? [360, 1440];
mkdirSync(folder, { recursive: true });
const harness = await startHarness();
let failures = 0;
for (const theme of ['dark', 'light'] as const) {
  for (const width of widths) {
    for (const stop of STOPS) {
      if (!only || only.includes(stop.name)) await look(harness, stop, theme, width);
    }
  }
}
await harness.close();
console.log(failures === 0 ? 'Nothing to complain about.' : `${failures} complaints.`);
process.exitCode = failures === 0 ? 0 : 1;

async function look(harness: Harness, stop: Stop, theme: 'light' | 'dark', width: number): Promise<void> {
  harness.delayMs = 0;
  harness.api.removed.clear();
  const { isAdult = true } = stop;
  const { page, context, complaints } = await openVisitor({ origin: harness.origin, theme, width, isAdult });
  await page.goto(harness.origin + stop.path, { waitUntil: 'load' });
  await page.waitForTimeout(250);
  await stop.prepare?.(page);
  const file = join(folder, `${stop.name}-${width}-${theme}`);
  await page.screenshot({ path: `${file}.png` });
  await page.screenshot({ path: `${file}-full.png`, fullPage: true });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) complaints.push(`${overflow}px too wide`);
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of violations) {
    complaints.push(
      `axe ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
  }
  if (stop.isBroken)
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')));
  for (const complaint of complaints) console.log(`${stop.name} ${width} ${theme}: ${complaint}`);
  failures += complaints.length;
  await context.close();
}

async function share(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied!', { exact: true }).first().waitFor();
  await page.waitForTimeout(300);
}

async function pausePlayer(page: Page): Promise<void> {
  await startPlaying(page);
  await page.keyboard.press('k');
  await page.keyboard.press('5');
  await page.locator('media-play-button').focus();
  await page.waitForTimeout(400);
}

async function openPlayerMenu(page: Page): Promise<void> {
  await startPlaying(page);
  await page.keyboard.press('k');
  await page.locator('media-settings-menu-button').click();
  await page.locator('media-settings-menu-item', { hasText: 'Quality' }).click();
  await page.waitForTimeout(600);
}

async function resumePlayer(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('positions', '{"video-12":[30,60]}'));
  await page.reload();
  await page.getByText('Resumed at').waitFor();
}

async function breakPlayer(page: Page): Promise<void> {
  await page.route('**/media/clip.mp4*', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.getByText('This video cannot be played right now.').waitFor();
}

async function removeVideo(page: Page): Promise<void> {
  harness.api.removed.add('video-14');
  await page.route('**/video/video-14', async (route) => {
    harness.api.removed.delete('video-14');
    const response = await route.fetch();
    harness.api.removed.add('video-14');
    await route.fulfill({ response });
  });
  await breakRemoved(page);
}

async function breakRemoved(page: Page): Promise<void> {
  await page.route('**/media/clip.mp4*', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.getByText('This video is no longer available').waitFor();
}

async function showSkeletons(page: Page): Promise<void> {
  harness.delayMs = 60_000;
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.locator('[data-skeleton="videos"]').waitFor();
}
