import { request } from 'node:http';
import { adminHref } from '@vesper/contract';
import { expect, test } from 'vitest';
import { followLink } from '../packages/web/test/browser.ts';
import { otherComplaints } from './admin-acts.ts';
import { type Desk, openDesk } from './admin-visit.ts';
import { openAfresh, walk } from './afresh.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site } = demo;
/** New names each time: the demo may be a kept one. */
let stamp: number;
let desk: Desk;
openAfresh(
  async () => {
    stamp = Date.now();
    desk = await openDesk(demo, adminHref('sources'));
  },
  () => desk.admin.context.close(),
);

const nameOfSource = () => `Walked source ${stamp}`;
const step = walk('a source from its first field to its end');

step('a source is made once, with a sentence at the field that is wrong', async () => {
  const { page, calls, acts } = desk;
  const { dialog, button, expectToast, countCalls } = acts;
  const [model] = await calls.sources.list();
  await button(page, 'Add source').click();
  const add = button(dialog, 'Add source');
  await dialog.getByLabel('Videos a day').fill('many');
  await add.click();
  for (const sentence of ['A source needs a name.', 'It must be a whole number from 0 to 1,000,000.'])
    await dialog.getByText(sentence).waitFor();
  await dialog.getByLabel('Name *').fill(nameOfSource());
  await dialog.getByLabel('Address *').fill(model?.baseUrl ?? '');
  await dialog.getByLabel('Videos a day').fill('5');
  await dialog.getByLabel('Requests at once').fill('1');
  await dialog.getByLabel('Milliseconds between requests').fill('0');
  await dialog.getByLabel('Evidence').fill('The demo says so.');
  await dialog.getByLabel('Basis', { exact: true }).selectOption('own');
  const address = dialog.getByLabel('Address *');
  await address.fill('not an address');
  await button(dialog, 'Check address').click();
  await dialog.getByText('"not an address" is not an http or https address.').waitFor();
  await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('li.toast').filter({ hasText: 'not an http' }).count()).toBe(0);
  await dialog.getByLabel('Address *').fill(`${model?.baseUrl}?walk=${stamp}`);
  const made = await countCalls('POST', /video-sources$/, async () => {
    await add.dblclick();
    await expectToast(`Added ${nameOfSource()}`, 'Active.');
  });
  expect(made).toBe(1);
  await page.getByRole('heading', { level: 1, name: nameOfSource() }).waitFor();
});

step(
  'a source is edited, tried and paused, and what somebody else has changed is not overwritten',
  async () => {
    const { page, calls, acts } = desk;
    const { card, button, expectToast } = acts;
    const settings = card('Settings');
    const sourceId = page.url().split('/').at(-1) ?? '';
    await settings.getByLabel('Videos a day').fill('7');
    await settings.getByLabel('Categories').fill('charts = Walked charts');
    await button(settings, 'Save').click();
    await expectToast('Saved');
    expect(await calls.sources.get({ id: sourceId })).toMatchObject({
      dailyQuota: 7,
      categoryMap: { charts: 'Walked charts' },
    });
    await settings.getByLabel('Videos a day').fill('8');
    await calls.sources.change({ id: sourceId, dailyQuota: 9 });
    await button(settings, 'Save').click();
    await expectToast('Another administrator has changed this source since you opened it');
    await button(settings, 'Load the changes').click();
    await expect.poll(() => settings.getByLabel('Videos a day').inputValue()).toBe('9');

    const dryRun = card('Dry run');
    await button(dryRun, 'Run').dblclick();
    await dryRun.getByText(/addresses were looked at: .*known already/).waitFor({ timeout: 45_000 });
    await button(page, 'Disable').dblclick();
    await expectToast(`${nameOfSource()} is disabled`);
    await card('State').getByText('Disabled by hand.').waitFor();
  },
);

step('a source is deleted once the question is answered', async () => {
  const { page, calls, acts } = desk;
  const { dialog, button, expectToast, countCalls } = acts;
  await button(page, 'Delete').click();
  await button(dialog, 'Cancel').click();
  await button(page, 'Delete').click();
  await acts.givePassword();
  const asked = await countCalls('DELETE', /video-sources\//, async () => {
    await button(dialog, 'Delete').dblclick();
    await expectToast(`Deleted ${nameOfSource()}`);
  });
  expect(asked).toBe(1);
  await page.waitForURL(site + adminHref('sources'));
  expect((await calls.sources.list()).some(({ name }) => name === nameOfSource())).toBe(false);
});

/** The top of a page at a host name. */
function pageOf(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request(`${site}/help`, { headers: { host } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts).toString()));
    })
      .on('error', reject)
      .end();
  });
}

test('a domain is made, branded and coloured with a preview, and removed', async () => {
  const { page, acts } = desk;
  const { card, dialog, button, expectToast, countCalls } = acts;
  const name = `walk-${stamp}.example`;
  await followLink(page, site + adminHref('domains'));
  await button(page, 'Add domain').click();
  const add = button(dialog, 'Add domain');
  await dialog.getByLabel('Host name').fill(name);
  const made = await countCalls('POST', /domains$/, async () => {
    await add.dblclick();
    await expectToast(`Added ${name}`);
  });
  expect(made).toBe(1);

  const preview = card('Preview');
  const save = button(page, 'Save');
  await page.getByLabel('Brand name').fill('Walked charts');
  await preview.getByText('Walked charts').first().waitFor();
  await page.getByLabel('Primary colour *', { exact: true }).fill('#888888');
  await preview
    .getByText(/Primary as text: [\d.]+ to 1, too faint; #[0-9a-f]{6} is used/)
    .first()
    .waitFor();
  await page.getByLabel('Contact e-mail').fill('walk@charts.example');
  const saved = await countCalls('PATCH', /domains\//, async () => {
    await save.dblclick();
    await expectToast('Saved', 'Pages show it within five seconds.');
  });
  expect(saved).toBe(1);
  await expect.poll(() => pageOf(name)).toContain('Walked charts');
  expect(await pageOf('else.example')).not.toContain('Walked charts');
  await page.getByLabel('Tagline').fill('Another one');
  await button(page, 'Discard changes').click();
  await expect.poll(() => page.getByLabel('Tagline').inputValue()).not.toBe('Another one');

  await button(page, 'Remove domain').click();
  await button(dialog, 'Cancel').click();
  await button(page, 'Remove domain').click();
  await acts.givePassword();
  await button(dialog, 'Remove').dblclick();
  await expectToast('Removed', `The domain ${name} is removed.`);
  await page.waitForURL(site + adminHref('domains'));
  await expect.poll(() => page.getByRole('link', { name }).count()).toBe(0);
  expect(otherComplaints(desk.admin.complaints)).toEqual([]);
});
