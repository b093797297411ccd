import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Client, createClient, fetchTransport } from '@vesper/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withBrokenProxy } from '../packages/web/test/broken-proxy.ts';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { submitNotice } from '../packages/web/test/notice.ts';
import { secondAdministrator } from './admin-visit.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site, dataDir } = demo;
/** A new one each time: the demo may be a kept one. */
let complainant: string;

let visitor: Visitor;
let admin: Visitor;
openAfresh(
  async () => {
    complainant = `Grace Owner ${Date.now()}`;
    visitor = await openVisitor({ origin: site, isAdult: true });
    admin = await openVisitor({ origin: site, isAdult: true });
    await signIn(admin.page);
    // From here on: the login is not what this is about.
    admin.complaints.length = 0;
  },
  () => Promise.all([visitor.context.close(), admin.context.close()]),
);

const api = createClient(fetchTransport(site));

async function signIn(page: Page): Promise<void> {
  const password = readFileSync(path.join(dataDir, 'secrets', 'demo-admin-password'), 'utf8');
  await page.goto(`${site}/admin/login`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: /log ?in|sign in/i }).click();
  await page.waitForURL('**/dashboard');
}

/** The demo is shared and may be a kept one: three strikes would disable its source. */
async function forgive(calls: Client, sourceId: string): Promise<void> {
  const { strikes } = await calls.takedowns.strikes({ id: sourceId });
  for (const { id, state } of strikes)
    if (state === 'active') await calls.takedowns.voidStrike({ id, reason: 'The end of a test' });
  const source = (await calls.sources.list()).find(({ id }) => id === sourceId);
  if (!source?.enabled) await calls.sources.change({ id: sourceId, enabled: true });
}

/** Sends a notice about a video, as its owner does in the browser. */
async function fileNotice(page: Page, videoId: string): Promise<string> {
  await page.goto(`${site}/dmca/submit`);
  const fields = {
    'Full Name *': complainant,
    'Email Address *': `${complainant.replaceAll(' ', '.')}@rights.example`,
    'Physical Address *': '7 Fractal Road\nJulia City',
    'Description of Copyrighted Work *': 'A film of a turning set, mine since 2024.',
    'URL of Infringing Material *': `${site}/video/${videoId}`,
    'Electronic Signature *': complainant,
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByLabel('I have a good faith belief').check();
  await page.getByLabel('under penalty of perjury').check();
  await submitNotice(page);
  await page.getByRole('heading', { name: 'DMCA Request Submitted Successfully' }).waitFor();
  return (await page.locator('main code').textContent())?.trim() ?? '';
}

test('a notice that an administrator approves takes the video from the visitor’s pages, and it stays away', async () => {
  const { videos } = await api.videos.list();
  const { id: videoId, title, videoUrl, category } = videos.at(-1) ?? {};
  if (!videoId || !title || !videoUrl || !category) throw new Error('The demo has no videos.');
  const slug = (await api.categories.list()).find(({ name }) => name === category)?.slug ?? '';
  const places = ['/', `/category/${slug}`, `/?search=${encodeURIComponent(title)}`];
  const textOf = async (place: string) => (await fetch(site + place)).text();
  for (const place of places)
    expect([place, await textOf(place)]).toEqual([place, expect.stringContaining(videoId)]);
  await visitor.page.goto(`${site}/video/${videoId}`);
  await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect((await fetch(site + videoUrl)).status).toBe(200);

  const requestId = await fileNotice(visitor.page, videoId);
  await admin.page.goto(`${site}/dashboard`);
  const calls = await secondAdministrator(demo);
  const { video } = await calls.takedowns.get({ id: requestId });
  const card = admin.page.getByRole('region', { name: 'DMCA Requests' });
  const item = card.getByRole('listitem').filter({ has: admin.page.locator(`a[href$="${requestId}"]`) });
  await item.getByText('G. O.').waitFor();
  expect(await admin.page.locator('main').textContent()).not.toContain('Grace Owner');
  expect(await card.getByRole('link', { name: '/dmca', exact: true }).getAttribute('href')).toBe('/dmca');
  await card.getByText('Copyright holders submit at').waitFor();

  // Denying also asks, and can be cancelled.
  await item.getByRole('button', { name: /^Deny/ }).click();
  await admin.page.getByRole('button', { name: 'Cancel' }).click();
  await item.getByRole('button', { name: /^Approve/ }).click();
  await admin.page.getByText('This takes the video off the site at once.').waitFor();
  const before = Date.now();
  await admin.page.getByRole('button', { name: 'Approve request' }).dblclick();
  const isGone = async () => {
    const texts = await Promise.all(places.map(textOf));
    const statuses = [await fetch(`${site}/video/${videoId}`), await fetch(site + videoUrl)].map(
      ({ status }) => status,
    );
    return !texts.some((text) => text.includes(videoId)) && statuses.join() === '410,404';
  };
  await expect.poll(isGone, { timeout: 30_000, interval: 50 }).toBe(true);
  const took = Date.now() - before;
  console.log(`The video was gone from all pages ${took} ms after the click.`);
  await visitor.page.goto(`${site}/video/${videoId}`);
  await visitor.page.getByText('Video Removed').waitFor();

  await item.getByText('Approved', { exact: true }).waitFor();
  await item.getByText('Content removed per valid DMCA notice').waitFor();
  expect(await item.getByRole('button').count()).toBe(0);
  await card.getByLabel('Status').selectOption('pending');
  await expect.poll(() => item.count()).toBe(0);
  await card.getByLabel('Status').selectOption('approved');
  await item.waitFor();

  // Queued again, and found again in the source's sitemaps: it stays blocked, and the ledger says why.
  const sourceUrl = video?.sourceUrl ?? '';
  await expect(calls.downloads.add({ sourceUrl })).rejects.toMatchObject({
    status: 409,
    sentence: `Its video was removed after a copyright notice (request ${requestId}). It is not taken in again.`,
  });
  const sourceId = video?.sourceId ?? '';
  expect((await calls.takedowns.strikes({ id: sourceId })).active).toBeGreaterThan(0);
  await forgive(calls, sourceId);
  const crawled = await calls.sitemapCrawls.start({
    sourceId,
    videoCount: 500,
    mode: 'sequential',
    dryRun: true,
  });
  expect(crawled.decisions.blocked).toBeGreaterThan(0);
  expect((await calls.ledger.why({ url: sourceUrl })).reason).toContain('removed after a copyright notice');
  expect(await isGone()).toBe(true);
  expect(admin.complaints).toEqual([]);
});

test('a decision that fails is said in a toast; an open question says what somebody else has decided meanwhile', async () => {
  const { videos } = await api.videos.list();
  const requestId = await fileNotice(visitor.page, videos.at(-2)?.id ?? '');
  const calls = await secondAdministrator(demo);
  const { page } = admin;
  await page.goto(`${site}/admin/takedowns/${requestId}`);
  await page.getByRole('button', { name: 'Open the notice' }).click();
  await page.getByText('7 Fractal Road').waitFor();
  await page.getByLabel('Note').fill('Looked at twice.');
  const deny = page.getByRole('button', { name: /^Deny the request/ });
  const address = `**/api/dmca/requests/${requestId}`;
  await withBrokenProxy(page, address, async () => {
    await deny.click();
    await page.getByRole('button', { name: 'Deny request' }).click();
    await page.locator('.toast', { hasText: 'Failed to update DMCA request' }).waitFor();
  });

  await deny.click();
  await page.getByRole('dialog', { name: 'Deny this request?' }).waitFor();
  await calls.takedowns.decide({ id: requestId, status: 'denied', adminNotes: 'Decided by the other.' });
  const late = page.getByRole('dialog', { name: 'This request has been decided meanwhile' });
  await late.getByText('was denied by admin').waitFor();
  await late.getByRole('button', { name: 'Close' }).last().click();
  const note = page.getByRole('region', { name: 'Your note was not kept' });
  await note.getByText('Looked at twice.').waitFor();
  await note.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => note.count()).toBe(0);
  // A note is sealed with the notice.
  await page.getByRole('button', { name: 'Open again' }).click();
  await page.getByText('Decided by the other.').waitFor();
  expect(await deny.count()).toBe(0);
});

test('in a list of those that wait, an open question outlives the row that it was asked from', async () => {
  const { videos } = await api.videos.list();
  // A different notice than the other tests': an identical one counts as the first.
  const requestId = await fileNotice(visitor.page, videos.at(-5)?.id ?? '');
  const calls = await secondAdministrator(demo);
  const { page } = admin;
  await page.goto(`${site}/admin/takedowns?status=pending`);
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${requestId}"]`) });
  await row.getByRole('button', { name: /^Approve the request/ }).click();
  await page.getByText('This takes the video off the site at once.').waitFor();
  await calls.takedowns.decide({ id: requestId, status: 'denied' });
  const late = page.getByRole('dialog', { name: 'This request has been decided meanwhile' });
  await late.getByText('was denied by admin').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await late.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => late.count()).toBe(0);
});
