import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { openHydrated, startPlaying, type Visitor } from './browser.ts';
import type { Harness } from './harness.ts';
import { testCases } from './test-cases.ts';

/** All that the browser may request here. */
const EXPECTED = [
  /^GET \/(video\/video-\d+|library)?$/,
  /^GET \/assets\/[\w-]+\.(js|css)$/,
  /^GET \/media\/(picture-\d+\.svg|missing\.svg|minute\.mp4)(\?signed(=\d+)?)?$/,
  /^GET \/(favicon\.ico|site\.webmanifest)$/,
  /^GET \/api\/(categories|domain-config)$/,
  /^GET \/api\/videos\?page=1&limit=24$/,
  /^GET \/api\/videos\/video-\d+(\/(related|signed-url|thumbnail-signed-url))?$/,
  /^POST \/api\/videos\/video-\d+\/view$/,
];

/** The visitor's library. */
testCases({
  'a watched video is continued from home': { run: watchAndContinue },
  'favourites and watch later are kept': { run: saveAndReload },
  'removing can be undone, clearing asks first': { run: removeAndClear },
  'an exported library comes back after a wipe': { run: exportWipeImport },
  'a private session records nothing': { run: watchPrivately },
  'two tabs show the same': { run: useTwoTabs },
  'hidden tags cover videos': { run: hideTags },
  'without a database the page works until it is left': { run: loseDatabase },
  'none of it reaches the server': { run: watchRequests },
});

async function watch(page: Page, origin: string, id: string): Promise<void> {
  await page.goto(`${origin}/video/${id}`);
  await startPlaying(page);
}

async function watchUntilKept(page: Page, origin: string, id: string): Promise<void> {
  await watch(page, origin, id);
  await page.waitForFunction(() => {
    if (!localStorage.getItem('library')?.includes('continue')) return false;
    // Or a slow machine would finish it.
    document.querySelector('video')!.pause();
    return true;
  });
}

async function save(page: Page, origin: string, id: string, ...buttons: string[]): Promise<void> {
  await page.goto(`${origin}/video/${id}`);
  for (const name of buttons) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
  }
}

async function openShelf(page: Page, origin: string, name: string): Promise<void> {
  if (!page.url().startsWith(`${origin}/library`)) await openHydrated(page, `${origin}/library`);
  await page.getByRole('tab', { name }).click();
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

function titles(page: Page): Promise<string[]> {
  return page.getByRole('tabpanel').getByRole('heading', { level: 3 }).allTextContents();
}

/** A list is read from the browser's database. */
async function expectTitles(page: Page, ...wanted: string[]): Promise<void> {
  for (const title of wanted) await page.getByRole('tabpanel').getByText(title).first().waitFor();
  assert.deepEqual(await titles(page), wanted);
}

async function watchAndContinue({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  const row = page.getByRole('region', { name: 'Continue watching' });
  assert.equal(await row.isVisible(), false);
  await watchUntilKept(page, origin, 'video-3');
  await page.getByRole('link', { name: 'Vesper', exact: true }).click();
  await row.getByRole('link', { name: 'Colour bars' }).waitFor();
  await page.reload();
  const card = row.getByRole('link', { name: 'Colour bars' });
  await card.waitFor();
  assert.match((await card.textContent()) ?? '', /Duration 0:12Watched [4-9]\d%/);
  assert.equal(await row.getByText('Less than a minute left').count(), 1);
  const inGrid = page.getByRole('region', { name: 'Latest Vesper Videos' }).getByText(/Watched \d+%/);
  assert.equal(await inGrid.count(), 1);
  await openShelf(page, origin, 'History');
  await expectTitles(page, 'Colour bars and a moving grey ramp (4)');
}

async function saveAndReload({ origin }: Harness, page: Page): Promise<void> {
  await save(page, origin, 'video-3', 'Favourite', 'Watch later');
  await page.getByRole('button', { name: 'Watch later', exact: true, pressed: true }).click();
  await page.getByRole('button', { name: 'Watch later', exact: true, pressed: false }).waitFor();
  await page.goto(origin);
  const card = page.getByRole('article').filter({ hasText: 'Rule 110 from a single cell (6)' });
  await card.hover();
  await card.getByRole('button', { name: 'Watch later: Rule 110' }).click();
  await card.getByRole('button', { pressed: true }).waitFor();
  await page.getByRole('link', { name: 'Library' }).click();
  await page.waitForURL(`${origin}/library`);
  await page.waitForFunction(() => document.title.startsWith('Your library'));
  await page.getByRole('tab', { name: 'Favourites' }).click();
  await page.waitForURL(`${origin}/library#favourites`);
  await expectTitles(page, 'Colour bars and a moving grey ramp (4)');
  await page.getByRole('tab', { name: 'Watch later' }).click();
  await page.reload();
  await page.getByRole('tab', { name: 'Watch later', selected: true }).waitFor();
  await expectTitles(page, 'Rule 110 from a single cell (6)');
}

async function removeAndClear({ origin }: Harness, page: Page): Promise<void> {
  for (const id of ['video-0', 'video-9']) await save(page, origin, id, 'Favourite');
  await openShelf(page, origin, 'Favourites 2');
  await page.getByRole('button', { name: 'Remove Julia set, slowly turning (10)' }).click();
  await page.getByRole('tab', { name: 'Favourites 1' }).waitFor();
  await page.getByText('Removed “Julia set, slowly turning (10)”').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Undo');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Favourites 2' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.ariaLabel?.startsWith('Remove Julia set'));
  await page.getByRole('button', { name: 'Clear list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clear the list “Favourites”?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await titles(page)).length, 2);
  await page.getByRole('button', { name: 'Clear list' }).click();
  await dialog.getByRole('button', { name: 'Clear list' }).click();
  await page.getByRole('heading', { name: 'No favourites yet' }).waitFor();
  assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? '', /^Favourites/);
}

async function exportWipeImport({ origin }: Harness, page: Page): Promise<void> {
  await save(page, origin, 'video-4', 'Favourite', 'Watch later');
  await page.getByRole('button', { name: 'Hide tags' }).click();
  // Left in the same moment.
  await page.getByRole('button', { name: 'Hide calm' }).evaluate((button) => {
    (button as HTMLElement).click();
    location.assign('/library');
  });
  await page.waitForURL(`${origin}/library`);
  await openShelf(page, origin, 'Favourites 1');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^library-\d{4}-\d\d-\d\d\.json$/);
  const file = await download.path();
  const text = readFileSync(file, 'utf8');
  assert.deepEqual(JSON.parse(text).hiddenTags[0].tag, 'calm');
  assert.equal(text.includes('/media/'), false);
  await wipe(page);
  for (const name of ['History', 'Favourites', 'Watch later', 'Hidden tags'])
    await page.getByRole('tab', { name: `${name} 0` }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('library')), null);
  await importText(page, text);
  for (const name of ['Watch later 1', 'Hidden tags 1']) await page.getByRole('tab', { name }).waitFor();
  await openShelf(page, origin, 'Favourites 1');
  // Pictures and tags come from the site.
  await page.getByRole('tabpanel').locator('img[src^="/media/"]').waitFor({ state: 'attached' });
  await page.getByRole('tabpanel').getByText('Hidden by your tag “calm”').waitFor();
}

async function wipe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Wipe everything' }).click();
  const dialog = page.getByRole('dialog', { name: 'Wipe your whole library?' });
  await dialog.getByRole('button', { name: 'Wipe everything' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

function importText(page: Page, text: string): Promise<void> {
  return page
    .getByLabel('Library file')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

async function watchPrivately({ origin }: Harness, page: Page, { context }: Visitor): Promise<void> {
  await openHydrated(page, `${origin}/library`);
  await page.getByRole('switch', { name: 'Private session' }).click();
  await page.getByRole('link', { name: 'Library, private session is on' }).waitFor();
  await watch(page, origin, 'video-3');
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 6);
  await page.getByRole('link', { name: 'Library, private session is on' }).click();
  await page.getByRole('heading', { name: 'No history yet' }).waitFor();
  const other = await context.newPage();
  await other.goto(`${origin}/library`);
  await other.getByRole('switch', { name: 'Private session', checked: false }).waitFor();
  await other.close();
  await page.getByRole('switch', { name: 'Private session', checked: true }).click();
  await watchUntilKept(page, origin, 'video-3');
}

async function useTwoTabs({ origin }: Harness, page: Page, { context }: Visitor): Promise<void> {
  await page.goto(`${origin}/video/video-3`);
  const library = await context.newPage();
  await library.goto(`${origin}/library#favourites`);
  await library.getByRole('heading', { name: 'No favourites yet' }).waitFor();
  const idle = await context.newPage();
  await idle.goto(`${origin}/video/video-3`);
  await page.getByRole('button', { name: 'Favourite' }).click();
  await library.getByRole('button', { name: 'Remove Colour bars' }).click();
  await page.getByRole('button', { name: 'Favourite', pressed: false }).waitFor();
  await library.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Favourite', pressed: true }).waitFor();
  // It had no library to read when it was opened.
  await idle.getByRole('button', { name: 'Favourite', pressed: true }).waitFor();
}

async function hideTags({ origin }: Harness, page: Page): Promise<void> {
  await watchUntilKept(page, origin, 'video-0');
  await openShelf(page, origin, 'Hidden tags');
  await page.getByLabel('Hide a tag').fill(' CALM ');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop hiding CALM' }).waitFor();
  await openShelf(page, origin, 'History');
  await page.getByRole('tabpanel').getByText('Hidden by your tag “CALM”').waitFor();
  await page.goto(origin);
  const row = page.getByRole('region', { name: 'Continue watching' });
  await row.getByText('Hidden by your tag “CALM”').waitFor();
  assert.equal(await row.getByRole('link').count(), 0);
  const first = page.getByRole('article').first();
  await first.getByText('Hidden by your tag “CALM”').waitFor();
  assert.ok(await first.locator('a').evaluate((link) => link.closest('[inert]') !== null));
  await first.getByRole('button', { name: 'Show' }).click();
  await first.getByRole('link').waitFor();
  assert.ok(await first.getByRole('link').evaluate((link) => link === document.activeElement));
  await page.goto(`${origin}/video/video-0`);
  await page.getByRole('button', { name: 'Hide tags' }).click();
  await page.getByRole('button', { name: 'Hide calm', pressed: true }).click();
  await page.goto(origin);
  await page.getByRole('article').first().getByRole('link').waitFor();
  assert.equal(await page.getByText('Hidden by your tag').count(), 0);
}

async function loseDatabase({ origin }: Harness, page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not here.', 'SecurityError');
    };
  });
  await save(page, origin, 'video-3', 'Favourite');
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByText('Your browser is not storing anything').waitFor();
  await page.getByRole('tab', { name: 'Favourites 1' }).waitFor();
  await page.reload();
  await page.getByRole('tab', { name: 'Favourites 0' }).waitFor();
}

async function watchRequests({ origin }: Harness, page: Page, { context }: Visitor): Promise<void> {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  // A minute long: a slow machine may reach the end of a shorter film first.
  await watchUntilKept(page, origin, 'video-12');
  for (const name of ['Favourite', 'Watch later']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
  }
  await openShelf(page, origin, 'Hidden tags');
  await page.getByLabel('Hide a tag').fill('quietsecret');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop hiding quietsecret' }).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('main').getByRole('searchbox').fill('test chart');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8');
  await wipe(page);
  await importText(page, text);
  await page.getByRole('tab', { name: 'History 1' }).waitFor();
  await page.goto(origin);
  await page.getByRole('region', { name: 'Continue watching' }).getByRole('link').waitFor();
  await page.waitForLoadState('networkidle');
  assert.ok(requests.length > 20);
  for (const request of requests) await assertHarmless(request, origin);
}

async function assertHarmless(request: Request, origin: string): Promise<void> {
  if (request.url().startsWith('blob:') || request.url().startsWith('data:')) return;
  const line = `${request.method()} ${request.url().replace(origin, '')}`;
  assert.ok(
    EXPECTED.some((pattern) => pattern.test(line)),
    `${line} was not expected`,
  );
  assert.equal(request.postData(), null, `${line} has a body`);
  const headers = await request.allHeaders();
  assert.ok(['age_confirmed=1', undefined].includes(headers.cookie), `${line} sends ${headers.cookie}`);
  assert.ok(!/quietsecret|favourite|test chart/i.test(JSON.stringify(headers)), `${line} says too much`);
}
