import type { Page, Response } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVisitor, startPlaying, type Visitor } from '../packages/web/test/browser.ts';
import { demoSite } from './demo.ts';
import { pagesOf } from './pages.ts';

const { site, awkward } = await demoSite();

/** Budgets, in bytes of brotli. */
const HOME_SCRIPT = 78_000;
const HOME_STYLE = 15_000;
const VIDEO_MORE_SCRIPT = 60_000;

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await openVisitor({ origin: site, isAdult: true });
  page = visitor.page;
});
afterEach(() => visitor.context.close());

interface Weight {
  script: number;
  style: number;
}

/** The files that a fresh browser loads with an address and while `act` runs. */
async function weigh(address: string, act: () => Promise<void> = async () => {}): Promise<Weight> {
  const files: Response[] = [];
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) files.push(response);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await act();
  await page.waitForLoadState('networkidle');
  const weight = { script: 0, style: 0 };
  for (const file of new Map(files.map((response) => [response.url(), response])).values()) {
    expect(await file.headerValue('content-encoding')).toBe('br');
    expect(await file.headerValue('cache-control')).toContain('immutable');
    const { responseBodySize } = await file.request().sizes();
    const kind = file.request().resourceType() === 'script' ? 'script' : 'style';
    weight[kind] += responseBodySize;
  }
  return weight;
}

test('the home page loads at most 78 KB of script and 15 KB of style', async () => {
  const { script, style } = await weigh(site);
  expect(script).toBeLessThanOrEqual(HOME_SCRIPT);
  expect(style).toBeLessThanOrEqual(HOME_STYLE);
});

test('a video page that plays loads at most 60 KB of script more', async () => {
  const { script } = await weigh(`${site}/video/${awkward.thousand}`, () => startPlaying(page));
  expect(script).toBeLessThanOrEqual(HOME_SCRIPT + VIDEO_MORE_SCRIPT);
});

/** Paths of back-office calls, which identify its code. */
const BACK_OFFICE = /\/api\/(admin|download-jobs|crawler|video-sources|dmca\/requests)/;

test('no page requests anything from another site, or loads back-office code', async () => {
  const strangers: string[] = [];
  const scripts = new Map<string, Promise<string>>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== site) strangers.push(request.url());
  });
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      scripts.set(
        response.url(),
        response.text().catch(() => ''),
      );
    }
  });
  for (const address of Object.values(pagesOf(awkward))) {
    await page.goto(site + address, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
  }
  expect(strangers).toEqual([]);
  expect(scripts.size).toBeGreaterThan(5);
  for (const [url, text] of scripts) expect([url, BACK_OFFICE.test(await text)]).toEqual([url, false]);
});
