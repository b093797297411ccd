import { adminHref } from '@vesper/contract';
import { expect } from 'vitest';
import { otherComplaints } from './admin-acts.ts';
import { type Desk, openDesk } from './admin-visit.ts';
import { openAfresh, walk } from './afresh.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site } = demo;
/** Keeps names new in a kept demo. */
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

step('a source is made once, with an error at the wrong field', async () => {
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
  await dialog.getByLabel('Videos a day').fill('5');
  await dialog.getByLabel('Evidence').fill('The demo says so.');
  await dialog.getByLabel('Basis', { exact: true }).selectOption('own');
  const address = dialog.getByLabel('Address *');
  await address.fill('not an address');
  await button(dialog, 'Check address').click();
  await dialog.getByText('"not an address" is not an http or https address.').waitFor();
  expect(await address.getAttribute('aria-invalid')).toBe('true');
  await address.fill(`${model?.baseUrl}?walk=${stamp}`);
  const made = await countCalls('POST', /video-sources$/, async () => {
    await add.dblclick();
    await expectToast(`Added ${nameOfSource()}`, 'Active.');
  });
  expect(made).toBe(1);
  await page.getByRole('heading', { level: 1, name: nameOfSource() }).waitFor();
});

step('a source is edited, tried and paused, and never overwrites a concurrent change', async () => {
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
});

step('a source is deleted after confirmation', async () => {
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
  expect(otherComplaints(desk.admin.complaints)).toEqual([]);
});
