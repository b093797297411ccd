import { adminHref } from '@vesper/contract';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from './admin-visit.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';
import { addSuspects } from './desk-data.ts';

const demo = await demoSite();
const { site, dataDir } = demo;
/** New names each time: the demo may be a kept one. */
let stamp: number;
let desk: Desk;
openAfresh(
  async () => {
    stamp = Date.now();
    desk = await openDesk(demo, adminHref('duplicates'));
  },
  () => desk.admin.context.close(),
);

const itemOf = (title: string) => desk.page.getByRole('listitem').filter({ hasText: title });

test('two that may be the same stand side by side, and are merged once the question is answered', async () => {
  const { acts } = desk;
  const { dialog, button, expectToast, countCalls } = acts;
  const title = `Merged charts ${stamp}`;
  const { newId, existingId } = await addSuspects(dataDir, title);
  const item = itemOf(title);
  await item.getByText(`"${title}" has the same title and the same length.`).waitFor();
  const [later, first] = [
    item.getByRole('region', { name: 'Added later' }),
    item.getByRole('region', { name: 'Here first' }),
  ];
  await later.getByText('3:04').waitFor();
  expect(await first.getByRole('link', { name: title }).getAttribute('href')).toBe(
    adminHref('video', existingId),
  );
  expect(await first.getByRole('img').or(first.locator('img')).count()).toBeGreaterThan(0);
  await button(later, `Keep only this one: ${title}`).click();
  await dialog.getByText('This cannot be undone.').waitFor();
  await button(dialog, 'Cancel').click();
  await acts.givePassword();
  const asked = await countCalls('POST', /decide$/, async () => {
    await button(later, `Keep only this one: ${title}`).click();
    await button(dialog, 'Merge').dblclick();
    await expectToast('The two are one video now');
  });
  expect(asked).toBe(1);
  await item.waitFor({ state: 'detached' });
  const moved = await fetch(`${site}/video/${existingId}`, { redirect: 'manual' });
  expect(moved.headers.get('location')).toBe(`/video/${newId}`);
});
