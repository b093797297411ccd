import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { axeViolations } from './axe.ts';
import { searchField } from './browser.ts';
import { REFUSED } from './fake-api.ts';
import type { Harness } from './harness.ts';
import { expectNoShifts } from './layout-shifts.ts';
import { testCases } from './test-cases.ts';

/** The list under the search field. */
testCases({
  'suggestions by keyboard': { run: chooseByKeyboard },
  'suggestions by touch on a phone': {
    as: { width: 360, height: 740, theme: 'light' },
    run: chooseByTouch,
  },
  'own searches stay in the browser until removed': { run: keepOwn },
  'a refused search is neither kept nor repeated': { run: forgetRefused },
  'a private session keeps and counts no search': { run: searchInPrivate },
  'only a settled search counts': { run: countSettled },
});

const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

/** The texts of the options, and the active one, as assistive technology has them. */
async function readList(page: Page, field: Locator): Promise<{ texts: string[]; active: string | null }> {
  const texts = await optionsOf(page).locator('.suggest-text').allInnerTexts();
  const active = await field.evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant');
    const option = id === null ? null : document.getElementById(id);
    return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null;
  });
  return { texts, active };
}

async function ownSearches(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('searches'));
}

async function chooseByKeyboard({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(`${origin}/video/video-3`);
  const field = searchField(page.locator('header'));
  await field.focus();
  await page.keyboard.type('jul');
  await page.getByRole('option', { name: 'julia set Search' }).waitFor();
  const { texts, active } = await readList(page, field);
  assert.deepEqual(texts.slice(0, 4), ['julia set', 'Fractals', 'calm', 'calm']);
  assert.equal(active, null);
  assert.equal(await field.getAttribute('role'), 'combobox');
  await page.getByRole('status').getByText(`${texts.length} suggestions`).waitFor();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.match((await readList(page, field)).active ?? '', /^Fractals Category$/);
  assert.deepEqual(await axeViolations(page), []);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal((await readList(page, field)).active, null);
  await page.keyboard.press('ArrowUp');
  assert.equal((await readList(page, field)).active, await optionsOf(page).last().textContent());

  await page.keyboard.press('Escape');
  assert.equal(await optionsOf(page).count(), 0);
  assert.equal(await field.inputValue(), 'jul');
  await page.keyboard.press('ArrowDown');
  await optionsOf(page).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectNoShifts(page, 'the page under the list');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/category/fractals`);

  // Without an active option, Enter searches.
  await field.fill('jul');
  await optionsOf(page).first().waitFor();
  await field.press('Enter');
  await page.waitForURL(`${origin}/?search=jul`);
}

async function chooseByTouch({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(`${origin}/category/fractals`);
  await page.locator('header label').tap();
  const field = searchField(page.locator('header'));
  await field.pressSequentially('jul');
  const option = page.getByRole('option', { name: 'julia set Search' });
  await option.waitFor();
  const list = await page.locator('.suggest-list').boundingBox();
  assert.ok(list && list.x >= 0 && list.x + list.width <= 360, JSON.stringify(list));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  for (const one of await optionsOf(page).all()) assert.ok(((await one.boundingBox())?.height ?? 0) >= 44);
  assert.deepEqual(await axeViolations(page), []);
  await option.tap();
  await page.getByText('27 results').waitFor();
  assert.equal(await page.locator('.suggest-list:visible').count(), 0);
}

async function keepOwn(harness: Harness, page: Page): Promise<void> {
  const { origin, api } = harness;
  for (const text of ['turning', 'julia', 'penrose']) {
    await page.goto(`${origin}/?search=${text}`);
    await page.waitForFunction((kept) => localStorage.getItem('searches')?.includes(kept), text);
  }
  await page.goto(`${origin}/video/video-3`);
  api.calls.length = 0;
  const field = searchField(page.locator('header'));
  await field.focus();
  await optionsOf(page).first().waitFor();
  assert.deepEqual((await readList(page, field)).texts, ['penrose', 'julia', 'turning']);
  assert.deepEqual(await axeViolations(page), []);
  // Nothing is requested for them.
  assert.deepEqual(
    api.calls.filter((call) => call.includes('/api/search')),
    [],
  );

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  assert.equal(await ownSearches(page), '["julia","turning"]');
  await page.keyboard.type('t');
  await page.getByRole('option', { name: 'turning Searched before' }).waitFor();
  await page.getByRole('button', { name: 'Remove turning from your searches' }).click();
  assert.equal(await ownSearches(page), '["julia"]');
  await field.fill('');
  await page.getByRole('button', { name: 'Remove all' }).click();
  assert.equal(await ownSearches(page), null);
  assert.equal(await optionsOf(page).count(), 0);
}

async function forgetRefused({ origin, api }: Harness, page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(`${origin}/library`);
  await page.evaluate((kept) => localStorage.setItem('searches', kept), `["Blorvik","julia"]`);
  await page.goto(`${origin}/?search=${REFUSED}`);
  await page.getByText('Somebody listens.').waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(3000);
  await page.waitForFunction(() => localStorage.getItem('searches') === '["julia"]');
  assert.deepEqual(
    api.calls.filter((call) => call.includes('/api/search/asked')),
    [],
  );
  assert.doesNotMatch(await page.title(), /blorvik/i);
  assert.equal(await page.locator('[rel=canonical]').count(), 0);
  await page.goto(`${origin}/category/fractals?tag=${REFUSED}`);
  await page.getByRole('link', { name: 'Find help' }).waitFor();
  // Only the field repeats what was typed.
  assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /blorvik/i);
}

async function searchInPrivate({ origin, api }: Harness, page: Page): Promise<void> {
  await page.goto(`${origin}/library`);
  await page.evaluate(() => sessionStorage.setItem('private_session', '1'));
  await page.clock.install();
  await page.goto(`${origin}/?search=julia`);
  await page.getByText('27 results').waitFor();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(5000);
  await page.waitForLoadState('networkidle');
  assert.equal(await ownSearches(page), null);
  assert.deepEqual(
    api.calls.filter((call) => call.includes('/api/search/asked')),
    [],
  );
}

async function countSettled({ origin, api }: Harness, page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  // On a slow machine half-typed words would stay too long.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  for (const text of ['ju', 'juli', 'julia']) {
    await searchField(page).fill(text);
    await page.clock.runFor(500);
    await page.waitForURL((url) => url.searchParams.get('search') === text);
  }
  // The last answer may still be on its way.
  const counted = page.waitForResponse('**/api/search/asked');
  await page.clock.resume();
  await counted;
  await page.clock.runFor(3000);
  await page.waitForLoadState('networkidle');
  assert.equal(await ownSearches(page), '["julia"]');
  assert.equal(api.calls.filter((call) => call === 'POST /api/search/asked').length, 1);
}
