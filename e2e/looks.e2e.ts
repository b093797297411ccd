import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { followLink, openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';
import { axeFaults, headingLevels, photograph, tooWide, wearTheme } from './page-looks.ts';
import { pagesOf } from './pages.ts';

const { site, awkward } = await demoSite();

let visitor: Visitor;
let page: Page;
openAfresh(
  async () => {
    visitor = await openVisitor({ origin: site, isAdult: true, isReducedMotion: true });
    page = visitor.page;
  },
  () => visitor.context.close(),
);

async function open(address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(site + address, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
}

/** Ordered so that each changes one thing. */
const VIEWS = [
  { theme: 'light', width: 1440 },
  { theme: 'light', width: 360, isForAxe: true },
  { theme: 'dark', width: 360 },
  { theme: 'dark', width: 1440, isForAxe: true },
] as const;

async function faultsOf(name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { theme, width, ...view } of VIEWS) {
    await wearTheme(page, theme);
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    const found = await tooWide(page);
    await photograph(page, `${name}-${theme}-${width}`);
    if ('isForAxe' in view) found.push(...(await axeFaults(page)));
    faults.push(...found.map((fault) => `${name}, ${theme}, ${width}: ${fault}`));
  }
  return faults;
}

async function expectOutline(name: string): Promise<void> {
  const levels = await headingLevels(page);
  expect([name, levels.filter((level) => level === 1).length]).toEqual([name, 1]);
  const jumps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
  expect([name, jumps]).toEqual([name, []]);
}

async function expectGoodLooks(name: string): Promise<void> {
  await expectOutline(name);
  expect(await faultsOf(name)).toEqual([]);
}

describe('a page of each kind: no overflow, an outline, nothing for axe', () => {
  test.each(Object.entries(pagesOf(awkward)))('%s', async (name, address) => {
    await open(address);
    await expectGoodLooks(name);
  });

  test('the skeletons of home', async () => {
    await open('/terms');
    await page.route(/\/api\/(videos\?|categories)/, () => {});
    await followLink(page, `${site}/`);
    await page.locator('[data-skeleton="videos"]').waitFor();
    await expectGoodLooks('home-loading');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('a list that failed', async () => {
    await open('/terms');
    await page.route(/\/api\/videos\?/, (route) => route.fulfill({ status: 503, body: '' }));
    await followLink(page, `${site}/`);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await expectGoodLooks('home-error');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('the form with its errors', async () => {
    await open('/dmca/submit');
    await page.getByRole('button', { name: 'Submit DMCA Request' }).click();
    await page.getByText('Required', { exact: true }).first().waitFor();
    await expectGoodLooks('dmca-submit-errors');
  });

  test('the age gate', async () => {
    const stranger = await openVisitor({ origin: site });
    const adult = page;
    page = stranger.page;
    try {
      await open('/');
      await expectGoodLooks('age-gate');
    } finally {
      page = adult;
      await stranger.context.close();
    }
  });
});
