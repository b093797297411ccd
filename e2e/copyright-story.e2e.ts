import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanNow } from '../packages/upkeep/server/storage/index.ts';
import { playStream, startPlaying } from '../packages/web/test/browser.ts';
import { formIsReady } from '../packages/web/test/notice.ts';
import {
  type CaseSite,
  confirmBy,
  filesOf,
  fillIn,
  linkIn,
  mailTo,
  openOffice,
  openReader,
  placesOf,
  publishSeen,
  type SeenVideo,
  seenAt,
  startCaseSite,
} from './case-site.ts';

/** Longer than the longest window of business days, holidays included. */
const THREE_WEEKS = 21 * 24;
const OWNER = 'grace@rights.example';
const UPLOADER = 'uma@maker.example';

let site: CaseSite;
let video: SeenVideo;
let files: string[];
beforeAll(async () => {
  site = await startCaseSite();
  video = await publishSeen(site);
  files = await filesOf(site, video.id);
});
afterAll(() => site?.close());

const seen = () => seenAt(site, video, files);

/** With script; the counter-notice goes without. */
async function sendNotice(): Promise<string> {
  const { page, context } = await openReader(site);
  await page.goto(`${site.url}/dmca/submit`);
  await formIsReady(page);
  await fillIn(page, {
    ...{ complainantName: 'Grace Owner', complainantEmail: OWNER, complainantAddress: '7 Fractal Road' },
    ...{ copyrightWork: 'A film of a turning set.', infringingUrl: `${site.url}/video/${video.id}` },
    ...{ signature: 'Grace Owner', goodFaithStatement: true, accuracyStatement: true },
  });
  await page.getByRole('button', { name: 'Submit DMCA Request' }).click();
  await page.getByRole('heading', { name: 'DMCA Request Submitted Successfully' }).waitFor();
  const id = (await page.locator('#main code').first().textContent())?.trim() ?? '';
  const receipt = await mailTo(site.mail, OWNER, /open this page and press/);
  for (const words of [id, `/video/${video.id}`]) expect(receipt.body).toContain(words);
  // An unconfirmed address gets no personal data.
  expect(receipt.body).not.toMatch(/Grace|Fractal|turning set/);
  await confirmBy(site, page, receipt);
  await page.getByText('Waiting for a decision').waitFor();
  expect((await mailTo(site.mail, OWNER, /turning set/)).body).toContain('7 Fractal Road');
  await context.close();
  return id;
}

async function approve(id: string): Promise<void> {
  const { page, context } = await openOffice(site);
  await page.goto(`${site.url}/admin/takedowns/${id}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Approve case' }).click();
  expect((await answered).ok()).toBe(true);
  await context.close();
}

async function sendCounterNotice(id: string): Promise<void> {
  const { page, context } = await openReader(site, { hasScript: false });
  await page.goto(`${site.url}/report/counter-notice`);
  await fillIn(page, {
    ...{ caseNumber: id, addresses: `${site.url}/video/${video.id}`, name: 'Uma Uploader' },
    ...{ postalAddress: '5 Maker Street', phone: '+1 555 0199', email: UPLOADER },
    ...{ mistakeStatement: true, jurisdictionStatement: true, signature: 'Uma Uploader' },
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForURL('**/report/status/*');
  const receipt = await mailTo(site.mail, UPLOADER, /please confirm it/);
  expect(receipt.body).not.toMatch(/Uma|Maker Street/);
  await confirmBy(site, page, receipt);
  const forwarded = await mailTo(site.mail, OWNER, /Counter-notice to your DMCA takedown request/);
  for (const words of [id, 'Uma Uploader', '5 Maker Street', '+1 555 0199', UPLOADER])
    expect(forwarded.body).toContain(words);
  await mailTo(site.mail, UPLOADER, /was forwarded/);
  await page.reload();
  await page.getByRole('heading', { name: 'Forwarded' }).waitFor();
  await context.close();
}

async function expectToPlay(): Promise<void> {
  const { page, context, complaints } = await openReader(site);
  await page.goto(`${site.url}/video/${video.id}`);
  await startPlaying(page);
  await playStream(page, -1);
  expect(complaints).toEqual([]);
  await context.close();
}

test('a notice takes its video down everywhere at once, and a counter-notice restores it automatically', async () => {
  expect(await seen()).toEqual({ status: 200, places: placesOf(video), files });
  // The film, the picture in three sizes, the preview, the storyboard with its sheet, three playlists and their files.
  expect(files.length).toBeGreaterThanOrEqual(13);
  await expectToPlay();
  const id = await sendNotice();

  await approve(id);
  await expect.poll(seen, { interval: 50 }).toEqual({ status: 410, places: [], files: [] });
  const decision = await mailTo(site.mail, OWNER, /was approved/);
  expect(decision.body).toContain('We have removed the content');
  const { page, context } = await openReader(site);
  await page.goto(`${site.url}/video/${video.id}`);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  await page.getByText(`after a copyright notice. Case number: ${id}`).waitFor();
  const calls = await site.site.admin();
  expect((await calls.takedowns.strikes({ id: video.sourceId })).active).toBe(1);
  await expect(calls.downloads.add({ sourceUrl: video.sourceUrl })).rejects.toMatchObject({ status: 409 });

  await sendCounterNotice(id);
  site.setOn(9 * 24);
  await cleanNow(site.site.base, AbortSignal.timeout(60_000), 0);
  await site.lookAtClocks();
  expect((await seen()).status).toBe(410);
  site.setOn(THREE_WEEKS - 9 * 24);
  await site.lookAtClocks();
  for (const party of [OWNER, UPLOADER]) await mailTo(site.mail, party, /has been restored/);
  const receipt = await mailTo(site.mail, OWNER, /open this page and press/);
  await page.goto(linkIn(site, receipt, 'status'));
  await page.getByText('The removed content is on this site again.').waitFor();
  await context.close();
  // The former session has ended by the site's clock.
  const later = await site.site.admin();
  expect(await later.takedowns.strikes({ id: video.sourceId })).toMatchObject({
    active: 0,
    strikes: [{ state: 'void' }],
  });
  // The files get newly signed addresses.
  await expect.poll(() => filesOf(site, video.id).catch(() => []), { interval: 100 }).not.toEqual([]);
  files = await filesOf(site, video.id);
  await expect.poll(seen, { interval: 100 }).toEqual({ status: 200, places: placesOf(video), files });
  await expectToPlay();
  expect((await later.ledger.why({ url: video.sourceUrl })).reason).not.toContain('blocked');
});
