import { adminHref } from '@vesper/contract';
import { expect, test } from 'vitest';
import { otherComplaints } from './admin-acts.ts';
import { type Desk, openDesk } from './admin-visit.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';
import { addSearch } from './desk-data.ts';
import { axeFaults } from './page-looks.ts';

const demo = await demoSite();
const { site, dataDir } = demo;
/** Another one each time: the demo may be a kept one. */
let stamp: string;
let desk: Desk;
openAfresh(
  async () => {
    stamp = Date.now().toString(36);
    await addSearch(dataDir, { text: `found ${stamp}`, networks: 900, results: 1000 });
    await addSearch(dataDir, { text: `colour ${stamp}`, networks: 12, results: 0 });
    await addSearch(dataDir, { text: `shade ${stamp}`, networks: 9, results: 0 });
    await addSearch(dataDir, { text: `settled ${stamp}`, networks: 7, results: 0 });
    desk = await openDesk(demo, adminHref('searches'));
  },
  () => desk.admin.context.close(),
);

const rowOf = (text: string) => desk.page.getByRole('row').filter({ hasText: `${text} ${stamp}` });

test('what finds nothing comes first, and becomes a keyword by one click', async () => {
  const { page, acts, calls, admin } = desk;
  await rowOf('colour').getByText('Nothing found').waitFor();
  await rowOf('found').getByText('1,000+').waitFor();
  const texts = await page.getByRole('row').allInnerTexts();
  const placeOf = (text: string) => texts.findIndex((row) => row.includes(`${text} ${stamp}`));
  expect(placeOf('colour')).toBeLessThan(placeOf('found'));
  expect(await axeFaults(page)).toEqual([]);

  await page.getByLabel('Language of new keywords').selectOption('es');
  const made = await acts.countCalls('POST', /^\/api\/keywords$/, async () => {
    await acts.button(page, `Make keyword of colour ${stamp}`).dblclick();
    await acts.expectToast('Keyword created successfully', 'Please review its words');
  });
  expect(made).toBe(1);
  await rowOf('colour').waitFor({ state: 'detached' });
  const [keyword] = await calls.keywords.list({ search: `colour ${stamp}` });
  expect(keyword).toMatchObject({ languageCode: 'es', slug: `colour-${stamp}`, reviewed: false });
  expect((await fetch(`${site}/es/colour-${stamp}`)).status).toBe(200);
  await page.getByLabel('State').selectOption('all');
  await rowOf('colour').getByText('Keyword', { exact: true }).waitFor();
  expect(await acts.button(page, `Make keyword of colour ${stamp}`).count()).toBe(0);
  expect(otherComplaints(admin.complaints)).toEqual([]);
});
