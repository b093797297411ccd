import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openBeforeScript, searchField, startPlaying, type Visitor } from './browser.ts';
import type { Harness } from './harness.ts';
import { expectNoShifts } from './layout-shifts.ts';
import { testCases } from './test-cases.ts';

/** What visitors do: the gate, the lists, a video, and what goes wrong. */
testCases({
  'the gate stands before everything and is remembered': { as: { isAdult: false }, run: passGate },
  'the gate can be left': { as: { isAdult: false }, run: leaveGate },
  'nothing of a video is fetched or counted before the gate': {
    as: { isAdult: false },
    run: gateBeforeVideo,
  },
  'without script everything can be reached': {
    as: { isAdult: false, hasScript: false },
    run: useWithoutScript,
  },
  'a visitor goes to a video and back': { run: goAndReturn },
  'typing searches, and Back leaves the search': { run: typeAndReturn },
  'typing before hydration is not lost': { run: typeEarly },
  'pages of the list are links with addresses': { run: turnPages },
  'the theme is kept': { run: keepTheme },
  'a toast comes and goes': { run: shareTwice },
  'a video plays on through the renewal of its address': { run: playThroughRenewal },
  'a video plays from its own address when signing fails': { run: playUnsigned },
  'a video that cannot be played says so': { run: breakVideo },
  'an unknown address and the current link': { run: visitUnknown },
  'a lost call can be tried again': { run: loseCall },
  'controls have tooltips': { run: seeTooltips },
  'a lost connection is said': { run: loseConnection },
  'a page whose code does not come says so': { run: losePage },
  'inspecting and copying are made harder': { run: meetDeterrents },
  'nothing moves while pages load': { run: measureShifts },
});

async function passGate({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  const gate = page.getByRole('dialog', { name: 'This site is for adults only' });
  assert.ok(await gate.isVisible());
  assert.equal(await page.locator('#root').isVisible(), false);
  assert.match((await page.locator('#root').textContent()) ?? '', /Latest Vesper Videos/);
  await page.waitForFunction(() => document.activeElement?.textContent === 'I am 18 or older');
  for (const key of ['Escape', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => document.activeElement?.closest('#root')), null);
  }
  assert.ok(await gate.isVisible());
  await page.getByRole('button', { name: 'I am 18 or older' }).press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  // The page comes in parts.
  await page.getByRole('heading', { name: 'Latest Vesper Videos' }).waitFor();
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'age_confirmed');
  assert.equal(cookie?.value, '1');
  assert.equal(cookie?.sameSite, 'Lax');
  await page.reload();
  assert.equal(await gate.isVisible(), false);
  await page.context().clearCookies();
  await page.reload();
  assert.equal(await gate.isVisible(), false);
}

async function leaveGate({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('about:blank');
}

async function gateBeforeVideo({ origin, api, requests }: Harness, page: Page): Promise<void> {
  await page.goto(`${origin}/video/video-3`);
  await page.waitForLoadState('networkidle');
  assert.deepEqual(
    requests.filter((url) => url.includes('.mp4') || url.startsWith('/api/')),
    [],
  );
  await page.getByRole('button', { name: 'I am 18 or older' }).click();
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  await page.waitForLoadState('networkidle');
  const asked = api.calls
    .filter((call) => call.includes('video-3'))
    .slice(-4)
    .toSorted();
  assert.deepEqual(asked, [
    'GET /api/videos/video-3',
    'GET /api/videos/video-3/signed-url',
    'GET /api/videos/video-3/thumbnail-signed-url',
    'POST /api/videos/video-3/view',
  ]);
  assert.match((await page.locator('video').getAttribute('poster')) ?? '', /signed$/);
}

async function useWithoutScript({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  assert.equal(await page.locator('#root').isVisible(), false);
  assert.equal(await page.getByRole('button', { name: 'Leave' }).isVisible(), false);
  await page.getByLabel('I am 18 or older').check();
  assert.ok(await page.getByRole('heading', { name: 'Latest Vesper Videos' }).isVisible());
  assert.equal(await page.getByRole('button', { name: 'Switch between' }).isVisible(), false);
  await searchField(page).fill('julia');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(`${origin}/?search=julia`);
  await page.getByLabel('I am 18 or older').check();
  await page.getByText('Julia set, slowly turning (1)').click();
  await page.waitForURL(`${origin}/video/video-0`);
  assert.equal(await page.locator('video').getAttribute('controls'), '');
}

async function goAndReturn({ origin, api, requests }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  await page.mouse.wheel(0, 900);
  await page.waitForFunction(() => window.scrollY > 700);
  const card = page.getByRole('link', { name: 'Mandelbrot, a long way down the seahorse valley (14)' });
  await card.hover();
  await page.waitForFunction(
    () => performance.getEntriesByName(`${location.origin}/api/videos/video-13`).length > 0,
  );
  const before = await page.evaluate(() => window.scrollY);
  await card.click();
  await page.getByRole('heading', { level: 1, name: 'Mandelbrot' }).waitFor();
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  await page.waitForFunction(() => document.title.startsWith('Mandelbrot'));
  // The title changes with the address, the rest once the video is there.
  const canonical = `${origin.replace('//127.0.0.1', '//vesper.example')}/video/video-13`;
  await page.locator(`link[rel=canonical][href="${canonical}"]`).waitFor({ state: 'attached' });
  assert.equal(await page.locator('script[type="application/ld+json"]').count(), 2);
  assert.equal(requests.filter((url) => url === '/').length, 1);
  const asked = api.calls.filter((call) => call === 'GET /api/videos?page=1&limit=24').length;
  await page.goBack();
  await page.getByRole('heading', { name: 'Latest Vesper Videos' }).waitFor();
  await page.waitForFunction((place) => Math.abs(window.scrollY - place) < 5, before);
  await page.waitForFunction(() => document.title === 'Vesper: free videos for adults');
  assert.equal(api.calls.filter((call) => call === 'GET /api/videos?page=1&limit=24').length, asked);
}

async function typeAndReturn({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  const box = searchField(page);
  await box.pressSequentially('jul');
  await page.waitForURL(`${origin}/?search=jul`);
  await box.pressSequentially('ia');
  await page.waitForURL(`${origin}/?search=julia`);
  await page.getByText('27 results').waitFor();
  assert.equal(await box.inputValue(), 'julia');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search');
  await box.press('Enter');
  await page.getByRole('link', { name: 'Show more results' }).click();
  await page.waitForURL(`${origin}/?search=julia&page=2`);
  await page.getByRole('link', { name: 'Previous results' }).waitFor();
  await page.goBack();
  await page.waitForURL(`${origin}/?search=julia`);
  await page.goBack();
  await page.waitForURL(`${origin}/`);
  await page.getByRole('heading', { name: 'Latest Vesper Videos' }).waitFor();
  assert.equal(await box.inputValue(), '');
  await page.goForward();
  await page.getByText('27 results').waitFor();
  assert.equal(await box.inputValue(), 'julia');
  await box.fill('zzzz');
  await page.getByText('No videos found').waitFor();
  await page.getByRole('button', { name: 'Clear search', exact: true }).click();
  await page.waitForURL(`${origin}/`);
  assert.equal(await box.inputValue(), '');
  await page.goto(`${origin}/?search=50%2525%20%26%20more`);
  assert.equal(await box.inputValue(), '50%25 & more');
}

async function typeEarly({ origin }: Harness, page: Page): Promise<void> {
  const arrive = await openBeforeScript(page, origin);
  await searchField(page).pressSequentially('julia');
  arrive();
  await page.waitForURL(`${origin}/?search=julia`);
  assert.equal(await searchField(page).inputValue(), 'julia');
}

async function turnPages({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  await page.getByRole('link', { name: 'Page 3' }).click();
  await page.waitForURL(`${origin}/?page=3`);
  await page.waitForFunction(() => window.scrollY === 0);
  assert.equal(await page.getByRole('link', { name: 'Page 3' }).getAttribute('aria-current'), 'page');
  await page.waitForFunction(() => document.title.endsWith('Page 3'));
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL(`${origin}/?page=4`);
  await page.reload();
  assert.equal(await page.getByRole('link', { name: 'Page 4' }).getAttribute('aria-current'), 'page');
  await page.getByRole('link', { name: 'Tilings' }).first().click();
  await page.getByText('30 videos in this category').waitFor();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.waitForURL(`${origin}/category/tilings?page=2`);
}

async function keepTheme({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await page.getByRole('button', { name: 'Switch between light and dark theme' }).click();
  assert.equal(await theme(), 'light');
  assert.equal(await page.evaluate(() => localStorage.getItem('theme')), 'light');
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.documentElement.dataset.js !== undefined);
  assert.equal(await theme(), 'light');
}

async function shareTwice({ origin }: Harness, page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${origin}/video/video-3`);
  const share = page.getByRole('button', { name: 'Share' });
  const toast = page.locator('li.toast');
  await share.click();
  await toast.waitFor();
  assert.equal(await toast.textContent(), 'Link copied!Video link copied to clipboard');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${origin}/video/video-3`);
  await share.click();
  assert.equal(await toast.count(), 1);
  await page.keyboard.press('F8');
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'OL');
  await share.focus();
  await page.mouse.move(5, 400);
  await toast.waitFor({ state: 'detached' });
}

async function playThroughRenewal({ origin, api }: Harness, page: Page): Promise<void> {
  api.signedForSeconds = 12;
  await page.goto(`${origin}/video/video-3`);
  const source = () => page.evaluate(() => document.querySelector('video')!.currentSrc);
  const time = () => page.evaluate(() => document.querySelector('video')!.currentTime);
  await startPlaying(page);
  await page.waitForFunction(() => document.querySelector('video')!.currentSrc.includes('signed'));
  const first = await source();
  await page.waitForFunction((url) => document.querySelector('video')!.currentSrc !== url, first);
  await page.waitForFunction(() => document.querySelector('video')!.readyState >= 2);
  const after = await time();
  assert.ok(after > 3, `plays on at ${after} seconds`);
  await page.waitForFunction((place) => document.querySelector('video')!.currentTime > place + 0.2, after);
  await page.evaluate(() => document.querySelector('video')!.pause());
  const second = await source();
  await page.waitForFunction((url) => document.querySelector('video')!.currentSrc !== url, second);
  assert.ok(await page.evaluate(() => document.querySelector('video')!.paused));
}

async function playUnsigned({ origin, api }: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  api.signedForSeconds = null;
  await page.goto(`${origin}/video/video-3`);
  await startPlaying(page);
  assert.equal(
    await page.evaluate(() => document.querySelector('video')!.currentSrc),
    `${origin}/media/clip.mp4`,
  );
  // The browser itself writes a line for each refused call.
  assert.ok(complaints.splice(0).every((text) => text.includes('503')));
}

async function breakVideo(
  { origin, catalogue }: Harness,
  page: Page,
  { complaints }: Visitor,
): Promise<void> {
  catalogue.videos[20]!.videoUrl = '/media/gone.webm';
  await page.goto(`${origin}/video/video-20`);
  await page.getByText('This video cannot be played right now.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Try again' }).isVisible());
  assert.ok(complaints.splice(0).every((text) => text.includes('404')));
}

async function visitUnknown({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  await page.getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Admin' }).getAttribute('aria-current'), 'page');
  await page.waitForFunction(() => document.title.startsWith('404'));
  assert.equal(await page.locator('link[rel=canonical]').count(), 0);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('heading', { name: 'Latest Vesper Videos' }).waitFor();
}

async function loseCall({ origin }: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  await page.goto(origin);
  await page.route('**/api/videos?*', (route) => route.abort());
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.unroute('**/api/videos?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Rule 110 from a single cell (33)').waitFor();
  assert.ok(complaints.splice(0).every((text) => text.includes('ERR_FAILED') || text.includes('failed')));
}

async function measureShifts({ origin }: Harness, page: Page): Promise<void> {
  for (const path of ['/', '/video/video-11', '/category/fractals']) {
    await page.goto(origin + path);
    await page.waitForLoadState('networkidle');
    await expectNoShifts(page, path);
  }
}

/** Radix's own clock: nothing before 700 ms, then the text; the next control's at once. */
async function seeTooltips({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  const tip = (text: string) => page.locator('[data-radix-popper-content-wrapper]', { hasText: text });
  await page.getByRole('button', { name: 'Switch between' }).hover();
  await tip('Switch theme').waitFor();
  await page.getByRole('link', { name: 'Admin' }).hover();
  await tip('Back office').waitFor();
  await page.mouse.move(300, 500, { steps: 4 });
  await tip('Back office').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Switch between' }).focus();
  await page.keyboard.press('Shift+Tab');
  await tip('Back office').waitFor();
  await page.keyboard.press('Escape');
  await tip('Back office').waitFor({ state: 'detached' });
}

async function loseConnection({ origin }: Harness, page: Page, { context }: Visitor): Promise<void> {
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
}

async function meetDeterrents({ origin }: Harness, page: Page): Promise<void> {
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  const isRefused = (type: string, init: object, selector = 'main') =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, [name, options]) =>
          !element.dispatchEvent(
            name === 'keydown'
              ? new KeyboardEvent(name, { bubbles: true, cancelable: true, ...options })
              : new MouseEvent(name, { bubbles: true, cancelable: true }),
          ),
        [type, init] as const,
      );
  assert.ok(await isRefused('contextmenu', {}));
  assert.ok(await isRefused('dragstart', {}, 'main img'));
  assert.equal(await isRefused('contextmenu', {}, 'input[type=search]'), false);
  for (const key of ['I', 'J', 'C']) {
    assert.ok(await isRefused('keydown', { key, code: `Key${key}`, ctrlKey: true, shiftKey: true }), key);
    assert.ok(
      await isRefused('keydown', { key: '\u02c6', code: `Key${key}`, metaKey: true, altKey: true }),
      key,
    );
    assert.equal(
      await isRefused('keydown', { key: key.toLowerCase(), code: `Key${key}`, ctrlKey: true }),
      false,
    );
  }
  assert.ok(await isRefused('keydown', { key: 'F12', code: 'F12' }));
  assert.ok(await isRefused('keydown', { key: 'u', code: 'KeyU', ctrlKey: true }));
  assert.equal(await isRefused('keydown', { key: 'Tab', code: 'Tab' }), false);
  assert.ok(warnings.some((text) => text.includes('Video sources are protected')));
}

/** As after an update: the files of the open tab's version are gone. */
async function losePage({ origin }: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  let asked = 0;
  await page.route('**/assets/terms-*.js', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Load again' }).isVisible());
  assert.ok(asked < 10, `${asked} tries`);
  await page.unroute('**/assets/terms-*.js');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('heading', { name: 'Latest Vesper Videos' }).waitFor();
  complaints.length = 0;
}
