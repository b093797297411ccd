import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../kernel/lib/log.ts';
import { composeQueue } from '../../main/composition/compose-queue.ts';
import { makeVideo } from '../../test/factories.ts';
import { fileNotice } from '../../test/notices.ts';
import { openedMails } from '../../test/opened-cases.ts';
import { startTestSite, TEST_CASE_LINKS, type TestSite } from '../../test/site.ts';
import { turnedClock } from '../../test/turned-clock.ts';
import type { CaseParts } from '../cases/cases.ts';
import { counterWindow } from '../cases/deadlines/clocks.ts';
import { runClocks } from '../outcome/run-clocks.ts';
import { forwardWaiting } from './counter-notices.ts';

const clock = turnedClock('2026-03-02T15:00:00Z');
let site: TestSite;
let cases: CaseParts;
let closeQueue: () => Promise<void>;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { clock });
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  closeQueue = () => boss.stop({ graceful: false });
  const domain = await site.client.domains.config();
  cases = { ...site.base, queue, caseLinks: TEST_CASE_LINKS, configFor: async () => domain };
});
afterAll(async () => {
  await closeQueue();
  await site.close();
});

/** The clock moves past the end of sessions. */
const admin = (): Promise<Client> => site.admin();
const mailsOf = async (id: string, kind: string) =>
  (await openedMails(site.base, kind)).filter((mail) => mail.case_id === id);

async function confirm(id: string): Promise<string> {
  const [receipt] = await mailsOf(id, 'notice-receipt');
  const token = /\/report\/confirm\/(\S+)/.exec(receipt?.body ?? '')?.[1] ?? '';
  await site.client.reports.confirm({ token });
  return token;
}

let made = 0;
async function takenOff() {
  made += 1;
  const videoId = await makeVideo(site.base.db, {
    kind: 'remote',
    video_url: `https://films.example/${made}.mp4`,
    published_at: new Date(),
  });
  const caseId = await fileNotice(site, {
    infringingUrl: `${site.url}/video/${videoId}`,
    copyrightWork: `The film ${videoId}`,
  });
  await (await admin()).takedowns.decide({ id: caseId, status: 'approved' });
  return { videoId, caseId };
}

let networks = 0;
function submit(fields: Record<string, unknown>) {
  networks += 1;
  const from = { 'x-forwarded-for': `10.7.${networks}.7` };
  return createClient(fetchTransport(site.url, from)).reports.submit({
    ...{ slug: 'counter-notice', addresses: `${site.url}/video/gone`, name: 'Uma Uploader' },
    ...{ postalAddress: '5 Maker Street', phone: '+1 555 0199', email: `uma${networks}@maker.example` },
    ...{ mistakeStatement: true, jurisdictionStatement: true, signature: 'Uma Uploader', ...fields },
  });
}

async function stateOf(id: string): Promise<string> {
  return (await (await admin()).casework.get({ id })).state;
}

const runTheClocks = () => runClocks({ ...cases, log: silentLog });

/** Restores on the tenth business day from now, not before. */
async function expectWindowFromNow(caseId: string): Promise<void> {
  const { opens, closes } = counterWindow('copyright', clock.now());
  const [told] = await mailsOf(caseId, 'counter-notice');
  const inWords = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  expect(told?.body).toContain(`between ${inWords(opens)} and ${inWords(closes)}`);
  await runTheClocks();
  expect(await stateOf(caseId)).toBe('restoring');
  const left = (opens.getTime() - clock.now().getTime()) / 86_400_000;
  clock.pass(left - 0.01);
  await runTheClocks();
  expect(await stateOf(caseId)).toBe('restoring');
  clock.pass(0.02);
  await runTheClocks();
  expect(await stateOf(caseId)).toBe('restored');
}

test('a counter-notice that is confirmed weeks later counts from then', async () => {
  const { caseId } = await takenOff();
  const { id } = await submit({ caseNumber: caseId });
  clock.pass(21);
  await confirm(id);
  await expectWindowFromNow(caseId);
});

test('a further one is told of the time that runs', async () => {
  const { caseId } = await takenOff();
  await confirm((await submit({ caseNumber: caseId })).id);
  clock.pass(5);
  const second = await submit({ caseNumber: caseId });
  await confirm(second.id);
  const [first, again] = await mailsOf(caseId, 'counter-notice');
  const windowIn = (body: string | undefined) => /between .* UTC and .* UTC/.exec(body ?? '')?.[0] ?? 'none';
  expect(windowIn(again?.body)).toBe(windowIn(first?.body));
  const [own] = await mailsOf(second.id, 'counter-notice-forwarded');
  expect(windowIn(own?.body.replace('\n', ' '))).toBe(windowIn(first?.body));
});

/** Counter-notices are forwarded a day apart. */
async function countered(count = 1) {
  const taken = await takenOff();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await submit({ caseNumber: taken.caseId });
    await confirm(id);
    ids.push(id);
    clock.pass(1);
  }
  return { ...taken, ids };
}

const dismissal = { ground: 'not_the_publisher', reason: 'A CANARY REASON' };
async function dismiss(id: string) {
  return (await admin()).casework.dismiss({ id, ...dismissal });
}

const isPublic = (id: string) =>
  site.client.videos.get({ id }).then(
    () => true,
    () => false,
  );

test('an administrator dismisses a forwarded one: its clock stops, and both sides are told', async () => {
  const { videoId, caseId, ids } = await countered();
  const id = ids[0] ?? '';
  expect((await (await admin()).casework.get({ id })).acts).toContain('dismiss');
  const { message, case: caseRow } = await dismiss(id);
  expect(message).toContain('stays off the site');
  expect(caseRow).toMatchObject({
    state: 'denied',
    ground: 'not_the_publisher',
    decidedBy: expect.any(String),
  });
  expect(caseRow.acts).not.toContain('dismiss');
  for (const [about, kind] of [[caseId, 'notice-counter-ended'] as const, [id, 'notice-decision'] as const]) {
    const mails = await mailsOf(about, kind);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain('does not come from the person whose material was removed');
    expect(mails[0]?.body).not.toContain('CANARY');
  }
  clock.pass(40);
  await runTheClocks();
  expect([await stateOf(caseId), await isPublic(videoId)]).toEqual(['approved', false]);
  expect(await mailsOf(id, 'notice-restored')).toEqual([]);
  await expect(dismiss(id)).rejects.toMatchObject({ code: 'conflict' });
  const log = await site.base.db.selectFrom('audit_log').selectAll().execute();
  expect(log.filter(({ action }) => action === 'cases.dismiss').map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([id, caseId]),
  );
  expect(JSON.stringify(log)).not.toContain('CANARY');
});

test('where another forwarded one stands, its time counts', async () => {
  const { caseId, ids } = await countered(2);
  const secondAt = new Date(clock.now().getTime() - 86_400_000);
  await dismiss(ids[0] ?? '');
  expect(await stateOf(caseId)).toBe('restoring');
  const { opens } = counterWindow('copyright', secondAt);
  const { dueAt } = await (await admin()).casework.get({ id: caseId });
  expect(dueAt).toBe(opens.toISOString());
  const [mail] = await mailsOf(caseId, 'notice-counter-ended');
  expect(mail?.body).toContain(`between ${opens.toISOString().slice(0, 10)}`);
  clock.pass(20);
  await runTheClocks();
  expect(await stateOf(caseId)).toBe('restored');
  expect((await (await admin()).casework.get({ id: ids[1] ?? '' })).acts).not.toContain('dismiss');
});

test('one from the mailbox or network of a dismissed one waits for an administrator', async () => {
  const { caseId, ids } = await countered();
  await dismiss(ids[0] ?? '');
  const again = await submit({ caseNumber: caseId, email: `uma${networks}@maker.example` });
  await confirm(again.id);
  expect([await stateOf(caseId), await stateOf(again.id)]).toEqual(['approved', 'open']);
  await forwardWaiting(cases, new AbortController().signal);
  expect(await stateOf(again.id)).toBe('open');
  expect((await dismiss(again.id)).message).toContain('before it was forwarded');
  expect(await mailsOf(again.id, 'notice-decision')).toHaveLength(1);
  expect(await mailsOf(caseId, 'notice-counter-ended')).toHaveLength(1);
  const other = await submit({ caseNumber: caseId });
  await confirm(other.id);
  expect(await stateOf(caseId)).toBe('restoring');
  await expect(dismiss(caseId)).rejects.toMatchObject({ code: 'conflict' });
  const action = { court: 'A court', number: '1', filedOn: '2026-11-30', reason: 'They said so.' };
  await (await admin()).cases.court({ id: caseId, ...action });
  await expect(dismiss(other.id)).rejects.toMatchObject({ message: expect.stringContaining('court action') });
});

test('the operator is told days before anything comes back by itself', async () => {
  const { caseId } = await countered();
  clock.pass(8);
  await runTheClocks();
  const alarms = await openedMails(site.base, 'case-alarm');
  expect(alarms.at(-1)?.body).toContain(caseId);
  expect(await stateOf(caseId)).toBe('restoring');
});

test('one that never becomes whole ends, and its confirmed sender is told', async () => {
  const { caseId } = await takenOff();
  const { id } = await submit({ caseNumber: caseId, signature: '' });
  await confirm(id);
  clock.pass(59);
  await runTheClocks();
  expect(await stateOf(id)).toBe('incomplete');
  clock.pass(2);
  await runTheClocks();
  await runTheClocks();
  expect([await stateOf(id), await stateOf(caseId)]).toEqual(['withdrawn', 'approved']);
  expect(await mailsOf(id, 'notice-decision')).toEqual([]);
  const mails = await mailsOf(id, 'notice-lapsed');
  expect(mails.map(({ subject }) => subject)).toEqual([`Your counter-notice ${id} has ended`]);
  expect(mails[0]?.body).toContain('has ended by itself');
  expect(mails[0]?.body).not.toContain('A person has read it');
});

test('without the keys notices are decided and restored, also by the clock, without what was written; none is taken in', async () => {
  const { videoId, caseId } = await countered();
  const [decided, undone] = [await makeVideo(site.base.db), await takenOff()];
  const fields = { infringingUrl: `${site.url}/video/${decided}`, copyrightWork: 'Another film' };
  const waiting = await fileNotice(site, fields);
  const { keys } = site.base;
  for (const name of keys.names()) keys.destroy(name);
  const one = await admin();
  const { message } = await one.takedowns.decide({ id: waiting, status: 'approved', adminNotes: 'LEFT OUT' });
  expect(message).toContain('The keys of this case are missing');
  expect(await isPublic(decided)).toBe(false);
  const back = await one.casework.restore({ id: undone.caseId, reason: 'LEFT OUT' });
  expect(back.message).toContain('what was written is not kept');
  expect(await isPublic(undone.videoId)).toBe(true);
  const { papers } = await one.casework.get({ id: undone.caseId });
  expect(papers.map(({ what }) => what)).toContain('reason');
  const rows = await site.base.db.selectFrom('case_papers').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('LEFT OUT');
  await expect(takenOff()).rejects.toThrow('This machine lacks keys of cases');
  clock.pass(20);
  await runTheClocks();
  expect([await stateOf(caseId), await isPublic(videoId)]).toEqual(['restored', true]);
});
