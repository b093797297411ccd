import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openHydrated,
  openVisitor,
  type Visitor,
  type VisitorOptions,
} from '../packages/web/test/browser.ts';
import { demoSite } from './demo.ts';
import { vesper } from './programs.ts';

const { site, dataDir, awkward } = await demoSite();
const video = `${site}/video/${awkward.thousand}`;

/** A second domain of the same site, with every switch flipped. */
const QUIET = 'quiet.localhost';
const quietSite = `http://${QUIET}:${new URL(site).port}`;
beforeAll(async () => {
  await vesper(['domain', 'add', QUIET, 'theme.default=light', 'deterrents=no'], { DATA_DIR: dataDir });
});
afterAll(async () => {
  await vesper(['domain', 'remove', QUIET], { DATA_DIR: dataDir });
});

async function withVisitor(
  use: (page: Page, visitor: Visitor) => Promise<void>,
  options: Partial<VisitorOptions> = {},
): Promise<void> {
  const visitor = await openVisitor({ origin: site, isAdult: true, ...options });
  try {
    await use(visitor.page, visitor);
  } finally {
    await visitor.context.close();
  }
}

/** Stops the page's clock once its script has loaded; then `runFor` advances it. */
async function openWithStoppedClock(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await openHydrated(page, address);
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

describe('toasts', () => {
  const shown = (page: Page) => page.locator('.toast', { hasText: 'Link copied!' });
  const share = (page: Page) => page.getByRole('button', { name: 'Share' }).click();

  test('say that a link was copied, one at a time, for 5000 ms, at most 420 px wide', async () => {
    await withVisitor(async (page, { context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openWithStoppedClock(page, video);
      await share(page);
      await shown(page).getByText('Video link copied to clipboard').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(video);
      await share(page);
      await shown(page).waitFor();
      expect(await page.locator('.toast').count()).toBe(1);
      const width = await page
        .getByRole('region', { name: /notifications/i })
        .locator('ol')
        .evaluate((list) => [getComputedStyle(list).maxWidth, list.getBoundingClientRect().width]);
      expect(width).toEqual(['420px', 420]);

      await page.mouse.move(0, 0);
      await page.clock.runFor(4800);
      expect(await shown(page).isVisible()).toBe(true);
      await page.clock.runFor(400);
      await shown(page).waitFor({ state: 'detached' });
    });
  });

  test('are dismissed by a swipe to the right beyond 50 px, and F8 focuses them', async () => {
    await withVisitor(async (page) => {
      await openWithStoppedClock(page, video);
      await share(page);
      await shown(page).waitFor();
      await page.keyboard.press('F8');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[role=region]') !== null))
        .toBe(true);
      await swipe(page, shown(page), 45);
      expect(await shown(page).isVisible()).toBe(true);
      await swipe(page, shown(page), 60);
      await shown(page).waitFor({ state: 'detached' });
    });
  });
});

async function swipe(page: Page, toast: ReturnType<Page['locator']>, distance: number): Promise<void> {
  const box = await toast.boundingBox();
  if (!box) throw new Error('No toast to swipe.');
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y);
  await page.mouse.move(x + distance, y);
  await page.mouse.up();
}

test('tooltips wait 700 ms, and not at all within 300 ms after another', async () => {
  await withVisitor(async (page) => {
    await openWithStoppedClock(page, site);
    const tip = (text: string) => page.locator('[data-radix-popper-content-wrapper]', { hasText: text });
    const theme = page.getByRole('button', { name: 'Switch between' });
    const admin = page.getByRole('link', { name: 'Admin' });
    await theme.hover({ position: { x: 10, y: 10 } });
    // The first hover loads the tooltip's code.
    await page.locator('span[data-state="closed"][aria-hidden]').waitFor({ state: 'attached' });
    await theme.hover({ position: { x: 12, y: 12 } });
    await page.clock.runFor(650);
    expect(await tip('Switch theme').count()).toBe(0);
    await page.clock.runFor(100);
    await tip('Switch theme').waitFor();

    await page.mouse.move(300, 500, { steps: 4 });
    await tip('Switch theme').waitFor({ state: 'detached' });
    await page.clock.runFor(200);
    await admin.hover();
    await tip('Back office').waitFor();

    await page.mouse.move(300, 500, { steps: 4 });
    await tip('Back office').waitFor({ state: 'detached' });
    await page.clock.runFor(400);
    await theme.hover({ position: { x: 10, y: 10 } });
    await page.clock.runFor(650);
    expect(await tip('Switch theme').count()).toBe(0);
    await page.clock.runFor(100);
    await tip('Switch theme').waitFor();
  });
});

describe('deterrents', () => {
  const KEYS = [
    'F12',
    'Control+U',
    ...['I', 'J', 'C'].flatMap((key) => [`Control+Shift+${key}`, `Meta+Alt+${key}`]),
  ];

  /** Whether the page refused each key, a right click and a drag. */
  async function tryEverything(page: Page): Promise<Record<string, boolean>> {
    await page.evaluate(() => {
      const refused: boolean[] = [];
      Object.assign(window, { refused });
      const note = (event: Event) => {
        const isModifier = event instanceof KeyboardEvent && /^(Control|Shift|Meta|Alt)$/.test(event.key);
        if (!isModifier) refused.push(event.defaultPrevented);
      };
      for (const type of ['keydown', 'contextmenu', 'dragstart']) window.addEventListener(type, note);
    });
    for (const key of [...KEYS, 'k', 'Control+c']) await page.keyboard.press(key);
    await page.locator('main h1').click({ button: 'right' });
    await page.locator('main img').first().dispatchEvent('dragstart', { cancelable: true });
    const refused = await page.evaluate(() => Reflect.get(window, 'refused') as boolean[]);
    return Object.fromEntries(
      [...KEYS, 'k', 'copy', 'menu', 'drag'].map((name, at) => [name, refused[at] ?? false]),
    );
  }

  test('block developer-tool shortcuts, the menu and dragging, and warn in the console', async () => {
    await withVisitor(async (page) => {
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await page.goto(site);
      const warning = () => said.find((text) => /video sources are protected/i.test(text));
      await expect.poll(warning).toMatch(/unauthorized access is prohibited/i);
      expect(warning()).toMatch(/color: (red|#d00|#f00)/);
      const expected = [...KEYS, 'menu', 'drag'].map((name) => [name, true]);
      expect(await tryEverything(page)).toEqual({ ...Object.fromEntries(expected), k: false, copy: false });
    });
  });

  test('are off if the domain disables them', async () => {
    await withVisitor(
      async (page) => {
        const said: string[] = [];
        page.on('console', (message) => said.push(message.text()));
        await page.goto(quietSite, { waitUntil: 'networkidle' });
        expect(Object.values(await tryEverything(page))).not.toContain(true);
        expect(said).toEqual([]);
      },
      { origin: quietSite },
    );
  });
});

describe('theme', () => {
  const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
  const store = (page: Page, value: string) =>
    page.evaluate((text) => localStorage.setItem('theme', text), value);

  test('is dark by default, else as stored under "theme"', async () => {
    await withVisitor(async (page) => {
      await openHydrated(page, site);
      expect(await themeOf(page)).toBe('dark');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
      await page.getByRole('button', { name: 'Switch between' }).click();
      expect(await themeOf(page)).toBe('light');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
      await page.reload();
      expect(await themeOf(page)).toBe('light');
      await store(page, 'neither');
      await page.reload();
      expect(await themeOf(page)).toBe('dark');
    });
  });

  test("is the domain's default, unless one is stored", async () => {
    await withVisitor(
      async (page) => {
        await page.goto(quietSite);
        expect(await themeOf(page)).toBe('light');
        await store(page, 'dark');
        await page.reload();
        expect(await themeOf(page)).toBe('dark');
      },
      { origin: quietSite },
    );
  });
});
