import { adminHref } from '@vesper/contract';
import { expect } from 'vitest';
import { otherComplaints } from './admin-acts.ts';
import { type Desk, openDesk } from './admin-visit.ts';
import { openAfresh, walk } from './afresh.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site } = demo;
/** New in a kept demo too. */
let slug: string;
let desk: Desk;
openAfresh(
  async () => {
    slug = `slow-waves-${Date.now()}`;
    desk = await openDesk(demo, adminHref('dashboard'));
  },
  () => desk.admin.context.close(),
);
const step = walk('a keyword from creation to deletion');

step('a keyword is created once, however often the button is clicked', async () => {
  const { card, button, expectToast, countCalls } = desk.acts;
  const keywords = card('SEO Keywords');
  await button(keywords, 'Create Keyword').click();
  await keywords.getByText('Please enter a meta description.').waitFor();
  await keywords.getByLabel('Language').selectOption('es');
  await keywords.getByLabel('Keyword').fill('slow');
  await keywords.getByLabel('Slug').fill(slug);
  await keywords.getByLabel('Meta title').fill('Slow waves');
  await keywords.getByLabel('Meta description').fill('Waves that roll slowly.');
  const made = await countCalls('POST', /^\/api\/keywords$/, async () => {
    await button(keywords, 'Create Keyword').dblclick();
    await expectToast('Keyword created successfully');
  });
  expect(made).toBe(1);
  await keywords.getByRole('link', { name: `/es/${slug}` }).waitFor();
  await expect.poll(() => keywords.getByLabel('Slug').inputValue()).toBe('');
});

step('videos are linked to the chosen keyword', async () => {
  const { acts, calls } = desk;
  const { card, button, expectToast } = acts;
  const links = card('Link Videos to Keywords');
  const [keyword] = await calls.keywords.list({ search: slug });
  // A word in the demo's videos.
  const { videos } = await calls.videos.list();
  const word = videos[0]?.title.split(' ')[0] ?? '';
  await calls.keywords.change({ id: keyword?.id ?? '', keyword: word });
  await links.getByLabel('Search').fill(slug);
  const offered = links.getByLabel('Keyword').locator('option');
  await expect.poll(() => offered.count()).toBe(2);
  await links.getByLabel('Keyword').selectOption(keyword?.id ?? '');
  await links.getByLabel('Limit').selectOption('12');
  await button(links, 'Auto-Link Videos').click();
  await expectToast(/Linked [1-9]\d* videos to keyword/);
});

step('a keyword is deleted after confirmation', async () => {
  const { card, button, dialog, expectToast } = desk.acts;
  const item = card('SEO Keywords').getByRole('listitem').filter({ hasText: slug });
  // Linking changed the keyword: a list from before would be refused.
  await desk.page.reload();
  await item.getByRole('button', { name: /^Delete/ }).click();
  await button(dialog, 'Delete').click();
  await expectToast('Keyword deleted');
  await item.waitFor({ state: 'detached' });
  expect((await fetch(`${site}/es/${slug}`)).status).toBe(410);
  expect(otherComplaints(desk.admin.complaints)).toEqual([]);
});
