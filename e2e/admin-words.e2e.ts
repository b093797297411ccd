import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Client, createClient, fetchTransport } from '@vesper/contract';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { hasNoApertium } from '../packages/server/src/test/apertium.ts';
import { withBrokenProxy } from '../packages/web/test/broken-proxy.ts';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { openAfresh, walk } from './afresh.ts';
import { demoSite } from './demo.ts';

const { site, dataDir } = await demoSite();

let admin: Visitor;
let page: Page;
let calls: Client;
/** Another one each time: the demo may be one that was kept. */
let slug: string;
async function begin(): Promise<void> {
  slug = `slow-waves-${Date.now()}`;
  admin = await openVisitor({ origin: site, isAdult: true, isReducedMotion: true });
  page = admin.page;
  const password = readFileSync(path.join(dataDir, 'secrets', 'demo-admin-password'), 'utf8');
  const response = await fetch(`${site}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const [name = '', value = ''] = cookie.split('=');
  await admin.context.addCookies([{ name, value, url: site, httpOnly: true, sameSite: 'Strict' }]);
  calls = createClient(fetchTransport(site, { cookie, origin: site }));
  await page.goto(`${site}/dashboard`);
}
openAfresh(begin, () => admin.context.close());
const step = walk('a keyword from its first field to its end');

const card = (name: string) => page.getByRole('region', { name, exact: true });
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });

/** The current toast, with these texts. */
async function expectToast(...texts: (string | RegExp)[]): Promise<void> {
  let toast = page.locator('li.toast');
  for (const text of texts) toast = toast.filter({ hasText: text });
  await toast.waitFor({ timeout: 45_000 });
}

/** Blocks calls to an address: a proxy answers instead, without a sentence of the site's. */
const withoutNetwork = (address: string, act: () => Promise<void>) => withBrokenProxy(page, address, act);

/** Counts the calls made during an action. */
async function countCalls(end: string, act: () => Promise<void>): Promise<number> {
  let count = 0;
  const watch = (request: { method(): string; url(): string }) => {
    if (request.method() === 'POST' && request.url().endsWith(end)) count += 1;
  };
  page.on('request', watch);
  await act();
  page.off('request', watch);
  return count;
}

step(
  'a keyword is made once, whatever is clicked, with the words of the catalogue where it fails',
  async () => {
    const keywords = card('SEO Keywords');
    await button(keywords, 'Create Keyword').click();
    await keywords.getByText('Please enter a meta description.').waitFor();
    await keywords.getByText(/155-160 characters/).waitFor();
    await keywords.getByLabel('Language').selectOption('es');
    await keywords.getByLabel('Keyword').fill('slow');
    await keywords.getByLabel('Slug').fill(slug);
    await keywords.getByLabel('Meta title').fill('Slow waves');
    await keywords.getByLabel('Meta description').fill('Waves that roll slowly.');
    await withoutNetwork('**/api/keywords', async () => {
      await button(keywords, 'Create Keyword').click();
      await expectToast('Error', 'Failed to create keyword');
    });
    const made = await countCalls('/api/keywords', async () => {
      await button(keywords, 'Create Keyword').dblclick();
      await expectToast('Keyword created successfully');
    });
    expect(made).toBe(1);
    await keywords.getByRole('link', { name: `/es/${slug}` }).waitFor();
    expect(await keywords.getByLabel('Slug').inputValue()).toBe('');
  },
);

step('videos are linked to a keyword, twelve at first, by the limit that is chosen', async () => {
  const links = card('Link Videos to Keywords');
  const limits = await links.getByLabel('Limit').locator('option').allTextContents();
  expect(limits).toEqual(['12 videos', '24 videos', '48 videos', '100 videos']);
  expect(await links.getByLabel('Limit').inputValue()).toBe('24');
  await button(links, 'Auto-Link Videos').click();
  await expectToast('Error', 'Please select a keyword');
  const [keyword] = await calls.keywords.list({ search: slug });
  // A word in the demo's videos.
  const { videos } = await calls.videos.list();
  const word = videos[0]?.title.split(' ')[0] ?? '';
  await calls.keywords.change({ id: keyword?.id ?? '', keyword: word });
  await links.getByLabel('Search').fill('no keyword is called that');
  await links.getByText('No keyword fits the search.').waitFor();
  await links.getByLabel('Search').fill(slug);
  const offered = links.getByLabel('Keyword').locator('option');
  await expect.poll(() => offered.count()).toBe(2);
  await links.getByLabel('Keyword').selectOption(keyword?.id ?? '');
  // The choice stays through later searches.
  await links.getByLabel('Search').fill('no keyword is called that');
  await links.getByText('No keyword fits the search.').waitFor();
  expect(await links.getByLabel('Keyword').inputValue()).toBe(keyword?.id);
  await links.getByLabel('Limit').selectOption('12');
  await withoutNetwork('**/auto-link', async () => {
    await button(links, 'Auto-Link Videos').click();
    await expectToast('Error', 'Failed to auto-link videos');
  });
  const asked = await countCalls('/auto-link', async () => {
    await button(links, 'Auto-Link Videos').dblclick();
    await expectToast(/Linked [1-9]\d* videos to keyword/);
  });
  expect(asked).toBe(1);
  const linked = await calls.keywords.videos({ keywordId: keyword?.id ?? '' });
  await expectToast(`Linked ${linked.videos.length} videos to keyword`);
});

step('videos are translated into an enabled language, once', async () => {
  if (hasNoApertium) return;
  const translations = card('Video Translations');
  await button(translations, 'Translate Videos').click();
  await expectToast('Error', 'Please select a language');
  await translations.getByLabel('Target language').selectOption('ja');
  await button(translations, 'Translate Videos').click();
  await expectToast('Error', 'English cannot be translated into Japanese here.');
  await translations.getByLabel('Target language').selectOption('es');
  await withoutNetwork('**/api/translations/batch', async () => {
    await button(translations, 'Translate Videos').click();
    await expectToast('Error', 'Failed to translate videos');
  });
  const asked = await countCalls('/api/translations/batch', async () => {
    await button(translations, 'Translate Videos').dblclick();
    await expectToast(/Created: [1-9]\d* \| Skipped: \d+ \| Errors: 0/);
  });
  expect(asked).toBe(1);
  await expect.poll(async () => (await calls.translations.runs({ limit: 1 }))[0]?.state).toBe('completed');
  const { videos } = await calls.keywords.get({ lang: 'es', slug });
  expect(videos.some(({ title, localizedTitle }) => localizedTitle !== title)).toBe(true);
});

step('a keyword is deleted once the question is answered', async () => {
  const keywords = card('SEO Keywords');
  const item = keywords.getByRole('listitem').filter({ hasText: slug });
  const ask = () => item.getByRole('button', { name: /^Delete/ }).click();
  const confirm = () => button(page.getByRole('dialog'), 'Delete').click();
  await ask();
  await withoutNetwork('**/api/keywords/**', async () => {
    await confirm();
    await expectToast('Error', 'Failed to delete keyword');
  });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await ask();
  await confirm();
  await expectToast('Keyword deleted');
  await item.waitFor({ state: 'detached' });
  expect((await fetch(`${site}/es/${slug}`)).status).toBe(410);
  // The browser logs errors for the blocked and the refused calls.
  const others = admin.complaints.filter((text) => !/Failed to load resource|\/api\/.* failed$/.test(text));
  expect(others).toEqual([]);
});
