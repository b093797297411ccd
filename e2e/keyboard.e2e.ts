import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { demoSite } from './demo.ts';

const { site } = await demoSite();

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await openVisitor({ origin: site });
  page = visitor.page;
});
afterEach(() => visitor.context.close());

interface Stop {
  role: string;
  name: string;
  /** Whether the focus is visible, on the element or the box around it. */
  isSeen: boolean;
}

function focused(): Promise<Stop> {
  return page.evaluate(() => {
    let element = document.activeElement ?? document.body;
    // A shadow host may show the focus ring of an element inside it.
    const hosts: Element[] = [];
    while (element.shadowRoot?.activeElement) {
      hosts.push(element);
      element = element.shadowRoot.activeElement;
    }
    const around = [...hosts, element, element.parentElement, element.closest('form, details, label')];
    const isSeen = around.some((box) => {
      if (!box) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    const labels = [
      ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)),
      ...((element as HTMLInputElement).labels ?? []),
      element,
    ];
    const label = element.getAttribute('aria-label') ?? labels.map((one) => one?.textContent).join(' ');
    return { role: element.tagName, name: label.replace(/\s+/g, ' ').trim(), isSeen };
  });
}

/** Presses Tab until the focused name matches; every stop must have a name and visible focus. */
async function tabTo(name: RegExp, most = 80): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < most) {
    await page.keyboard.press('Tab');
    const stop = await focused();
    if (stop.role === 'BODY') continue;
    stops.push(stop);
    expect(stop).toMatchObject({ isSeen: true, name: expect.stringMatching(/\S/) });
    if (name.test(stop.name)) return stops;
  }
  throw new Error(`Tab does not lead to ${name}: ${JSON.stringify(stops)}`);
}

async function passGate(address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect.poll(async () => (await focused()).name).toBe('I am 18 or older');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(false);
}

test('through the gate, the search, a video and its keys, without a mouse', async () => {
  await passGate(site);
  await tabTo(/Search videos/);
  await page.keyboard.type('upright chart');
  await page.keyboard.press('Enter');
  await page.getByText('1 result', { exact: true }).waitFor();
  await tabTo(/An upright test chart/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'An upright test chart' }).waitFor();

  const video = page.locator('video');
  const is = (name: 'muted' | 'paused') => video.evaluate((element, key) => Reflect.get(element, key), name);
  // Until our controls load, the browser handles the keys.
  await page.locator('media-play-button').waitFor({ state: 'attached' });
  const mutedBefore = await is('muted');
  await page.keyboard.press('m');
  await expect.poll(() => is('muted')).toBe(!mutedBefore);
  // The browser may have allowed autoplay or not.
  const pausedBefore = await is('paused');
  await page.keyboard.press('k');
  await expect.poll(() => is('paused')).toBe(!pausedBefore);
  if (pausedBefore) await page.keyboard.press('k');
  await expect.poll(() => is('paused')).toBe(true);
  const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await page.keyboard.press('5');
  await expect.poll(time).toBeGreaterThan(1);
  await page.keyboard.press('0');
  await expect.poll(time).toBe(0);
  // Arrows scroll the page, except on the player's controls.
  await tabTo(/play|pause/i);
  await page.keyboard.press('ArrowRight');
  await expect.poll(time).toBeGreaterThan(1);
  await tabTo(/^Share/);
  await page.keyboard.press('Enter');
  await page.getByText('Link copied!').first().waitFor();
  // One of the related videos lacks its picture.
  expect(visitor.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test.each(['/category/odd-shapes', '/library'])(
  '%s: every stop has a name and can be seen',
  async (address) => {
    await passGate(site + address);
    const stops = await tabTo(/submit a DMCA takedown request/i);
    expect(stops.length).toBeGreaterThan(10);
  },
);
