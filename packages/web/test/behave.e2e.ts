import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { followLink, openBeforeScript, openHydrated, searchField, type Visitor } from './browser.ts';
import type { Harness } from './harness.ts';
import { testCases } from './test-cases.ts';

/** The gate, the lists, a video, and what goes wrong. */
testCases({
  'the gate stands before everything and is remembered': { as: { isAdult: false }, run: passGate },
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
  'the header searches': { run: searchFromHeader },
  'loading answers have skeletons': { run: waitForAnswers },
  'a lost call can be tried again': { run: loseCall },
  'a lost connection is announced': { run: loseConnection },
  'a page whose code cannot be loaded says so': { run: losePage },
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
  // The rest of the head follows once the video is there.
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
  await page.goBack();
  await page.waitForURL(`${origin}/`);
  await page.getByRole('heading', { name: 'Latest Vesper Videos' }).waitFor();
  assert.equal(await box.inputValue(), '');
  await box.fill('zzzz');
  await page.getByText('No videos found').waitFor();
  await page.getByRole('button', { name: 'Clear search', exact: true }).click();
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/?search=50%2525%20%26%20more`);
  assert.equal(await box.inputValue(), '50%25 & more');
}

async function typeEarly({ origin }: Harness, page: Page, { context }: Visitor): Promise<void> {
  const arrive = await openBeforeScript(page, origin);
  await searchField(page).pressSequentially('julia');
  // On a slow phone the suggestions' code arrives while React hydrates.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  arrive();
  await page.waitForURL(`${origin}/?search=julia`);
  // React draws the field a moment after the address has changed.
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('main [name="search"]')?.value === 'julia',
  );
}

async function searchFromHeader({ origin, requests }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  assert.equal(await searchField(page.locator('header')).count(), 0);
  await openHydrated(page, `${origin}/video/video-3`);
  await page.getByRole('link', { name: 'Vesper' }).first().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('julia');
  await page.keyboard.press('Enter');
  await page.getByText('27 results').waitFor();
  assert.equal(page.url(), `${origin}/?search=julia`);
  // The page was changed, not loaded.
  assert.equal(requests.filter((url) => url.startsWith('/?search=')).length, 0);
}

async function waitForAnswers({ origin }: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  await page.route(/\/api\//, () => {});
  // Served without answers, the page asks for them itself.
  await page.route(origin, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(<script[^>]*id="state"[^>]*>).*?(<\/script>)/s, '$1[]$2');
    await route.fulfill({ response, body });
  });
  await page.goto(origin);
  await page.locator('header').getByText('Loading...').waitFor();
  // React found a different page from the served one.
  complaints.length = 0;
  await page.unroute(origin);
  await openHydrated(page, `${origin}/terms`);
  const skeletons = (name: string) => page.locator(`[data-skeleton="${name}"] > *`);
  await followLink(page, `${origin}/`);
  await skeletons('videos').nth(9).waitFor();
  assert.deepEqual([await skeletons('videos').count(), await skeletons('categories').count()], [10, 8]);
  for (const path of ['/category/tilings', '/en/calm']) {
    await followLink(page, origin + path);
    await skeletons('videos').nth(9).waitFor();
  }
  await followLink(page, `${origin}/video/video-3`);
  await page.locator('[data-skeleton="video"]').waitFor();
}

async function loseCall({ origin }: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  await openHydrated(page, origin);
  await page.route('**/api/videos?*', (route) => route.abort());
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  await page.unroute('**/api/videos?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Rule 110 from a single cell (33)').waitFor();
  assert.ok(complaints.splice(0).every((text) => text.includes('ERR_FAILED') || text.includes('failed')));
}

async function loseConnection(
  { origin }: Harness,
  page: Page,
  { context, complaints }: Visitor,
): Promise<void> {
  await openHydrated(page, origin);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  // Pictures may still have been loading.
  assert.deepEqual(
    complaints.splice(0).filter((text) => !/ERR_INTERNET_DISCONNECTED|\.svg failed$/.test(text)),
    [],
  );
}

/** As after an update: the files of the open tab's version are gone. */
async function losePage({ origin }: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  await openHydrated(page, origin);
  await page.waitForLoadState('networkidle');
  let asked = 0;
  await page.route('**/assets/terms-*.js', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Reload' }).isVisible());
  assert.ok(asked < 10, `${asked} tries`);
  await page.unroute('**/assets/terms-*.js');
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('heading', { name: 'Latest Vesper Videos' }).waitFor();
  complaints.length = 0;
}
