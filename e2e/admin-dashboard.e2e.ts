import { randomUUID } from 'node:crypto';
import { type AdminStats, adminHref, LIVE_EVENTS_PATH } from '@vesper/contract';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { loseListeners } from '../packages/test/lose-listeners.ts';
import { type Administrator, openAdministrator } from './admin-visit.ts';
import { withDatabase } from './awkward-data.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site, awkward } = demo;
const STATS = '/api/admin/stats';

let administrator: Administrator;
afterEach(() => administrator?.context.close());

/** A tab, and how often it got an answer from a path. */
interface Watched {
  page: Page;
  count(path: string): number;
}

async function openDashboard(page: Page): Promise<Watched> {
  const answered: string[] = [];
  page.on('response', (response) => {
    if (response.status() < 400) answered.push(new URL(response.url()).pathname);
  });
  await page.goto(site + adminHref('dashboard'));
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  return { page, count: (path) => answered.filter((one) => one === path).length };
}

async function shownViews({ page }: Watched): Promise<number> {
  const text = await page.locator('[data-stat="totalViews"]').textContent();
  return Number(text?.replaceAll(',', ''));
}

async function totalViews(): Promise<number> {
  const response = await fetch(site + STATS, { headers: { cookie: administrator.cookie } });
  return ((await response.json()) as AdminStats).totalViews;
}

/** A new visitor watches a video; the tab must show it. */
async function expectToFollow(tabs: Watched[]): Promise<void> {
  const before = await totalViews();
  const response = await fetch(`${site}/api/videos/${awkward.alone}/view`, {
    method: 'POST',
    headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 ${randomUUID()}` },
  });
  expect(response.ok).toBe(true);
  for (const tab of tabs) await expect.poll(() => shownViews(tab)).toBeGreaterThan(before);
}

test('two tabs follow changes over one stream, and one takes over from the other', async () => {
  administrator = await openAdministrator(demo, { address: '/healthz' });
  const first = await openDashboard(administrator.page);
  const second = await openDashboard(await administrator.context.newPage());
  const streams = () => first.count(LIVE_EVENTS_PATH) + second.count(LIVE_EVENTS_PATH);
  await expect.poll(streams).toBe(1);
  await expectToFollow([first, second]);
  expect(streams()).toBe(1);

  const [holder, other] = first.count(LIVE_EVENTS_PATH) > 0 ? [first, second] : [second, first];
  await holder.page.close();
  await expect.poll(() => other.count(LIVE_EVENTS_PATH)).toBe(1);
  await expectToFollow([other]);
});

test('a tab without a stream polls, until the stream is back', async () => {
  administrator = await openAdministrator(demo, { address: '/healthz' });
  const { context } = administrator;
  const tab = await openDashboard(administrator.page);
  await expect.poll(() => tab.count(LIVE_EVENTS_PATH)).toBe(1);
  await context.route(`**${LIVE_EVENTS_PATH}`, (route) => route.abort());
  await withDatabase(demo.dataDir, loseListeners);
  const asked = tab.count(STATS);
  await expect.poll(() => tab.count(STATS)).toBeGreaterThan(asked + 3);
  await context.unroute(`**${LIVE_EVENTS_PATH}`);
  await expect.poll(() => tab.count(LIVE_EVENTS_PATH)).toBe(2);
  await expectToFollow([tab]);
});
