import type { Client } from '@vesper/contract';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Administrator, demoLogin, openAdministrator, secondAdministrator } from './admin-visit.ts';
import { openAfresh, walk } from './afresh.ts';
import { addVideosToManage, MANAGED } from './awkward-data.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site } = demo;
const TITLES = ['Managed spiral', 'Managed wheel', 'Managed grid'];

let visitor: Administrator;
let page: Page;
let calls: Client;
let ids: string[];
openAfresh(
  async () => {
    ids = await addVideosToManage(demo.dataDir, TITLES);
    visitor = await openAdministrator(demo);
    page = visitor.page;
    calls = await secondAdministrator(demo);
  },
  () => visitor.context.close(),
);
const step = walk('videos are managed');

const rows = () => page.getByRole('table', { name: 'Videos' }).getByRole('row');
const dialog = () => page.locator('dialog[open]');
const statusOf = async (n: number) => (await calls.catalogue.get({ id: ids[n] ?? '' })).status;

step('search and filters are kept in the address, and Back restores them', async () => {
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Videos' }).click();
  await page.waitForURL('**/admin/videos');
  await page.getByLabel('Category').selectOption(MANAGED);
  await page.waitForURL('**/admin/videos?category=Managed+charts');
  await expect.poll(() => rows().count()).toBe(1 + TITLES.length);
  await page.getByText('3 matching videos').waitFor();
  await page.getByLabel('Search').fill('spiral');
  await page.waitForURL('**search=spiral**');
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByRole('link', { name: 'Managed spiral' }).waitFor();
  await page.getByLabel('Status').selectOption('removed');
  await page.getByText('No video matches these filters.').waitFor();
  await page.goBack();
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL('**/admin/videos');
});

step('all matches are hidden at once, and shown again by Undo', async () => {
  await page.goto(`${site}/admin/videos?category=Managed+charts`);
  await page.getByLabel('Select Managed wheel').check();
  await page.getByText('1 video selected').waitFor();
  await page.getByRole('button', { name: 'Select all 3 matching videos' }).click();
  await page.getByText('All 3 videos selected').waitFor();
  await page.getByRole('region', { name: 'Selected videos' }).getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('heading', { name: 'Hide 3 videos?' }).waitFor();
  await dialog().getByRole('button', { name: 'Hide' }).dblclick();
  const toast = page.locator('.toast', { hasText: 'Hidden: 3 videos.' });
  // Keeps the toast open.
  await toast.hover();
  expect((await calls.videos.list({ category: MANAGED })).videos).toEqual([]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.locator('.toast', { hasText: 'Undone: 3 videos.' }).waitFor();
  expect((await calls.videos.list({ category: MANAGED })).videos).toHaveLength(3);
  // The double click was one act.
  const recent = await calls.catalogue.bulkActs({ limit: 2 });
  expect(recent.map(({ act }) => act)).toEqual(['undo', 'hide']);
});

step('a video is edited by keyboard; a second editor is told of a conflict and reloads', async () => {
  const id = ids[0] ?? '';
  await page.goto(`${site}/admin/videos/${id}`);
  const tag = page.getByRole('textbox', { name: 'Tags' });
  await tag.fill('turning');
  await tag.press('Enter');
  await page.getByRole('button', { name: 'Remove tag managed' }).press('Enter');
  await page.getByLabel('Title').fill('Managed double spiral');
  await page.getByRole('button', { name: 'Save' }).dblclick();
  await page.locator('.toast', { hasText: 'Saved' }).waitFor();
  expect(await calls.catalogue.get({ id })).toMatchObject({
    title: 'Managed double spiral',
    tags: ['turning'],
    editedFields: ['tags', 'title'],
  });

  const { version } = await calls.catalogue.get({ id });
  await calls.catalogue.change({ id, version, title: 'Managed by another' });
  await page.getByLabel('Description').fill('It turns.');
  await page.getByLabel('Title').fill('Managed triple spiral');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Another administrator has changed this video in the meantime.' })
    .waitFor();
  await page.getByText('It is now: Managed by another').waitFor();
  await page.getByRole('button', { name: 'Load current version' }).click();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Managed by another');
  await page.getByLabel('Description').fill('It turns.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await calls.catalogue.get({ id })).description).toBe('It turns.');
});

step('a publish date ahead schedules a video', async () => {
  const id = ids[0] ?? '';
  await page.goto(`${site}/admin/videos/${id}`);
  await page.getByLabel('Publish date').fill(`${new Date().getFullYear() + 1}-06-01T12:30`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/^Scheduled for 1 Jun .* 12:30:00/)
    .first()
    .waitFor();
  expect((await fetch(`${site}/video/${id}`)).status).toBe(404);
});

step('a deletion asks for confirmation and the password; then the page is gone', async () => {
  const id = ids[1] ?? '';
  await page.goto(`${site}/admin/videos/${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog().getByRole('heading', { name: 'Delete “Managed wheel”' }).waitFor();
  await dialog().getByText('The video and its files are deleted permanently').waitFor();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  const question = dialog().filter({ hasText: 'Please give your password again' });
  await question.waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await statusOf(1)).toBe('published');
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await question.getByLabel('Password').fill(demoLogin(demo).password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/admin/videos');
  await page.locator('.toast', { hasText: 'The video was deleted' }).waitFor();
  await expect(calls.catalogue.get({ id })).rejects.toMatchObject({ status: 404 });
  expect((await fetch(`${site}/video/${id}`)).status).toBe(410);
});
