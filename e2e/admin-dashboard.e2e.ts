import { randomUUID } from 'node:crypto';
import { type AdminStats, adminHref, LIVE_EVENTS_PATH } from '@vesper/contract';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { loseListeners } from '../packages/server/src/test/lose-listeners.ts';
import { type Administrator, openAdministrator } from './admin-visit.ts';
import { withDatabase } from './awkward-data.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site, awkward } = demo;
const STATS = '/api/admin/stats';

let administrator: Administrator;
afterEach(() => administrator?.context.close());

/** A tab's requests, and the messages of its stream. */
interface Watched {
  page: Page;
  asked: string[];
  told: { event: string; data: string }[];
}

async function watched(page: Page): Promise<Watched> {
  const tab: Watched = { page, asked: [], told: [] };
  page.on('request', (request) => tab.asked.push(new URL(request.url()).pathname));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.eventSourceMessageReceived', ({ eventName, data }) => {
    tab.told.push({ event: eventName, data });
  });
  await page.goto(site + adminHref('dashboard'));
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  return tab;
}

const count = (tab: Watched, path: string) => tab.asked.filter((one) => one === path).length;
const lives = (tabs: Watched[]) => tabs.some(({ told }) => told.some(({ event }) => event === 'ready'));

/** The number of a card. */
async function shown({ page }: Watched, name: keyof AdminStats): Promise<number> {
  const text = await page.locator(`[data-stat="${name}"]`).textContent();
  return Number(text?.replaceAll(',', ''));
}

async function stats(): Promise<AdminStats> {
  const response = await fetch(site + STATS, { headers: { cookie: administrator.cookie } });
  return (await response.json()) as AdminStats;
}

/** A new visitor watches a video. */
async function view(): Promise<void> {
  const response = await fetch(`${site}/api/videos/${awkward.alone}/view`, {
    method: 'POST',
    headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 ${randomUUID()}` },
  });
  if (!response.ok) throw new Error(`The view was refused: ${await response.text()}`);
}

test('two tabs follow a change by one stream, and neither asks without being told', async () => {
  administrator = await openAdministrator(demo, { address: '/healthz' });
  const first = await watched(administrator.page);
  const second = await watched(await administrator.context.newPage());
  const tabs = [first, second];
  await expect.poll(() => lives(tabs)).toBe(true);
  // In a headless browser all tabs are visible.
  const before = (await stats()).totalViews;
  await view();
  for (const tab of tabs) {
    await expect.poll(() => shown(tab, 'totalViews')).toBeGreaterThan(before);
    await expect.poll(async () => (await shown(tab, 'totalViews')) === (await stats()).totalViews).toBe(true);
  }
  // Long enough for several polls, one every 2 s.
  await first.page.waitForTimeout(4500);
  expect(count(first, LIVE_EVENTS_PATH) + count(second, LIVE_EVENTS_PATH)).toBe(1);
  const told = tabs.flatMap((tab) => tab.told);
  const reasons = told.filter(({ event, data }) => event === 'ready' || data.includes(STATS)).length;
  for (const tab of tabs) expect(count(tab, STATS)).toBeLessThanOrEqual(1 + reasons);

  // The tab with the stream goes: the other takes over.
  const [holder, other] = count(first, LIVE_EVENTS_PATH) > 0 ? [first, second] : [second, first];
  await holder.page.close();
  await expect.poll(() => lives([other])).toBe(true);
  await view();
  await expect.poll(async () => (await shown(other, 'totalViews')) === (await stats()).totalViews).toBe(true);
});

test('when the stream is cut and cannot be opened again, tabs ask every two seconds, until it is back', async () => {
  administrator = await openAdministrator(demo, { address: '/healthz' });
  const { context } = administrator;
  const tab = await watched(administrator.page);
  await expect.poll(() => lives([tab])).toBe(true);
  await context.route(`**${LIVE_EVENTS_PATH}`, (route) => route.abort());
  await withDatabase(demo.dataDir, loseListeners);
  await expect.poll(() => count(tab, LIVE_EVENTS_PATH)).toBeGreaterThan(1);
  const asked = count(tab, STATS);
  await expect.poll(() => count(tab, STATS)).toBeGreaterThan(asked + 3);
  tab.told.length = 0;
  await context.unroute(`**${LIVE_EVENTS_PATH}`);
  await expect.poll(() => lives([tab])).toBe(true);
  const since = count(tab, STATS);
  const from = tab.told.length;
  await tab.page.waitForTimeout(4500);
  const reasons = tab.told.slice(from).filter(({ data }) => data.includes(STATS)).length;
  // Requests from before the stream came back may still end.
  expect(count(tab, STATS) - since).toBeLessThanOrEqual(2 + reasons);
});

test('charts: each span, the numbers as a table, by keyboard', async () => {
  administrator = await openAdministrator(demo, { address: adminHref('charts') });
  const { page, complaints } = administrator;
  await page.getByRole('img', { name: /^Videos added, last 30 days/ }).waitFor();
  await page.getByRole('radio', { name: 'Last 30 days' }).press('ArrowLeft');
  const picture = page.getByRole('img', { name: /^Videos added, last 24 hours, in all: New [\d,]+/ });
  await picture.waitFor();
  const box = await picture.boundingBox();
  await page.setViewportSize({ width: 700, height: 900 });
  await expect.poll(async () => (await picture.boundingBox())?.height).toBe(box?.height);
  await expect
    .poll(() => picture.locator('canvas').evaluate((canvas) => canvas.clientWidth))
    .toBeLessThan(700);
  const disclosure = page.locator('summary', { hasText: 'of Videos added' });
  await disclosure.press('Enter');
  const table = page.getByRole('region', { name: 'The numbers of Videos added' });
  await expect.poll(() => table.getByRole('row').count()).toBe(25);
  await page.keyboard.press('Tab');
  expect(await table.evaluate((element) => element === document.activeElement)).toBe(true);
  // The other theme has its own colours.
  const drawn = () =>
    picture.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await drawn();
  await page.getByRole('button', { name: /theme/ }).click();
  await expect.poll(drawn).not.toBe(before);
  expect(complaints).toEqual([]);
});
