import { createClient, fetchTransport } from '@vesper/contract';
import { silentLog } from '@vesper/core/lib/log.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { deleteCases } from '../../../test/notices.ts';
import { openedMails } from '../../../test/opened-cases.ts';
import { startTestSite, TEST_CASE_LINKS, type TestSite } from '../../../test/site.ts';
import { turnedClock } from '../../../test/turned-clock.ts';
import { mailReceiptDigests } from './receipts.ts';

const HOUR = 1 / 24;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const clock = turnedClock('2026-11-23T12:00:00Z');
let site: TestSite;
let sent = 0;
let first = 0;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:9' }, { clock });
});
afterAll(() => site.close());
beforeEach(async () => {
  first += 40;
  await deleteCases(site.base.db);
});

const ANN = 'ann@mail.example';

/** In Ann's name. Returns the private page's token. */
async function report(network: number): Promise<string> {
  const from = { 'x-forwarded-for': `10.91.${first + network}.7` };
  const { reports } = createClient(fetchTransport(site.url, from));
  sent += 1;
  const addresses = 'https://elsewhere.example/watch';
  const { statusPath } = await reports.submit({
    ...{ slug: 'intimate-image', addresses, email: ANN, place: `Notice ${sent}` },
    ...{ signature: 'Ann', goodFaithStatement: true },
  });
  return statusPath.split('/').at(-1) ?? '';
}

const countMails = async (kind: string) => (await openedMails(site.base, kind)).length;

async function mailDigests(): Promise<void> {
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  const domain = await site.client.domains.config();
  const parts = { ...site.base, queue, caseLinks: TEST_CASE_LINKS, configFor: async () => domain };
  await mailReceiptDigests(parts, new AbortController().signal);
  await boss.stop({ graceful: false });
}

/** All that strangers can have mailed to her in a day, from many networks. */
async function useUp(): Promise<void> {
  for (let network = 1; network <= 7; network++) await report(network);
}

test('five receipts a day go to a mailbox, and one digest has the links of the others', async () => {
  await useUp();
  const honest = await report(30);
  expect(await countMails('notice-receipt')).toBe(5);
  expect((await site.client.reports.status({ token: honest })).linkedAt).toBeNull();
  // It gathers for an hour.
  await mailDigests();
  expect(await countMails('notice-digest')).toBe(0);
  clock.pass(HOUR * 1.01);
  await mailDigests();
  const [digest] = await openedMails(site.base, 'notice-digest');
  expect(digest?.to_address).toBe(ANN);
  const links = digest?.body.match(/\/report\/confirm\/\S+/g) ?? [];
  expect(links).toHaveLength(3);
  expect((await site.client.reports.status({ token: honest })).linkedAt).toBe(clock.now().toISOString());
  for (const link of links) await site.client.reports.confirm({ token: link.split('/').at(-1) ?? '' });
  expect((await site.client.reports.status({ token: honest })).isConfirmed).toBe(true);

  await report(31);
  clock.pass(HOUR * 1.01);
  await mailDigests();
  expect(await countMails('notice-digest')).toBe(1);
  clock.pass(1);
  await mailDigests();
  expect(await countMails('notice-digest')).toBe(2);
});

test('once she has confirmed a notice, nobody can use up her receipts', async () => {
  await report(30);
  const [mail] = await openedMails(site.base, 'notice-receipt');
  await site.client.reports.confirm({ token: /\/report\/confirm\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '' });
  await useUp();
  const mails = await countMails('notice-receipt');
  expect(mails).toBe(5);
  const token = await report(30);
  expect((await site.client.reports.status({ token })).linkedAt).not.toBeNull();
  for (let n = 0; n < 7; n++) await report(30);
  expect(await countMails('notice-receipt')).toBe(mails + 4);
});

test('a page says that its receipt was not mailed, and mails the link, also without script', async () => {
  await useUp();
  const token = await report(30);
  expect(await site.client.reports.status({ token })).toMatchObject({ state: 'unconfirmed', linkedAt: null });
  const address = `${site.url}/report/status/${token}`;
  const page = await (await fetch(address)).text();
  expect(page).toContain('could not email you the link');
  expect(page).toContain('Send the link');
  const ask = () => fetch(address, { method: 'POST', redirect: 'manual', headers: FORM, body: 'act=link' });
  const asked = await ask();
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `/report/status/${token}`]);
  const [mail] = await openedMails(site.base, 'notice-link');
  expect(mail?.to_address).toBe(ANN);
  expect(mail?.body).not.toContain('> ');
  expect(await (await fetch(address)).text()).toContain('Send the link again');

  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('within the last hour');
  clock.pass(HOUR * 1.01);
  await site.client.reports.sendLink({ token });
  expect(await countMails('notice-link')).toBe(2);

  await site.client.reports.confirm({ token: /\/report\/confirm\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '' });
  clock.pass(HOUR * 1.01);
  await expect(site.client.reports.sendLink({ token })).rejects.toMatchObject({ code: 'conflict' });
  expect(await (await fetch(address)).text()).not.toContain('Send the link');
});

test('requested links are limited like receipts and need a mailbox', async () => {
  const tokens = [];
  for (let n = 0; n < 7; n++) tokens.push(await report(6));
  clock.pass(HOUR * 1.01);
  for (const token of tokens.slice(0, 5)) await site.client.reports.sendLink({ token });
  for (const token of tokens.slice(5))
    await expect(site.client.reports.sendLink({ token })).rejects.toMatchObject({
      code: 'too_many_requests',
    });
  expect(await countMails('notice-link')).toBe(5);
  const minor = await site.client.reports.submit({
    slug: 'minor',
    addresses: 'https://elsewhere.example/watch',
  });
  const token = minor.statusPath.split('/').at(-1) ?? '';
  await expect(site.client.reports.sendLink({ token })).rejects.toMatchObject({ code: 'conflict' });
  await expect(site.client.reports.sendLink({ token: 'x' })).rejects.toMatchObject({ code: 'not_found' });
});
