import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { followLink, openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';
import { axeFaults, tooWide, wearTheme } from './page-looks.ts';
import { pagesOf } from './pages.ts';

const { site, awkward } = await demoSite();
/** With E2E_PICTURES=1: pictures of everything, for people to look at; not part of the repository. */
const OUTPUT = process.env.E2E_PICTURES ? fileURLToPath(new URL('output/', import.meta.url)) : undefined;

let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  if (OUTPUT) await mkdir(OUTPUT, { recursive: true });
});
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

/** In an order that changes one thing at a time, from what `open` leaves. */
const VIEWS = [
  { theme: 'light', width: 1440 },
  { theme: 'light', width: 360, isForAxe: true },
  { theme: 'dark', width: 360 },
  { theme: 'dark', width: 1440, isForAxe: true },
] as const;

/** Where the page can be scrolled sideways, and what axe finds; takes pictures on request. */
async function faultsOf(name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { theme, width, ...view } of VIEWS) {
    await wearTheme(page, theme);
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    const found = await tooWide(page);
    if (OUTPUT) await photograph(path.join(OUTPUT, `${name}-${theme}-${width}.jpg`));
    if ('isForAxe' in view) found.push(...(await axeFaults(page)));
    faults.push(...found.map((fault) => `${name}, ${theme}, ${width}: ${fault}`));
  }
  return faults;
}

function photograph(file: string): Promise<Buffer> {
  return page.screenshot({ path: file, fullPage: true, type: 'jpeg', quality: 70, animations: 'disabled' });
}

/** The levels of the perceivable headings, in order. */
function headingLevels(): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => Number(heading.tagName.slice(1))),
  );
}

async function expectOutline(name: string): Promise<void> {
  const levels = await headingLevels();
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
