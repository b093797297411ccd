import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeVideo } from '../test/factories.ts';
import { loseListeners } from '../test/lose-listeners.ts';
import { startTestSite, type TestSite } from '../test/site.ts';
import { uncached } from '../test/uncached.ts';

/** With a stopped clock nothing cached becomes stale. */

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await makeVideo(site.base.db, { category: 'Charts' });
});
afterAll(() => site.close());
afterEach(() => vi.restoreAllMocks());

/** Bypasses the page cache. */
async function page(): Promise<string> {
  return (await fetch(site.url + uncached('/category/charts'))).text();
}

function stopClock(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
}

async function rename(category: string, siteName: string): Promise<void> {
  const { db } = site.base;
  await sql`update categories set name = ${category} where slug = 'charts'`.execute(db);
  await sql`update domains set site_name = ${siteName} where is_default`.execute(db);
}

async function expectShown(category: string, siteName: string): Promise<void> {
  const shows = async () => {
    const html = await page();
    expect([html.includes(category), html.includes(siteName)]).toEqual([true, true]);
  };
  await vi.waitFor(shows, { timeout: 20_000, interval: 20 });
}

test('pages show a renamed category and site once notified', async () => {
  stopClock();
  await page();
  await rename('Diagrams', 'First Channel');
  await expectShown('Diagrams', 'First Channel');
  await rename('Gradients', 'Second Channel');
  await expectShown('Gradients', 'Second Channel');
});

test('pages show what was renamed while notifications were lost', async () => {
  stopClock();
  await page();
  await loseListeners(site.base.db);
  await rename('Spirals', 'Third Channel');
  await expectShown('Spirals', 'Third Channel');
});
