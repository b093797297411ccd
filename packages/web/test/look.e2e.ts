import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { startPlaying, type Visitor } from './browser.ts';
import type { Harness } from './harness.ts';
import { fillNotice, submitNotice } from './notice.ts';
import { type Cases, testCases } from './test-cases.ts';

/** A state of a page that e2e/looks.e2e.ts cannot bring about: it overflows nowhere, and axe finds nothing. */
interface Stop {
  name: string;
  path: string;
  /** What the browser is bound to write to its console here. */
  expected?: string;
  prepare?: (page: Page, harness: Harness) => Promise<void>;
}

const STOPS: Stop[] = [
  { name: 'search-filtered', path: '/?search=julia&category=Tilings&quality=hd' },
  { name: 'filtered', path: '/?tag=calm&duration=long&quality=fullhd&date=year&sort=views' },
  { name: 'filtered-empty', path: '/?search=julia&duration=short&date=today' },
  { name: 'filters-open', path: '/?search=julia&duration=long', prepare: openFilters },
  { name: 'preview', path: '/', prepare: restOnPicture },
  { name: 'bad-page', path: '/?page=abc' },
  { name: 'bad-filter', path: '/?duration=endless' },
  { name: 'category-filtered', path: '/category/fractals?quality=4k&sort=longest' },
  { name: 'category-filtered-empty', path: '/category/fractals?tag=none' },
  { name: 'video-playing', path: '/video/video-5', prepare: startPlaying },
  { name: 'video-paused', path: '/video/video-12', prepare: pausePlayer },
  { name: 'video-menu', path: '/video/video-10', prepare: openPlayerMenu },
  { name: 'video-resumed', path: '/library', prepare: resumePlayer },
  { name: 'video-broken', path: '/video/video-14', prepare: breakPlayer, expected: '404' },
  { name: 'video-gone', path: '/video/video-14', prepare: removeVideo, expected: '404' },
  { name: 'video-upright', path: '/video/video-11', prepare: share },
  { name: 'terms-print', path: '/terms', prepare: print },
  { name: 'dmca-print', path: '/dmca', prepare: print },
  { name: 'help', path: '/help', prepare: openAnswer },
  { name: 'help-print', path: '/help', prepare: print },
  { name: 'dmca-submit-failed', path: '/dmca/submit', prepare: failNotice, expected: '503' },
  { name: 'dmca-submit-sent', path: '/dmca/submit', prepare: sendNotice },
  { name: 'library', path: '/library', prepare: fillLibrary },
  { name: 'library-tags', path: '/library#hiddenTags', prepare: fillLibrary },
  { name: 'library-removed', path: '/library', prepare: removeFromLibrary },
  { name: 'library-wipe', path: '/library', prepare: askToWipe },
  { name: 'library-home', path: '/library', prepare: (page, harness) => fillAndGo(page, harness, '/') },
  {
    name: 'library-video',
    path: '/library',
    prepare: (page, harness) => fillAndGo(page, harness, '/video/video-4'),
  },
];

const cases: Cases = {};
for (const [theme, width] of [
  ['dark', 360],
  ['light', 1440],
] as const)
  for (const stop of STOPS)
    cases[`${stop.name}, ${theme}, ${width}`] = {
      as: { theme, width },
      run: (harness, page, visitor) => look(stop, { harness, page, visitor }),
    };
testCases(cases);

async function look(
  { path, expected, prepare }: Stop,
  { harness, page, visitor: { complaints } }: { harness: Harness; page: Page; visitor: Visitor },
): Promise<void> {
  await page.goto(harness.origin + path, { waitUntil: 'load' });
  await prepare?.(page, harness);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      return playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
    }),
  );
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) complaints.push(`${overflow}px too wide`);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  for (const { id, nodes } of violations)
    complaints.push(
      `axe ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
  const surprises = complaints.filter((text) => !expected || !text.includes(expected));
  complaints.splice(0, complaints.length, ...surprises);
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
}

async function failNotice(page: Page, harness: Harness): Promise<void> {
  harness.api.noticeFailure = 'The notices cannot be taken right now.';
  await fillNotice(page);
  await submitNotice(page);
  await page.getByText('Submission Failed', { exact: true }).first().waitFor();
}

async function share(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied!', { exact: true }).first().waitFor();
}

async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filters/ });
  if (await button.isVisible()) await button.click();
}

async function restOnPicture(page: Page): Promise<void> {
  await page.locator('[data-thumbnail]').first().hover();
  await page.locator('video[data-playing]').waitFor();
}

async function pausePlayer(page: Page): Promise<void> {
  await startPlaying(page);
  await page.keyboard.press('k');
  await page.keyboard.press('5');
  await page.locator('media-play-button').focus();
}

async function openPlayerMenu(page: Page): Promise<void> {
  await startPlaying(page);
  await page.keyboard.press('k');
  await page.locator('media-settings-menu-button').click();
  await page.locator('media-settings-menu-item', { hasText: 'Quality' }).click();
}

async function resumePlayer(page: Page, harness: Harness): Promise<void> {
  await fillLibrary(page, harness);
  await page.goto(new URL('/video/video-12', page.url()).href);
  await page.getByText('Resumed at').waitFor();
}

async function breakPlayer(page: Page): Promise<void> {
  await page.route('**/media/clip.mp4*', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.getByText('This video cannot be played right now.').waitFor();
}

async function removeVideo(page: Page, harness: Harness): Promise<void> {
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

/** Imports a library with the awkward videos of the catalogue, one that is gone among them. */
async function fillLibrary(page: Page, harness: Harness): Promise<void> {
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

async function removeFromLibrary(page: Page, harness: Harness): Promise<void> {
  await fillLibrary(page, harness);
  await page.getByRole('switch', { name: 'Private session' }).click();
  await page.getByRole('button', { name: 'Remove A title that goes on' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

async function askToWipe(page: Page, harness: Harness): Promise<void> {
  await fillLibrary(page, harness);
  await page.getByRole('button', { name: 'Wipe everything' }).click();
}

async function fillAndGo(page: Page, harness: Harness, path: string): Promise<void> {
  await fillLibrary(page, harness);
  await page.goto(harness.origin + path);
  await page.waitForLoadState('networkidle');
  const tags = page.getByRole('button', { name: 'Hide tags' });
  if (await tags.isVisible()) await tags.click();
}
