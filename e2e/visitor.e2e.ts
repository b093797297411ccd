import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openVisitor, type Visitor, type VisitorOptions } from '../packages/web/test/browser.ts';
import { demoSite } from './demo.ts';

const { site, awkward } = await demoSite();

async function passGate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I am 18 or older' }).click();
}

async function withVisitor(
  use: (visitor: Visitor) => Promise<void>,
  options: Partial<VisitorOptions> = {},
): Promise<void> {
  const visitor = await openVisitor({ origin: site, ...options });
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

      const title = ((await page.locator('main h3').nth(3).textContent()) ?? '').trim();
      const word = title.split(/[^\p{L}\p{N}]+/u).sort((a, b) => b.length - a.length)[0] ?? '';
      await page.getByPlaceholder('Search videos...').fill(word);
      await page.getByPlaceholder('Search videos...').press('Enter');
      await page.getByRole('heading', { name: 'Search Results' }).waitFor();
      expect(new URL(page.url()).searchParams.get('search')).toBe(word);
      await page.getByRole('link', { name: title }).first().click();

      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      // A related video under the pointer shows its preview.
      const video = page.locator('video').first();
      await video.evaluate((element: HTMLVideoElement) => {
        element.muted = true;
        return element.play();
      });
      const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
      await expect.poll(timeOf, { timeout: 20_000 }).toBeGreaterThan(1);
      expect(await video.evaluate((element: HTMLVideoElement) => element.error)).toBeNull();

      await page.reload();
      expect(await page.getByRole('dialog').isVisible()).toBe(false);
      expect(complaints).toEqual([]);
    });
  });

  test('pages, categories and the way back work by links, in both themes, on a phone too', async () => {
    for (const size of [
      { width: 360, height: 740 },
      { width: 1440, height: 900 },
    ]) {
      await withVisitor(async ({ page, complaints }) => {
        await page.goto(site);
        await passGate(page);
        await page.getByRole('link', { name: 'Page 2' }).click();
        await page.waitForURL(/page=2/);
        await expect.poll(() => page.locator('[aria-current="page"]').allInnerTexts()).toContain('2');
        await page.goBack();
        await page.waitForURL((url) => !url.search);
        await page.locator('main a[href^="/category/"]').first().click();
        await page.getByText(/videos in this category$/).waitFor();
        const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
        const before = await theme();
        await page.getByRole('button', { name: /theme/i }).first().click();
        expect(await theme()).not.toBe(before);
        await page.reload();
        expect(await theme()).not.toBe(before);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(sideways).toBe(false);
        expect(complaints).toEqual([]);
      }, size);
    }
  });

  test('without JavaScript there is the content, a search form and a plain player', async () => {
    await withVisitor(
      async ({ page }) => {
        await page.goto(site);
        await page.locator('noscript input[type=checkbox], input.age-checkbox').first().check();
        expect(await page.locator('main a[href^="/video/"]').count()).toBeGreaterThanOrEqual(24);
        await page.locator('main a[href^="/video/"]').first().click();
        expect(await page.locator('video[controls]').count()).toBe(1);
      },
      { hasScript: false },
    );
  });
});

describe('the demo, as a search engine has it', () => {
  const get = async (address: string) => {
    const response = await fetch(new URL(address, site));
    return { response, status: response.status, html: await response.text() };
  };
  const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
  const jsonLd = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap((match) => {
      const parsed = JSON.parse(match[1] ?? '') as { '@type': string } | { '@type': string }[];
      return parsed;
    });

  /** By the name of the default domain. */
  const ownOrigin = () => site.replace('//127.0.0.1', '//localhost');

  test('home has its content, its head and its structured data', async () => {
    const { status, html, response } = await get('/');
    expect(status).toBe(200);
    expect(html.match(/href="\/video\//g)?.length).toBeGreaterThanOrEqual(24);
    expect(attribute(html, /<title>([^<]+)<\/title>/)).toBeTruthy();
    expect(attribute(html, /<meta name="description" content="([^"]+)"/)).toBeTruthy();
    expect(attribute(html, /<link rel="canonical" href="([^"]+)"/)).toBe(`${ownOrigin()}/`);
    for (const name of ['og:title', 'og:description', 'og:url', 'twitter:card']) expect(html).toContain(name);
    expect(jsonLd(html).map((one) => one['@type'])).toContain('WebSite');
    expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|nonce/);
    expect(html).not.toMatch(/ style="/);
    expect(html).toMatch(/RTA-5042-1996-1400-1577-RTA/);
  });

  test('a video has its content and VideoObject; every address in it answers', async () => {
    const list = (await (await fetch(`${site}/api/videos`)).json()) as {
      videos: { id: string; title: string }[];
    };
    const [video] = list.videos;
    const { status, html } = await get(`/video/${video?.id}`);
    expect(status).toBe(200);
    expect(html).toMatch(/<video[^>]+controls/i);
    const object = jsonLd(html).find((one) => one['@type'] === 'VideoObject') as
      | Record<string, string>
      | undefined;
    expect(object).toMatchObject({ name: video?.title, duration: expect.stringMatching(/^PT/) });
    // The film's lasting address is for search engines only.
    for (const [key, expected] of [
      ['thumbnailUrl', 200],
      ['contentUrl', 403],
    ] as const) {
      const address = [object?.[key] ?? ''].flat()[0] ?? '';
      expect([key, (await fetch(address, { method: 'HEAD' })).status]).toEqual([key, expected]);
    }
    const picture = attribute(html, /<meta property="og:image" content="([^"]+)"/);
    expect(picture).toBeTruthy();
  });

  test('a category has its videos; what is missing is missing with status 404', async () => {
    const categories = (await (await fetch(`${site}/api/categories`)).json()) as {
      slug: string;
      videoCount: number;
    }[];
    expect(categories.length).toBeGreaterThanOrEqual(8);
    const { status, html } = await get(`/category/${categories[0]?.slug}`);
    expect(status).toBe(200);
    expect(html).toContain(`${categories[0]?.videoCount} videos in this category`);
    expect(jsonLd(html).map((one) => one['@type'])).toContain('CollectionPage');

    const missing = await get('/video/no-such-video');
    expect(missing.status).toBe(404);
    expect(missing.html).toContain('Video Not Found');
    expect((await get('/category/no-such-category')).html).toContain('Category Not Found');
    const nowhere = await get('/no/such/place/at/all');
    expect(nowhere.status).toBe(404);
    expect(nowhere.html).toContain('404 Page Not Found');
  });

  test('a keyword has its head and its structured data, a video its player', async () => {
    const { html } = await get('/de/ruhige-muster');
    expect(attribute(html, /<title>([^<]+)<\/title>/)).toContain('Ruhige Muster');
    expect(attribute(html, /<meta name="description" content="([^"]+)"/)).toBe(
      'Muster, die sich langsam verändern.',
    );
    expect(attribute(html, /<meta name="keywords" content="([^"]+)"/)).toContain('ruhige muster');
    expect(attribute(html, /<link rel="canonical" href="([^"]+)"/)).toBe(`${ownOrigin()}/de/ruhige-muster`);
    expect(html).toMatch(/property="og:title"/);
    expect(jsonLd(html).map((one) => one['@type'])).toContain('CollectionPage');

    const { id, videoUrl } = (await (await fetch(`${site}/api/videos/${awkward.thousand}`)).json()) as {
      id: string;
      videoUrl: string;
    };
    const page = (await get(`/video/${id}`)).html;
    const player = /<video[^>]*>/i.exec(page)?.[0] ?? '';
    expect(player).toContain(`src="${videoUrl}"`);
    expect(player).toMatch(/controls=""/);
    expect(player).toMatch(/controlslist="[^"]*nodownload/i);
    // A poster attribute would load behind the age gate too, so the picture is under the video.
    expect(player).not.toContain('poster=');
    expect(page).toMatch(/<img [^>]*src="\/media\/[^"]+"[^>]* fetchPriority="high"/);
    expect(page).toMatch(new RegExp(`<a href="${videoUrl}\\?download" download`));
  });

  test('scripts and styles come packed, and are kept for good', async () => {
    const { html } = await get('/');
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const { headers } = await fetch(site + file, { headers: { 'accept-encoding': 'br' } });
      expect([file, headers.get('content-encoding')]).toEqual([file, 'br']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('every visitor gets the same page, which may be kept', async () => {
    const one = await get('/');
    const other = await fetch(site, {
      headers: { cookie: 'age_confirmed=1; theme=light', 'user-agent': 'Other/1' },
    });
    expect(await other.text()).toBe(one.html);
    expect(one.response.headers.get('cache-control')).toMatch(/^public/);
    expect(one.response.headers.get('set-cookie')).toBeNull();
  });

  test.each([
    '/?page=0',
    '/?page=abc',
    '/?page=99999999999999',
    '/%',
    '/video/%ff',
    '/?search=%00',
    `/${'a/'.repeat(300)}`,
  ])('%s is refused or missing, never a fault of ours', async (address) => {
    const { status } = await get(address);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});
