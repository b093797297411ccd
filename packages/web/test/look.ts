import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeViolations } from './axe.ts';
import { closeBrowser, openVisitor, startPlaying } from './browser.ts';
import { type Harness, startHarness } from './harness.ts';
import { makeMedia } from './make-media.ts';
import { fillNotice, submitNotice } from './notice.ts';

/**
 * Takes a picture of every page in both themes at the widths named, into the folder named, and fails on
 * whatever axe or the browser's console has to say.
 */
interface Stop {
  name: string;
  path: string;
  isAdult?: boolean;
  /** What the browser is bound to write to its console here. */
  expected?: string;
  prepare?: (page: Page) => Promise<void>;
}

const STOPS: Stop[] = [
  { name: 'gate', path: '/', isAdult: false },
  { name: 'home', path: '/' },
  { name: 'home-page-6', path: '/?page=6' },
  { name: 'search', path: '/?search=julia' },
  { name: 'search-empty', path: '/?search=zzzz' },
  { name: 'search-filtered', path: '/?search=julia&category=Tilings&quality=hd' },
  { name: 'search-one', path: '/?search=upright' },
  { name: 'filtered', path: '/?tag=calm&duration=long&quality=fullhd&date=year&sort=views' },
  { name: 'filtered-empty', path: '/?search=julia&duration=short&date=today' },
  { name: 'filters-open', path: '/?search=julia&duration=long', prepare: openFilters },
  { name: 'page-past-end', path: '/?page=99' },
  { name: 'preview', path: '/', prepare: restOnPicture },
  { name: 'bad-page', path: '/?page=abc' },
  { name: 'bad-filter', path: '/?duration=endless' },
  { name: 'category', path: '/category/fractals' },
  { name: 'category-filtered', path: '/category/fractals?quality=4k&sort=longest' },
  { name: 'category-filtered-empty', path: '/category/fractals?tag=none' },
  { name: 'category-empty', path: '/category/nothing-here' },
  { name: 'category-missing', path: '/category/nope' },
  { name: 'video', path: '/video/video-4' },
  { name: 'video-playing', path: '/video/video-5', prepare: startPlaying },
  { name: 'video-blocked', path: '/video/video-12' },
  { name: 'video-paused', path: '/video/video-12', prepare: pausePlayer },
  { name: 'video-menu', path: '/video/video-10', prepare: openPlayerMenu },
  { name: 'video-resumed', path: '/library', prepare: resumePlayer },
  { name: 'video-broken', path: '/video/video-14', prepare: breakPlayer, expected: '404' },
  { name: 'video-gone', path: '/video/video-14', prepare: removeVideo, expected: '404' },
  { name: 'video-upright', path: '/video/video-11', prepare: share },
  { name: 'video-missing', path: '/video/nope' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'legal-terms', path: '/legal/whatever' },
  { name: 'legal-privacy', path: '/legal/privacy' },
  { name: 'legal-dmca', path: '/legal/dmca' },
  { name: 'legal-2257', path: '/legal/2257' },
  { name: 'terms', path: '/terms' },
  { name: 'terms-print', path: '/terms', prepare: print },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'dmca', path: '/dmca' },
  { name: 'dmca-print', path: '/dmca', prepare: print },
  { name: 'contact', path: '/contact' },
  { name: 'help', path: '/help', prepare: openAnswer },
  { name: 'help-print', path: '/help', prepare: print },
  { name: 'dmca-submit', path: '/dmca/submit' },
  { name: 'dmca-submit-errors', path: '/dmca/submit', prepare: submitNotice },
  { name: 'dmca-submit-failed', path: '/dmca/submit', prepare: failNotice, expected: '503' },
  { name: 'dmca-submit-sent', path: '/dmca/submit', prepare: sendNotice },
  { name: 'report', path: '/report' },
  { name: 'report-minor', path: '/report/minor' },
  { name: 'report-intimate', path: '/report/intimate-image' },
  { name: 'report-illegal', path: '/report/illegal-content' },
  { name: 'report-illegal-errors', path: '/report/illegal-content', prepare: sendReport },
  { name: 'report-counter', path: '/report/counter-notice' },
  { name: 'report-status', path: '/report/status/known' },
  { name: 'report-confirm', path: '/report/confirm/known' },
  { name: 'keyword', path: '/en/calm' },
  { name: 'keyword-empty', path: '/en/empty' },
  { name: 'keyword-missing', path: '/en/nope' },
  { name: 'library-empty', path: '/library' },
  { name: 'library', path: '/library', prepare: fillLibrary },
  { name: 'library-tags', path: '/library#hiddenTags', prepare: fillLibrary },
  { name: 'library-removed', path: '/library', prepare: removeFromLibrary },
  { name: 'library-wipe', path: '/library', prepare: askToWipe },
  { name: 'library-home', path: '/library', prepare: (page) => fillAndGo(page, '/') },
  { name: 'library-video', path: '/library', prepare: (page) => fillAndGo(page, '/video/video-4') },
  { name: 'skeletons', path: '/video/nope', prepare: showSkeletons },
];

const folder = process.argv[2] ?? 'look';
const only = process.argv[3]?.split(',');
const widths = process.argv[4]?.split(',').map(Number) ?? [360, 1440];
mkdirSync(folder, { recursive: true });
const media = makeMedia();
const harness = await startHarness({ media: media.folder });
let failures = 0;
for (const theme of ['dark', 'light'] as const) {
  for (const width of widths) {
    for (const stop of STOPS) {
      if (!only || only.includes(stop.name)) await look(harness, stop, theme, width);
    }
  }
}
await closeBrowser();
await harness.close();
media.remove();
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
  for (const { id, nodes } of await axeViolations(page)) complaints.push(`axe ${id}: ${nodes.join(' | ')}`);
  const surprises = complaints.filter((text) => !stop.expected || !text.includes(stop.expected));
  for (const complaint of surprises) console.log(`${stop.name} ${width} ${theme}: ${complaint}`);
  failures += surprises.length;
  await context.close();
}

async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
}

async function openAnswer(page: Page): Promise<void> {
  await page.getByText('Do I need an account?').click();
}

async function sendNotice(page: Page): Promise<void> {
  await fillNotice(page);
  await submitNotice(page);
  await page.getByText('DMCA Request Submitted', { exact: true }).first().waitFor();
  await page.waitForTimeout(300);
}

async function failNotice(page: Page): Promise<void> {
  harness.api.noticeFailure = 'The notices cannot be taken right now.';
  await fillNotice(page);
  await submitNotice(page);
  await page.getByText('Submission Failed', { exact: true }).first().waitFor();
  await page.waitForTimeout(300);
  harness.api.noticeFailure = undefined;
}

async function share(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied!', { exact: true }).first().waitFor();
  await page.waitForTimeout(300);
}

async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ });
  if (await button.isVisible()) await button.click();
}

async function restOnPicture(page: Page): Promise<void> {
  await page.locator('[data-thumbnail]').first().hover();
  await page.locator('video[data-playing]').waitFor();
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
  await fillLibrary(page);
  await page.goto(new URL('/video/video-12', page.url()).href);
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

/** Imports a library with the awkward videos of the catalogue, one that is gone among them. */
async function fillLibrary(page: Page): Promise<void> {
  const at = (index: number) => new Date(Date.UTC(2025, 10, 20) - index * 40_000_000).toISOString();
  const entry = (index: number) => {
    const { id, title, duration } = harness.catalogue.videos[index]!;
    return { videoId: id, title, duration };
  };
  const gone = { videoId: 'gone', title: 'A video that was taken down', duration: 61 };
  const history = [entry(2), entry(4), gone, ...[6, 7, 11, 12, 13, 14, 15, 16].map(entry)];
  const file = {
    format: 'video-library',
    version: 1,
    history: history.map((facts, index) => ({
      ...facts,
      position: (facts.duration * (index + 1)) / 12,
      watchedAt: at(index),
    })),
    favourites: [{ ...entry(4), addedAt: at(1) }],
    watchLater: [],
    hiddenTags: ['loop', 'هدوء', 'a tag of many words that goes on for longer than a phone is wide'].map(
      (tag, index) => ({ tag, addedAt: at(index) }),
    ),
  };
  const buffer = Buffer.from(JSON.stringify(file));
  await page
    .getByLabel('Library file')
    .setInputFiles({ name: 'library.json', mimeType: 'application/json', buffer });
  await page.getByRole('tab', { name: 'History 11' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.locator('li.toast').waitFor({ state: 'detached' });
}

async function removeFromLibrary(page: Page): Promise<void> {
  await fillLibrary(page);
  await page.getByRole('switch', { name: 'Private session' }).click();
  await page.getByRole('button', { name: 'Remove A title that goes on' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

async function askToWipe(page: Page): Promise<void> {
  await fillLibrary(page);
  await page.getByRole('button', { name: 'Wipe everything' }).click();
}

async function fillAndGo(page: Page, path: string): Promise<void> {
  await fillLibrary(page);
  await page.goto(harness.origin + path);
  await page.waitForLoadState('networkidle');
  const tags = page.getByRole('button', { name: 'Hide tags' });
  if (await tags.isVisible()) await tags.click();
}

async function sendReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').waitFor();
}
