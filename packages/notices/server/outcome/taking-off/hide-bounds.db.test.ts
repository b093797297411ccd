import { createClient, fetchTransport } from '@vesper/contract';
import { columnOf, execute, numberOf } from '@vesper/core/db/run-sql.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeVideo } from '../../../../test/factories.ts';
import { deleteCases } from '../../../../test/notices.ts';
import { openedMails } from '../../../../test/opened-cases.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { turnedClock } from '../../../../test/turned-clock.ts';

const clock = turnedClock('2026-11-23T12:00:00Z');
let site: TestSite;
let networks = 0;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1', HIDE_ON_RECEIPT: 'person_shown' }, { clock });
});
afterAll(() => site.close());
beforeEach(async () => {
  await deleteCases(site.base.db);
  await countAsPublic(LARGE_LIBRARY);
});

/** Too large for the bound on hiding to matter. */
const LARGE_LIBRARY = 10_000;

async function countAsPublic(videos: number): Promise<void> {
  await execute(site.base.db)`update catalogue_totals set videos = ${videos}::int`;
}

function fromNetwork(network = ++networks) {
  return createClient(fetchTransport(site.url, { 'x-forwarded-for': `10.90.${network}.7` })).reports;
}

function makeVideos(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => makeVideo(site.base.db)));
}

const addressesOf = (ids: readonly string[]) => ids.map((id) => `${site.url}/video/${id}`).join('\n');
const minor = (ids: readonly string[], email?: string) => ({
  ...{ slug: 'minor', addresses: addressesOf(ids) },
  ...(email && { email }),
});

const shown = (ids: readonly string[]) => ({
  ...{ slug: 'person-shown', addresses: addressesOf(ids), email: 'b@mail.example', reasons: 'Me' },
});

async function hiddenOf(ids: readonly string[]): Promise<string[]> {
  const hidden = await columnOf(site.base.db)<string>`
    select id from videos where id = any (${ids}::text[]) and status = 'hidden'`;
  return ids.filter((id) => hidden.includes(id));
}

const countHidden = () =>
  numberOf(site.base.db)`select count(*)::int as n from videos where status = 'hidden'`;

async function confirm(id: string): Promise<void> {
  clock.pass(1e-6);
  const mails = await openedMails(site.base, 'notice-receipt');
  const body = mails.find((mail) => mail.case_id === id)?.body ?? '';
  await site.client.reports.confirm({ token: /\/report\/confirm\/(\S+)/.exec(body)?.[1] ?? '' });
}

test('a network hides the first twenty videos it reports in an hour; the rest comes first on the desk', async () => {
  const [videos, others] = [await makeVideos(25), await makeVideos(3)];
  const reports = fromNetwork();
  const { id } = await reports.submit(minor(videos));
  expect(await hiddenOf(videos)).toEqual(videos.slice(0, 20));
  const mail = (await openedMails(site.base, 'case-urgent')).find(({ body }) => body.includes(id));
  expect(mail?.body).toContain('5 reported videos are STILL ON THE SITE');
  // Nothing more is hidden: by its next notice, an addition, or another kind.
  const second = await reports.submit(minor(others));
  const { statusPath } = await reports.submit(shown(others));
  const token = statusPath.split('/').at(-1) ?? '';
  await reports.supplement({ token, addresses: addressesOf(others) });
  expect(await hiddenOf(others)).toEqual([]);

  const copyright = await fromNetwork().submit({
    slug: 'intimate-image',
    addresses: addressesOf(others),
    email: 'a@mail.example',
  });
  await confirm(copyright.id);
  const { casework } = await site.admin();
  const { cases } = await casework.list({ limit: 4 });
  expect(cases.map((one) => one.id).slice(0, 2)).toEqual([id, second.id]);

  // An hour later there is room, but the first case waits for its decision.
  clock.pass(1.1 / 24);
  const later = await makeVideos(1);
  await reports.submit(minor(later));
  expect(await hiddenOf(later)).toEqual(later);
  const admin = await site.admin();
  await admin.casework.decide({ id, status: 'denied' });
  expect(await hiddenOf(videos)).toEqual([]);
});

test('a confirmed mailbox hides a hundred in a day, including videos left public before', async () => {
  const [videos, more] = [await makeVideos(60), await makeVideos(60)];
  const { id } = await fromNetwork().submit(minor(videos, 'ada@mail.example'));
  expect(await hiddenOf(videos)).toEqual(videos.slice(0, 20));
  await confirm(id);
  expect(await hiddenOf(videos)).toEqual(videos);
  const second = await fromNetwork().submit({
    slug: 'intimate-image',
    ...{
      addresses: addressesOf(more),
      email: 'ada@mail.example',
      signature: 'Ada',
      goodFaithStatement: true,
    },
  });
  expect(await hiddenOf(more)).toEqual([]);
  await confirm(second.id);
  // Videos hidden before the confirmation do not count.
  expect(await hiddenOf(more)).toEqual(more);
  const third = await fromNetwork().submit(minor(await makeVideos(40), 'ada@mail.example'));
  await confirm(third.id);
  const { targets } = await site.admin().then(({ casework }) => casework.get({ id: third.id }));
  expect(targets.filter(({ video }) => video?.status === 'hidden')).toHaveLength(20);
});

test('videos reported by a kind in the setting stay down when the notice that hid them first ends', async () => {
  const [one = ''] = await makeVideos(1);
  const first = await fromNetwork().submit(shown([one]));
  const second = await fromNetwork().submit({ ...shown([one]), email: 'c@mail.example' });
  const { casework } = await site.admin();
  await casework.decide({ id: first.id, status: 'denied' });
  expect(await hiddenOf([one])).toEqual([one]);
  await casework.decide({ id: second.id, status: 'denied' });
  expect(await hiddenOf([one])).toEqual([]);
});

test('on a small site, unconfirmed notices hold twenty videos at once, whatever their pace', async () => {
  await countAsPublic(55);
  const before = await countHidden();
  const submit = async (videos: string[]) => fromNetwork().submit(minor(videos, 'ada@mail.example'));
  const notices = await Promise.all([20, 20, 15].map(makeVideos));
  const taken = await Promise.all(notices.map(submit));
  expect((await countHidden()) - before).toBe(20);
  clock.pass(1);
  const more = await submit(await makeVideos(3));
  expect((await countHidden()) - before).toBe(20);
  const { casework } = await site.admin();
  expect((await casework.get({ id: more.id })).left).toEqual({
    videos: 3,
    why: 'notices can hide only a limited number of videos before a decision',
  });
  // Confirmed, it no longer counts; a decision makes room.
  await confirm(more.id);
  expect((await countHidden()) - before).toBe(23);
  for (const { id } of taken) await casework.decide({ id, status: 'denied' });
  await submit(await makeVideos(5));
  expect((await countHidden()) - before).toBe(8);

  await countAsPublic(2000);
  await Promise.all((await Promise.all([20, 20, 20].map(makeVideos))).map(submit));
  expect((await countHidden()) - before).toBe(68);
});

test('a video stays on the site for four weeks after a denial, until a mailbox is confirmed', async () => {
  // Few urgent mails an hour.
  clock.pass(1);
  const videos = await Promise.all([1, 2].map(() => makeVideo(site.base.db, { kind: 'remote' })));
  const { casework } = await site.admin();
  const first = await fromNetwork().submit(minor(videos));
  await casework.decide({ id: first.id, status: 'denied' });
  const other = await makeVideos(1);
  const { id } = await fromNetwork().submit(minor([...videos, ...other], 'ada@mail.example'));
  expect([await hiddenOf(videos), await hiddenOf(other)]).toEqual([[], other]);
  const why = 'a notice about them was denied within the last 4 weeks';
  expect((await casework.get({ id })).left).toEqual({ videos: 2, why });
  expect((await casework.list({ limit: 1 })).cases[0]?.id).toBe(id);
  const mail = (await openedMails(site.base, 'case-urgent')).find(({ body }) => body.includes(id));
  expect(mail?.body).toContain(`2 reported videos are STILL ON THE SITE: ${why}.`);
  const kind = await fromNetwork().submit(shown(videos.slice(0, 1)));
  expect(await hiddenOf(videos)).toEqual(videos.slice(0, 1));
  await casework.decide({ id: kind.id, status: 'denied' });

  await confirm(id);
  expect(await hiddenOf(videos)).toEqual(videos);
  await casework.decide({ id, status: 'denied' });
  expect(await hiddenOf(videos)).toEqual([]);
  clock.pass(4 * 7 + 0.1);
  await fromNetwork().submit(minor(videos));
  expect(await hiddenOf(videos)).toEqual(videos);
});
