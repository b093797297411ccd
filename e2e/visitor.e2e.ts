import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openVisitor, startPlaying, type Visitor } from '../packages/web/test/browser.ts';
import { demoSite } from './demo.ts';

const { site } = await demoSite();

async function passGate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I am 18 or older' }).click();
}

async function withVisitor(use: (visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await openVisitor({ origin: site });
  try {
    await use(visitor);
  } finally {
    await visitor.context.close();
  }
}

describe('the demo, as a visitor has it', () => {
  test('a visitor passes the gate, searches, opens a video and watches it', async () => {
    await withVisitor(async ({ page, complaints }) => {
      await page.goto(site);
      await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true);
      // Behind the gate nothing is visible, focusable or readable.
      expect(await page.getByRole('link').count()).toBe(0);
      await passGate(page);
      await page.getByRole('heading', { name: /^Latest .* Videos$/ }).waitFor();
      const cards = page.locator('main a[href^="/video/"]');
      expect(await cards.count()).toBeGreaterThanOrEqual(24);

      // Other tests add videos without a film meanwhile.
      const [title, word] = ['Seen a thousand times', 'thousand'];
      await page.getByPlaceholder('Search videos...').fill(word);
      await page.getByPlaceholder('Search videos...').press('Enter');
      await page.getByRole('heading', { name: 'Search Results' }).waitFor();
      expect(new URL(page.url()).searchParams.get('search')).toBe(word);
      await page.getByRole('link', { name: title }).first().click();

      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await startPlaying(page);

      await page.reload();
      expect(await page.getByRole('dialog').isVisible()).toBe(false);
      expect(complaints).toEqual([]);
    });
  });
});

describe('the demo, as any client has it', () => {
  test('scripts and styles come packed, and are kept for good', async () => {
    const html = await (await fetch(site)).text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const { headers } = await fetch(site + file, { headers: { 'accept-encoding': 'br' } });
      expect([file, headers.get('content-encoding')]).toEqual([file, 'br']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('every visitor gets the same page, which may be kept', async () => {
    const one = await fetch(site);
    const other = await fetch(site, {
      headers: { cookie: 'age_confirmed=1; theme=light', 'user-agent': 'Other/1' },
    });
    expect(await other.text()).toBe(await one.text());
    expect(one.headers.get('cache-control')).toMatch(/^public/);
    expect(one.headers.get('set-cookie')).toBeNull();
  });

  test.each([
    '/?page=abc',
    '/?page=99999999999999',
    '/%',
    '/video/%ff',
    '/?search=%00',
    `/${'a/'.repeat(300)}`,
  ])('%s is refused or missing, never a fault of ours', async (address) => {
    const { status } = await fetch(new URL(address, site));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});
