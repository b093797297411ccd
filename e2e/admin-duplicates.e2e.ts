import { adminHref } from '@vesper/contract';
import { expect, test } from 'vitest';
import { otherComplaints } from './admin-acts.ts';
import { type Desk, openDesk } from './admin-visit.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';
import { addGoneVideo, addSuspects } from './desk-data.ts';
import { followLink } from './reach.ts';

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

test('a gone video says why and when, and comes back or stays hidden', async () => {
  const { page, calls, acts } = desk;
  const { button, expectToast, countCalls } = acts;
  const [back, hidden] = [`Came back ${stamp}`, `Stays away ${stamp}`];
  const [backId, hiddenId] = [await addGoneVideo(dataDir, back), await addGoneVideo(dataDir, hidden)];
  await followLink(page, `${site}${adminHref('videos')}?problem=gone`);
  const row = page.getByRole('row').filter({ hasText: back });
  await row.getByText('Deleted at its source').filter({ visible: true }).waitFor();
  await row
    .getByText(/Gone 1 day ago/)
    .filter({ visible: true })
    .first()
    .waitFor();
  const asked = await countCalls('POST', /decide$/, async () => {
    await button(row, `Restore ${back}`).dblclick();
    await expectToast('The video is now: published');
  });
  expect(asked).toBe(1);
  await row.waitFor({ state: 'detached' });
  await button(page, `Keep hidden ${hidden}`).click();
  await expectToast('The video is now: hidden');
  expect((await calls.catalogue.get({ id: backId })).status).toBe('published');
  expect(await calls.catalogue.get({ id: hiddenId })).toMatchObject({
    status: 'hidden',
    hiddenReason: 'administrator',
    gone: null,
  });
  await button(page, 'Re-Download Missing').waitFor();
  // These tests' videos are not playable films.
  for (const id of [backId, hiddenId])
    await calls.catalogue.act({ id, act: 'remove', reason: 'The end of a test' });
  expect(otherComplaints(desk.admin.complaints)).toEqual([]);
});
