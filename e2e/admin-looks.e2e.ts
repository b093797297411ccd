import { ADMIN_PATTERNS, type AdminPageName, adminHref } from '@vesper/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { followLink } from '../packages/web/test/browser.ts';
import { type Administrator, openAdministrator } from './admin-visit.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';
import { axeFaults, headingLevels, photograph, tooWide, wearTheme } from './page-looks.ts';
import { rowFaults } from './row-looks.ts';

const demo = await demoSite();
const { site } = demo;
const NARROW = 360;

let administrator: Administrator;
let page: Page;
openAfresh(
  async () => {
    administrator = await openAdministrator(demo, { width: 1440 });
    page = administrator.page;
  },
  () => administrator.context.close(),
);

const isRecord = (name: AdminPageName) => adminHref(name).endsWith('/');
/** Lists first: their links lead to records. */
const pages = (Object.keys(ADMIN_PATTERNS) as AdminPageName[])
  .filter((name) => name !== 'login')
  .sort((one, other) => Number(isRecord(one)) - Number(isRecord(other)));
const links: { href: string; text: string }[] = [];

async function show(address: string): Promise<void> {
  await followLink(page, site + address);
  await page.locator('main h1').waitFor();
  await page.waitForFunction(
    () => !document.querySelector('main .skeleton, main [role="status"] .animate-spin'),
  );
  const shown = page.locator('main a[href]');
  links.push(
    ...(await shown.evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute('href') ?? '', text: link.textContent })),
    )),
  );
}

/** The address of a page; undefined if no page shown before links to a record. */
async function addressOf(name: AdminPageName): Promise<string | undefined> {
  const address = adminHref(name);
  if (!isRecord(name)) return address;
  const isOfIt = ({ href }: { href: string }) => href.startsWith(address);
  if (!links.some(isOfIt)) await show(address);
  const records = links.filter(isOfIt);
  // A source with data in every card.
  return (records.find(({ text }) => text.endsWith('strikes')) ?? records[0])?.href;
}

/** The themes differ only in colours: one gets all rules of axe, the other those for contrast. */
const VIEWS = [
  { theme: 'light', width: NARROW, rules: undefined },
  { theme: 'light', width: 1440, rules: ['color-contrast'] },
  { theme: 'dark', width: 1440, rules: undefined },
] as const;

async function expectGoodLooks(name: string): Promise<void> {
  const faults: string[] = [];
  for (const { theme, width, rules } of VIEWS) {
    await wearTheme(page, theme);
    await page.setViewportSize({ width, height: 900 });
    const found = await tooWide(page);
    if (theme === 'light') found.push(...(await rowFaults(page)));
    if (width !== NARROW) found.push(...(await axeFaults(page, { rules })));
    faults.push(...found.map((fault) => `${name}, ${theme}, ${width}: ${fault}`));
    await photograph(page, `admin-${name}-${theme}-${width}`);
  }
  expect(faults).toEqual([]);
}

test.each(pages)('%s', async (name) => {
  const address = await addressOf(name);
  if (!address) return;
  await show(address);
  expect((await headingLevels(page)).filter((level) => level === 1)).toHaveLength(1);
  await expectGoodLooks(name);
});

test('the navigation on a phone: opened, used, closed by itself', async () => {
  await page.setViewportSize({ width: NARROW, height: 740 });
  await followLink(page, site + adminHref('dashboard'));
  await page.getByRole('button', { name: 'Pages of the back office' }).click();
  const link = page.getByRole('link', { name: 'Charts' });
  await link.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await link.click();
  await page.waitForURL(`${site}${adminHref('charts')}`);
  await link.waitFor({ state: 'hidden' });
});

test('the policy blocks nothing, and the console has no errors', () => {
  // Another test cuts the stream of changes of the same site.
  const complaints = administrator.complaints.filter((text) => !/^Failed to load resource: .*503/.test(text));
  expect(complaints).toEqual([]);
});

test('the loading dashboard, and the login', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.route(/\/api\/admin\/(stats|charts)/, () => {});
  await page.goto(site + adminHref('dashboard'));
  await page.locator('main .skeleton').first().waitFor();
  await expectGoodLooks('dashboard-loading');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await administrator.context.clearCookies({ name: /vesper-admin/ });
  await page.goto(site + adminHref('login'));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  await expectGoodLooks('login-errors');
});
