import { expect, test } from 'vitest';
import { openVisitor, startPlaying } from '../packages/web/test/browser.ts';
import { demoSite } from './demo.ts';

const { site } = await demoSite();

test('a visitor passes the gate, searches, opens a video and watches it', async () => {
  const { page, context, complaints } = await openVisitor({ origin: site });
  try {
    await page.goto(site);
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true);
    // Behind the gate nothing is visible, focusable or readable.
    expect(await page.getByRole('link').count()).toBe(0);
    await page.getByRole('button', { name: 'I am 18 or older' }).click();
    await page.getByRole('heading', { name: /^Latest .* Videos$/ }).waitFor();
    expect(await page.locator('main a[href^="/video/"]').count()).toBeGreaterThanOrEqual(24);

    // Other tests add videos without a film meanwhile.
    const [title, word] = ['Spirograph in stereo', 'Spirograph'];
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
  } finally {
    await context.close();
  }
});
