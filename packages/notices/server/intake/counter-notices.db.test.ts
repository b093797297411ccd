import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { silentLog } from '@vesper/core/lib/log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { cleanStorage } from '../../../library/server/media/files/cleaning.ts';
import { settleFiles } from '../../../library/server/media/files/quarantine.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { fileNotice, fileNoticeAbout } from '../../../test/notices.ts';
import { openedMails } from '../../../test/opened-cases.ts';
import { startTestSite, TEST_CASE_LINKS, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';
import { turnedClock } from '../../../test/turned-clock.ts';
import type { CaseParts } from '../cases/cases.ts';
import { counterWindow } from '../cases/deadlines/clocks.ts';
import { runClocks } from '../outcome/run-clocks.ts';
import { forwardWaiting } from './counter-notices.ts';

const DAY_MS = 24 * 3600 * 1000;
const clock = turnedClock('2026-03-02T15:00:00Z');
const { signal } = new AbortController();
let site: TestSite;
let admin: Client;
let cases: CaseParts;
let sourceId: string;
let closeQueue: () => Promise<void>;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1', QUARANTINE_DAYS: '0' }, { clock });
  admin = await site.admin();
  sourceId = await makeSource(site.base.db, { name: 'Charts', url: 'https://charts.test/' });
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  closeQueue = () => boss.stop({ graceful: false });
  const domain = await site.client.domains.config();
  cases = { ...site.base, queue, caseLinks: TEST_CASE_LINKS, configFor: async () => domain };
});
afterAll(async () => {
  await closeQueue();
  await site.close();
});

let made = 0;

async function takenOff() {
  made += 1;
  const address = { source_url: `https://charts.test/watch/${made}`, source_id: sourceId };
  const content = { content_sha256: Buffer.alloc(32, made), external_id: `x-${made}` };
  const videoId = await makeStoredVideo(site.base.db, {
    storage: site.storage,
    fields: { ...address, ...content },
  });
  const bytes = await play(videoId);
  const caseId = await fileNotice(site, {
    ...{ infringingUrl: `${site.url}/video/${videoId}`, complainantEmail: `ann${made}@films.example` },
  });
  await confirm(caseId);
  await (await site.admin()).takedowns.decide({ id: caseId, status: 'approved' });
  await settleFiles(site.base, videoId, signal);
  return { videoId, caseId, bytes };
}

async function play(id: string): Promise<string> {
  const response = await fetch(site.url + (await site.client.media.signVideo({ id })).signedUrl);
  return Buffer.from(await response.arrayBuffer()).toString('hex');
}

async function mailsOf(caseId: string, kind?: string) {
  return (await openedMails(site.base, kind)).filter((mail) => mail.case_id === caseId);
}

const tokenIn = (body: string, page: string) =>
  new RegExp(`/report/${page}/(\\S+)`).exec(body)?.[1] ?? 'none';

async function confirm(caseId: string): Promise<string> {
  const [receipt] = await mailsOf(caseId, 'notice-receipt');
  const token = tokenIn(receipt?.body ?? '', 'confirm');
  await site.client.reports.confirm({ token });
  return token;
}

let networks = 0;
function submit(fields: Record<string, unknown>) {
  networks += 1;
  const from = { 'x-forwarded-for': `10.9.${networks & 255}.7` };
  return createClient(fetchTransport(site.url, from)).reports.submit({
    ...{ slug: 'counter-notice', addresses: `${site.url}/video/gone`, name: 'Uma Uploader' },
    ...{ postalAddress: '5 Maker Street', phone: '+1 555 0199', email: `uma${networks}@maker.example` },
    ...{ mistakeStatement: true, jurisdictionStatement: true, signature: 'Uma Uploader', ...fields },
  });
}

async function answered(caseId: string): Promise<string> {
  const { id } = await submit({ caseNumber: caseId });
  await confirm(id);
  return id;
}

async function stateOf(id: string) {
  const row = await site.base.db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.state;
}

const clocksAt = (now: Date) => runClocks({ ...cases, log: silentLog, clock: { now: () => now } });
const later = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);

async function isPublic(id: string): Promise<boolean> {
  return site.client.videos.get({ id }).then(
    () => true,
    () => false,
  );
}

async function clean(): Promise<void> {
  await cleanStorage({
    ...{ ...site.base, openJobs: async () => new Set<string>(), quarantineDays: 0, minAgeMs: 0 },
    ...{ now: later(1), signal },
  });
}

async function traces(caseId: string): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from blocked_addresses where case_id = ${caseId})::int
         + (select count(*) from blocked_contents where case_id = ${caseId})::int
         + (select count(*) from blocked_external_ids where case_id = ${caseId})::int as blocks,
      (select count(*) from source_strikes where case_id = ${caseId} and voided_at is null)::int as strikes,
      (select count(*) from audit_log where subject = ${caseId} and action = 'cases.restore')::int as restored`.execute(
    site.base.db,
  );
  return rows[0];
}

describe('a counter-notice', () => {
  test('is forwarded once confirmed, and restores the film automatically, even if its file is gone', async () => {
    const { videoId, caseId, bytes } = await takenOff();
    await clean();
    const { id } = await submit({ caseNumber: caseId, addresses: `${site.url}/video/${videoId}` });
    expect(await stateOf(caseId)).toBe('approved');
    await confirm(id);
    expect([await stateOf(caseId), await stateOf(id)]).toEqual(['restoring', 'approved']);
    const [forwarded, ...others] = await mailsOf(caseId, 'counter-notice');
    expect(others).toEqual([]);
    expect(forwarded).toMatchObject({ to_address: 'ann1@films.example' });
    for (const words of [
      '> Uma Uploader',
      '> 5 Maker Street',
      '> +1 555 0199',
      'unless we first receive notice',
    ])
      expect(forwarded?.body).toContain(words);
    const { rows } = await sql`select * from mail_outbox where kind = 'counter-notice'`.execute(site.base.db);
    expect(JSON.stringify(rows)).not.toMatch(/Uma|Maker|ann1@films/);
    // Not among the case's papers: it is erased with the counter-notice.
    const papers = JSON.stringify((await admin.casework.open({ id: caseId })).papers);
    expect(papers).toContain(`The counter-notice ${id}:`);
    expect(papers).not.toMatch(/Uma|Maker Street/);
    expect(await mailsOf(id, 'counter-notice-forwarded')).toHaveLength(1);
    await confirm(id);
    expect(await mailsOf(caseId, 'counter-notice')).toHaveLength(1);

    // Both sides see the date.
    const token = async (one: string) =>
      tokenIn((await mailsOf(one, 'notice-receipt'))[0]?.body ?? '', 'confirm');
    const back = async (one: string) =>
      (await site.client.reports.status({ token: await token(one) })).comesBack;
    expect(await back(caseId)).toMatchObject({ opens: expect.stringMatching(/T0[45]:00:00\.000Z$/) });
    expect(await back(id)).toEqual(await back(caseId));

    await clocksAt(later(9));
    expect(await isPublic(videoId)).toBe(false);
    await Promise.all([clocksAt(later(21)), clocksAt(later(21))]);
    expect(await stateOf(caseId)).toBe('restored');
    await settleFiles(site.base, videoId, signal);
    expect(await play(videoId)).toBe(bytes);
    expect(await traces(caseId)).toEqual({ blocks: 0, strikes: 0, restored: 1 });
    for (const one of [caseId, id]) expect(await mailsOf(one, 'notice-restored')).toHaveLength(1);
    await expect(submit({ caseNumber: caseId })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('have been restored'),
    });
  });

  test('restores nothing while a court action is recorded, nor after it is settled that way', async () => {
    const { videoId, caseId } = await takenOff();
    const id = await answered(caseId);
    const action = {
      reason: 'They told us.',
      court: 'A CANARY COURT',
      number: '1/26',
      filedOn: '2026-11-20',
    };
    await admin.cases.court({ id: caseId, ...action });
    expect(await mailsOf(id, 'notice-court')).toHaveLength(1);
    await clocksAt(later(30));
    expect([await stateOf(caseId), await isPublic(videoId)]).toEqual(['litigation', false]);
    await expect(admin.cases.court({ id: caseId, ...action })).rejects.toMatchObject({ code: 'conflict' });
    await admin.cases.settle({ id: caseId, reason: 'It was decided.', outcome: 'stays_off' });
    await clocksAt(later(400));
    expect([await stateOf(caseId), await isPublic(videoId)]).toEqual(['approved', false]);
    await expect(submit({ caseNumber: caseId })).rejects.toMatchObject({ code: 'bad_request' });
    const { rows } = await sql`select * from audit_log`.execute(site.base.db);
    expect(JSON.stringify(rows)).not.toContain('CANARY');
  });

  test('is not restored itself, alone or with others, and can be dismissed afterwards', async () => {
    const { videoId, caseId } = await takenOff();
    const id = await answered(caseId);
    const refusal = 'A counter-notice takes nothing down: restore the case it answers, or dismiss it.';
    await expect(admin.casework.restore({ id, reason: 'They may be right' })).rejects.toMatchObject({
      ...{ code: 'conflict', sentence: refusal },
    });
    const batch = await admin.caseBatches.restore({ ids: [id], reason: 'They may be right' });
    expect(batch.results).toEqual([{ id, isDone: false, message: refusal, canRestore: false }]);
    await admin.casework.dismiss({ id, ground: 'false_statements', reason: 'It is not theirs' });
    await clocksAt(later(21));
    expect([await stateOf(id), await stateOf(caseId)]).toEqual(['denied', 'approved']);
    expect(await isPublic(videoId)).toBe(false);
  });

  test('is handled like the first if it is the second, without changing the deadline', async () => {
    const { caseId } = await takenOff();
    await answered(caseId);
    const clocks = () =>
      site.base.db
        .selectFrom('case_clocks')
        .select(['name', 'due_at'])
        .where('case_id', '=', caseId)
        .execute();
    const before = await clocks();
    const second = await answered(caseId);
    expect(await stateOf(second)).toBe('approved');
    expect(await clocks()).toEqual(before);
    expect(await mailsOf(caseId, 'counter-notice')).toHaveLength(2);
    await clocksAt(later(21));
    expect(await mailsOf(second, 'notice-restored')).toHaveLength(1);
    expect(await traces(caseId)).toMatchObject({ restored: 1 });
  });

  test('does not restore videos held by another notice, which takes everything over', async () => {
    const { videoId, caseId } = await takenOff();
    const other = await fileNoticeAbout(site, videoId);
    await admin.takedowns.decide({ id: other, status: 'approved' });
    const id = await answered(caseId);
    await clocksAt(later(21));
    expect([await stateOf(caseId), await isPublic(videoId)]).toEqual(['restored', false]);
    expect(await traces(other)).toMatchObject({ blocks: 3, strikes: 1 });
    const [mail] = await mailsOf(id, 'notice-restored');
    expect(mail?.body).toContain('stays down because of another notice');
  });

  test('is forwarded to a mailbox that was never confirmed too, and at most three times a day', async () => {
    const notes = async (id: string) =>
      (await admin.casework.open({ id })).papers.flatMap(({ what, texts }) =>
        what === 'note' ? texts.map(({ text }) => text) : [],
      );
    const unconfirmed = await fileNotice(site, { infringingUrl: `${site.url}/video/gone` });
    await admin.takedowns.decide({ id: unconfirmed, status: 'approved' });
    const first = await answered(unconfirmed);
    expect([await stateOf(unconfirmed), await stateOf(first)]).toEqual(['restoring', 'approved']);
    expect(await mailsOf(unconfirmed, 'counter-notice')).toHaveLength(1);

    const { caseId } = await takenOff();
    const all: string[] = [];
    for (let n = 0; n < 4; n += 1) all.push(await answered(caseId));
    expect(await Promise.all(all.map(stateOf))).toEqual(['approved', 'approved', 'approved', 'open']);
    expect(await mailsOf(caseId, 'counter-notice')).toHaveLength(3);
    expect(await notes(all[3] ?? '')).toEqual([expect.stringContaining('within a day')]);
    const forwardAt = (now: Date) => forwardWaiting({ ...cases, clock: { now: () => now } }, signal);
    await forwardAt(later(0.9));
    expect(await stateOf(all[3] ?? '')).toBe('open');
    await forwardAt(later(1.1));
    expect(await stateOf(all[3] ?? '')).toBe('approved');
    expect(await mailsOf(caseId, 'counter-notice')).toHaveLength(4);
    await forwardAt(later(2.2));
    expect(await mailsOf(caseId, 'counter-notice')).toHaveLength(4);
  });

  test('waits until it is complete', async () => {
    const { caseId } = await takenOff();
    const { id } = await submit({ caseNumber: caseId, signature: '', jurisdictionStatement: false });
    const token = await confirm(id);
    expect([await stateOf(caseId), await stateOf(id)]).toEqual(['approved', 'incomplete']);
    await site.client.reports.supplement({ token, signature: 'Uma Uploader', jurisdictionStatement: true });
    expect([await stateOf(caseId), await stateOf(id)]).toEqual(['restoring', 'approved']);
  });

  test('is refused with a sentence if it answers nothing', async () => {
    const { videoId } = await takenOff();
    const open = await fileNoticeAbout(site, videoId);
    const { id: intimate } = await submit({
      ...{ slug: 'intimate-image', addresses: `${site.url}/video/${videoId}`, goodFaithStatement: true },
    });
    for (const [caseNumber, words] of [
      ['none', 'We have no notice with this number.'],
      [open, 'Nothing has been taken down because of this notice.'],
      [intimate, 'The law provides no counter-notice for this kind of notice.'],
    ])
      await expect(submit({ caseNumber })).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining(words ?? ''),
      });
    await expect(submit({})).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('is not needed if the complainant withdraws, in every state', async () => {
    for (const prepare of [async () => '', answered]) {
      const { videoId, caseId } = await takenOff();
      const id = await prepare(caseId);
      const [receipt] = await mailsOf(caseId, 'notice-receipt');
      const token = tokenIn(receipt?.body ?? '', 'confirm');
      expect(await site.client.reports.withdraw({ token, isSure: true })).toMatchObject({
        state: 'restored',
      });
      expect(await isPublic(videoId)).toBe(true);
      await clocksAt(later(21));
      expect(await traces(caseId)).toEqual({ blocks: 0, strikes: 0, restored: 0 });
      expect(await mailsOf(id, 'notice-restored')).toHaveLength(id ? 1 : 0);
    }
  });
});

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
  return (await site.admin()).casework.dismiss({ id, ...dismissal });
}

test('an administrator dismisses a forwarded one: its clock stops, and both sides are told', async () => {
  const { videoId, caseId, ids } = await countered();
  const id = ids[0] ?? '';
  expect((await (await site.admin()).casework.get({ id })).acts).toContain('dismiss');
  const { message, case: caseRow } = await dismiss(id);
  expect(message).toContain('The videos stay down');
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

test('if another forwarded one is pending, its time counts', async () => {
  const { caseId, ids } = await countered(2);
  const secondAt = new Date(clock.now().getTime() - 86_400_000);
  await dismiss(ids[0] ?? '');
  expect(await stateOf(caseId)).toBe('restoring');
  const { opens } = counterWindow('copyright', secondAt);
  const { dueAt } = await (await site.admin()).casework.get({ id: caseId });
  expect(dueAt).toBe(opens.toISOString());
  const [mail] = await mailsOf(caseId, 'notice-counter-ended');
  expect(mail?.body).toContain(`between ${opens.toISOString().slice(0, 10)}`);
  clock.pass(20);
  await runTheClocks();
  expect(await stateOf(caseId)).toBe('restored');
  expect((await (await site.admin()).casework.get({ id: ids[1] ?? '' })).acts).not.toContain('dismiss');
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
  await (await site.admin()).cases.court({ id: caseId, ...action });
  await expect(dismiss(other.id)).rejects.toMatchObject({ message: expect.stringContaining('court action') });
});

test('the operator is told days before anything is restored automatically', async () => {
  const { caseId } = await countered();
  clock.pass(8);
  await runTheClocks();
  const alarms = await openedMails(site.base, 'case-alarm');
  expect(alarms.at(-1)?.body).toContain(caseId);
  expect(await stateOf(caseId)).toBe('restoring');
});

test('one that is never completed ends, and its confirmed sender is told', async () => {
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
  expect(mails.map(({ subject }) => subject)).toEqual([`Your counter-notice ${id} was closed`]);
  expect(mails[0]?.body).toContain('was closed automatically');
  expect(mails[0]?.body).not.toContain('A person has reviewed it');
});

test('without the keys, notices are decided and restored, also by the clock, without their texts; new ones are refused', async () => {
  const { videoId, caseId } = await countered();
  const [decided, undone] = [await makeVideo(site.base.db), await takenOff()];
  const fields = { infringingUrl: `${site.url}/video/${decided}`, copyrightWork: 'Another film' };
  const waiting = await fileNotice(site, fields);
  const { keys } = site.base;
  for (const name of keys.names()) keys.destroy(name);
  const one = await site.admin();
  const { message } = await one.takedowns.decide({ id: waiting, status: 'approved', adminNotes: 'LEFT OUT' });
  expect(message).toContain('The keys of this case are missing');
  expect(await isPublic(decided)).toBe(false);
  const back = await one.casework.restore({ id: undone.caseId, reason: 'LEFT OUT' });
  expect(back.message).toContain('the text is not kept');
  expect(await isPublic(undone.videoId)).toBe(true);
  const { papers } = await one.casework.get({ id: undone.caseId });
  expect(papers.map(({ what }) => what)).toContain('reason');
  const rows = await site.base.db.selectFrom('case_papers').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('LEFT OUT');
  await expect(takenOff()).rejects.toThrow('This machine lacks case keys');
  clock.pass(20);
  await runTheClocks();
  expect([await stateOf(caseId), await isPublic(videoId)]).toEqual(['restored', true]);
});
