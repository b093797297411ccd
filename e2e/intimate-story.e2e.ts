import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  beginTransfers,
  type CaseSite,
  confirmBy,
  expectCutOff,
  expectRefusedEverywhere,
  filesOf,
  fillIn,
  mailTo,
  openOffice,
  openReader,
  placesOf,
  publishSeen,
  seenAt,
  startCaseSite,
} from './case-site.ts';

let site: CaseSite;
beforeAll(async () => {
  site = await startCaseSite({});
});
afterAll(() => site?.close());

/** Sends the form without script, and confirms the mailbox. */
async function report(videoId: string, email: string): Promise<{ id: string; statusPage: string }> {
  const { page, context } = await openReader(site, { hasScript: false, isAdult: false });
  await page.goto(`${site.url}/report/intimate-image?url=/video/${videoId}`);
  await page.getByRole('radio', { name: 'I am' }).check();
  await fillIn(page, { consent: 'I never agreed.', goodFaithStatement: true, email, signature: 'Iris Vale' });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForURL('**/report/status/*');
  const id = (await page.locator('#main code').first().textContent())?.trim() ?? '';
  expect((await fetch(`${site.url}/video/${videoId}`)).status).toBe(200);
  const receipt = await mailTo(site.mail, email, /please confirm it/);
  expect(receipt.body).not.toMatch(/Iris|never agreed/);
  await confirmBy(site, page, receipt);
  await page.getByText('It is off this site now.').waitFor();
  const statusPage = page.url();
  await context.close();
  return { id, statusPage };
}

const alarms = () =>
  site.mail.mails.filter(({ headers }) => /time runs out/.test(headers.get('subject') ?? ''));

async function expectState(statusPage: string, title: string): Promise<void> {
  const { page, context } = await openReader(site, { hasScript: false, isAdult: false });
  await page.goto(statusPage);
  await page.getByRole('heading', { name: title }).waitFor();
  await context.close();
}

test('what a person shown has confirmed is hidden at once, and decided within its 48 hours', async () => {
  const video = await publishSeen(site);
  const files = await filesOf(site, video.id);
  const seen = () => seenAt(site, video, files);
  expect(await seen()).toEqual({ status: 200, places: placesOf(video), files });
  const transfers = await beginTransfers(files);
  const { id, statusPage } = await report(video.id, 'iris@vale.example');
  await expect.poll(seen, { interval: 50 }).toMatchObject({ places: [], files: [] });
  await expectCutOff(transfers);
  await expectState(statusPage, 'Waiting for a decision');

  site.setOn(23);
  await site.lookAtClocks();
  expect(alarms()).toEqual([]);
  for (const hours of [1, 16]) {
    site.setOn(hours);
    await site.lookAtClocks();
  }
  await expect.poll(() => alarms().length, { interval: 50 }).toBe(2);
  for (const { body, to } of alarms()) {
    expect(to).toEqual([(await site.client.domains.config()).contactEmail]);
    expect(body).toContain(`case ${id} (intimate image): its clock "removal" runs out`);
    expect(body).not.toMatch(/Iris|iris@/);
  }

  const { page, context } = await openOffice(site);
  await page.goto(`${site.url}/admin/cases/${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Approve case' }).click();
  await page.getByText('Its videos were taken off the site.').first().waitFor();
  await context.close();
  expect((await mailTo(site.mail, 'iris@vale.example', /was approved/)).body).toContain(
    'is not told who you are',
  );
  await expectState(statusPage, 'Approved');
  await expectRefusedEverywhere(site, video, { id, reason: `after a notice (case ${id})` });
  site.setOn(30);
  await site.lookAtClocks();
  expect(alarms()).toHaveLength(2);

  const reader = await openReader(site);
  const gone = await reader.page.goto(`${site.url}/video/${video.id}`);
  expect(gone?.status()).toBe(410);
  await reader.page.getByText('after a report by a person shown.').waitFor();
  // Of a kind that few may see, nobody learns the number.
  expect(await reader.page.content()).not.toMatch(new RegExp(`Iris|never agreed|${id}`));
  await reader.context.close();
});
