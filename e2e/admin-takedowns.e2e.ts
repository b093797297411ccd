import { createClient, fetchTransport } from '@vesper/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { submitNotice } from '../packages/web/test/notice.ts';
import { type Administrator, openAdministrator } from './admin-visit.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site } = demo;
/** A new one each time: the demo may be a kept one. */
let complainant: string;

let visitor: Visitor;
let admin: Administrator;
openAfresh(
  async () => {
    complainant = `Grace Owner ${Date.now()}`;
    visitor = await openVisitor({ origin: site, isAdult: true });
    admin = await openAdministrator(demo);
  },
  () => Promise.all([visitor.context.close(), admin.context.close()]),
);

const api = createClient(fetchTransport(site));

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

test('the dashboard names a complainant by initials, and a denial asks and can be cancelled', async () => {
  const { videos } = await api.videos.list();
  const requestId = await fileNotice(visitor.page, videos.at(-1)?.id ?? '');
  await admin.page.goto(`${site}/dashboard`);
  const card = admin.page.getByRole('region', { name: 'DMCA Requests' });
  const item = card.getByRole('listitem').filter({ has: admin.page.locator(`a[href$="${requestId}"]`) });
  await item.getByText('G. O.').waitFor();
  expect(await admin.page.locator('main').textContent()).not.toContain('Grace Owner');
  await item.getByRole('button', { name: /^Deny/ }).click();
  await admin.page.getByRole('button', { name: 'Cancel' }).click();
  await item.getByRole('button', { name: /^Deny/ }).click();
  await admin.page.getByRole('button', { name: 'Deny request' }).dblclick();
  await item.getByText('Denied', { exact: true }).waitFor();
  expect(await item.getByRole('button').count()).toBe(0);
  await card.getByLabel('Status').selectOption('pending');
  await expect.poll(() => item.count()).toBe(0);
  expect(admin.complaints).toEqual([]);
});
