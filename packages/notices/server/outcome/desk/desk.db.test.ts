import { CASE_KIND_FORMS, type CaseField, type Client, createClient, fetchTransport } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSource, makeVideo } from '../../../../test/factories.ts';
import { fileNoticeAbout } from '../../../../test/notices.ts';
import { openedMails } from '../../../../test/opened-cases.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';

let site: TestSite;
let admin: Client;
let sourceId: string;
let videoId: string;
let networks = 0;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
  sourceId = await makeSource(site.base.db, { name: 'Charts', url: 'https://charts.test/' });
});
afterAll(() => site.close());
beforeEach(async () => {
  videoId = await makeVideo(site.base.db, { source_id: sourceId });
});

function publicCalls(): Client['reports'] {
  networks += 1;
  return createClient(fetchTransport(site.url, { 'x-forwarded-for': `10.60.${networks}.7` })).reports;
}

/** Complete by its law. Returns the id. */
async function report(slug: string, fields: Record<string, unknown>): Promise<string> {
  const sender = { email: `vera${networks}@mail.example`, name: 'Vera Stone', signature: 'Vera Stone' };
  const addresses = `${site.url}/video/${videoId}`;
  const { id } = await publicCalls().submit({ ...{ slug, addresses }, ...sender, ...fields });
  return id;
}

async function confirm(id: string): Promise<void> {
  const receipts = await openedMails(site.base, 'notice-receipt');
  const body = receipts.find((mail) => mail.case_id === id)?.body ?? '';
  const token = /\/report\/confirm\/(\S+)/.exec(body)?.[1] ?? '';
  await publicCalls().confirm({ token });
}

async function statusOf(id = videoId): Promise<string> {
  const query = site.base.db.selectFrom('videos').select('status').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).status;
}

const listed = async (kind: string, state: 'open' | 'decided') =>
  (await admin.casework.list({ kind: kind as 'minor', state })).cases.map(({ id }) => id);

const HATE = { subject: 'hate', reasons: 'It is', goodFaithStatement: true };
const SECRET = 'A SECRET-TEXT';
const VALUES: Partial<Record<CaseField['type'], unknown>> = { line: SECRET, text: SECRET, tick: true };
const sampleOf = ({ type, choices }: CaseField) => (choices ? Object.keys(choices)[0] : VALUES[type]);

test.each(CASE_KIND_FORMS.filter(({ kind }) => kind !== 'copyright' && kind !== 'counter_notice'))(
  'a case of $slug is listed, opened, approved with its ground, and restored',
  async ({ kind, slug, ...form }) => {
    const values = Object.entries<CaseField>(form.fields).map(([name, field]) => [name, sampleOf(field)]);
    const fields = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    const ground = kind === 'authority_order' ? 'court' : undefined;
    const id = await report(slug, fields);
    const email = (await openedMails(site.base, 'notice-receipt')).find((mail) => mail.case_id === id);
    if (email) await confirm(id);
    expect(await listed(kind, 'open')).toContain(id);
    const found = await admin.casework.get({ id });
    expect(found).toMatchObject({ id, kind, isOpen: true, targets: [{ video: { id: videoId } }] });
    expect(found.clocks.some(({ endedAt }) => endedAt === null) || found.asked.length > 0).toBe(true);
    expect(JSON.stringify([found, await admin.casework.list({})])).not.toMatch(/SECRET|Stone|mail\.example/);

    const texts = await admin.casework.open({ id });
    expect(JSON.stringify(texts)).toContain('SECRET-TEXT');
    expect(texts.addresses).toEqual([{ position: 0, address: `${site.url}/video/${videoId}`, videos: null }]);

    const wrong = admin.casework.decide({ id, status: 'approved', ground: 'none' });
    await expect(wrong).rejects.toMatchObject({ code: 'bad_request' });
    const decision = { id, status: 'approved', note: 'A SECRET-NOTE', ...(ground && { ground }) } as const;
    const decided = await admin.casework.decide(decision);
    const chosen = ground ?? found.grounds.find(({ name }) => name)?.name;
    expect(decided.case).toMatchObject({ state: 'approved', outcome: 'taken_off', ground: chosen });
    expect(await statusOf()).toBe('hidden');
    expect(await listed(kind, 'decided')).toContain(id);
    const told = (await openedMails(site.base, 'notice-decision')).filter((mail) => mail.case_id === id);
    expect(told.map(({ subject }) => subject)).toEqual(email ? [`Your notice ${id} was approved`] : []);
    expect(JSON.stringify(told)).not.toContain('SECRET');

    const back = await admin.casework.restore({ id, reason: 'A SECRET-REASON' });
    expect(back.case).toMatchObject({ state: 'restored', isOpen: false });
    expect(await statusOf()).not.toBe('hidden');
    const { papers } = await admin.casework.open({ id });
    const written = papers.filter(({ what }) => what !== 'mail').map(({ what }) => what);
    expect(written).toEqual(['submission', 'note', 'reason']);
  },
);

test('a request for personal data is answered, and its pages stay on the site', async () => {
  const id = await report('privacy', { request: 'access', details: 'All that you have' });
  await confirm(id);
  expect((await admin.casework.get({ id })).grounds[0]).toMatchObject({ name: '' });
  const { case: answered, message } = await admin.casework.decide({ id, status: 'approved', ground: '' });
  expect(answered).toMatchObject({ state: 'approved', ground: 'answered', outcome: null, copies: null });
  expect(answered.acts).not.toContain('restore');
  expect(message).toContain('nothing was taken down');
  expect(await statusOf()).toBe('published');
  const mail = (await openedMails(site.base, 'notice-decision')).find((one) => one.case_id === id);
  expect(mail?.subject).toBe(`Your notice ${id} was answered`);
  expect(mail?.body).toContain('Nothing was taken down');
  const exported = await admin.transparency.export({ format: 'dsa', caseId: id });
  expect(exported).toMatchObject({ entries: [], heldBack: [] });
  const restored = admin.casework.restore({ id, reason: 'It was wrong' });
  await expect(restored).rejects.toMatchObject({ code: 'conflict' });
  // It keeps nothing off that another case restores, though it had hidden it before.
  const taken = { case_id: id, video_id: videoId, status_before: 'published', taken_at: new Date() };
  await site.base.db.insertInto('takedown_videos').values(taken).execute();
  expect((await admin.casework.get({ id })).copies).toBeNull();
  const other = await report('illegal-content', { subject: 'hate', reasons: 'It is' });
  await admin.casework.decide({ id: other, status: 'approved' });
  await admin.casework.restore({ id: other, reason: 'It was not' });
  expect(await statusOf()).not.toBe('hidden');
});

test('a copyright case is decided and restored as its own page does it', async () => {
  const id = await fileNoticeAbout(site, videoId);
  expect(await listed('copyright', 'open')).toContain(id);
  await admin.casework.decide({ id, status: 'approved', note: 'Seen by the desk' });
  expect(await admin.takedowns.get({ id })).toMatchObject({
    status: 'approved',
    adminNotes: 'Seen by the desk',
  });
  const about = await report('counter-notice', { caseNumber: id, reasons: 'Ours', postalAddress: '1 Road' });
  await expect(admin.casework.decide({ id: about, status: 'approved' })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect((await admin.casework.get({ id: about })).others.map((other) => other.id)).toContain(id);
  expect((await admin.casework.decide({ id: about, status: 'denied' })).case.state).toBe('denied');
  expect(await statusOf()).toBe('hidden');
  await admin.casework.restore({ id, reason: 'It was theirs' });
  expect(await admin.takedowns.get({ id })).toMatchObject({ restored: { reason: 'It was theirs' } });
  expect(await statusOf()).not.toBe('hidden');
});

test('a denial restores the hidden videos, and a case can be held and erased', async () => {
  const id = await report('minor', { reasons: 'A SECRET-TEXT' });
  expect(await statusOf()).toBe('hidden');
  const noted = await admin.casework.note({ id, note: 'A SECRET-NOTE' });
  expect(noted.case.papers.map(({ what }) => what)).toEqual(['submission', 'mail', 'note']);
  await admin.casework.decide({ id, status: 'denied' });
  expect(await statusOf()).not.toBe('hidden');
  expect((await admin.casework.hold({ id, held: true })).case.heldAt).not.toBeNull();
  await expect(admin.casework.erase({ id })).rejects.toMatchObject({ code: 'conflict' });
  await admin.casework.hold({ id, held: false });
  expect((await admin.casework.erase({ id })).case).toMatchObject({ initials: '', state: 'denied' });
  await expect(admin.casework.open({ id })).rejects.toMatchObject({ code: 'conflict' });
  await expect(admin.casework.note({ id, note: 'More' })).rejects.toMatchObject({ code: 'conflict' });
  const rows = await site.base.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/SECRET/);
});

test('missing elements are requested by mail, and the answer on the private page reopens the case', async () => {
  const id = await report('intimate-image', { goodFaithStatement: true });
  await confirm(id);
  await expect(admin.casework.ask({ id, elements: ['none'] })).rejects.toMatchObject({ code: 'bad_request' });
  const first = await admin.casework.ask({ id, elements: ['location'], message: 'A SECRET-MESSAGE' });
  expect(first.case).toMatchObject({ state: 'incomplete', asked: ['location'] });
  const removal = first.case.clocks.find(({ name }) => name === 'removal');
  expect(removal).toMatchObject({ endedAt: null, isHard: true, does: 'alarm' });
  expect((await admin.casework.ask({ id, elements: ['signature'] })).case.asked).toEqual([
    'signature',
    'location',
  ]);
  const mails = (await openedMails(site.base, 'notice-question')).filter((mail) => mail.case_id === id);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.body).toContain('the addresses where it is on our site (TAKE IT DOWN Act');
  expect(mails[0]?.body).toContain('SECRET-MESSAGE');
  const token = /\/report\/status\/(\S+)/.exec(mails[0]?.body ?? '')?.[1] ?? '';
  const reports = publicCalls();
  expect((await reports.status({ token })).asked).toEqual(['signature', 'location']);
  await reports.supplement({ token, addresses: `${site.url}/video/${videoId}`, note: 'Here it is' });
  expect(await admin.casework.get({ id })).toMatchObject({ state: 'open', asked: [] });
  const acts = await site.base.db.selectFrom('audit_log').selectAll().where('subject', '=', id).execute();
  expect(acts.map(({ action }) => action)).toContain('cases.ask');
  expect(JSON.stringify(acts)).not.toContain('SECRET');
  await admin.casework.decide({ id, status: 'denied' });
  await expect(admin.casework.ask({ id, elements: ['signature'] })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('a mailbox that nobody has confirmed gets none of our own words', async () => {
  const id = await report('intimate-image', { goodFaithStatement: true });
  const { message } = await admin.casework.ask({ id, elements: ['location'], message: 'A SECRET-MESSAGE' });
  expect(message).toContain('without your message');
  const [mail] = (await openedMails(site.base, 'notice-question')).filter((one) => one.case_id === id);
  expect(mail?.body).toContain('the addresses where it is on our site');
  expect(mail?.body).not.toContain('SECRET-MESSAGE');
});

test('a video can be added to a notice, and is taken down with the others', async () => {
  const id = await report('privacy', {
    addresses: `${site.url}/about`,
    request: 'erase',
    details: 'My name',
  });
  expect(await admin.casework.get({ id })).toMatchObject({ videos: 0, sources: [], title: null });
  await expect(admin.casework.name({ id, video: 'nothing' })).rejects.toMatchObject({ code: 'bad_request' });
  const named = await admin.casework.name({ id, video: `${site.url}/video/${videoId}` });
  expect(named.case).toMatchObject({ videos: 1, sources: [{ id: sourceId, strikes: 0 }] });
  await expect(admin.casework.name({ id, video: videoId })).rejects.toMatchObject({ code: 'conflict' });
  await admin.casework.decide({ id, status: 'approved' });
  expect(await statusOf()).toBe('hidden');
  await expect(admin.casework.name({ id, video: videoId })).rejects.toMatchObject({ code: 'conflict' });
});

test("a case shows its sender's history, other cases, its source and the possible acts", async () => {
  const sender = { email: 'often@mail.example', name: 'Olga Often' };
  const fields = { subject: 'hate', reasons: 'Hateful', goodFaithStatement: true, ...sender };
  const denied = await report('illegal-content', { ...fields, reasons: 'First' });
  await admin.casework.decide({ id: denied, status: 'denied' });
  const id = await report('illegal-content', { ...fields, reasons: 'Second' });
  const found = await admin.casework.get({ id });
  expect(found.sender).toMatchObject({ approved: 0, denied: 1, undecided: 0, latest: [{ id: denied }] });
  expect(found.others).toMatchObject([{ id: denied, kind: 'illegal_content', state: 'denied' }]);
  expect(found.sources).toMatchObject([{ id: sourceId, name: 'Charts', notices: expect.any(Number) }]);
  expect(found.sources[0]?.notices).toBeGreaterThanOrEqual(2);
  expect(found.acts).toEqual(['approve', 'deny', 'ask', 'name', 'note', 'hold']);
  expect((await admin.casework.get({ id: denied })).acts).toEqual(['note', 'hold', 'erase']);
  const restricted = await report('minor', { reasons: 'Young' });
  expect(await admin.casework.get({ id: restricted })).toMatchObject({ title: null, isRestricted: true });
});

test.each(['importance', 'due'] as const)('pages by %s hold each open case once', async (order) => {
  for (let n = 0; n < 3; n += 1) await report('intimate-image', { goodFaithStatement: true });
  const whole = (await admin.casework.list({ order, limit: 200 })).cases.map(({ id }) => id);
  expect(whole.length).toBeGreaterThanOrEqual(3);
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const { cases, next } = await admin.casework.list({ order, limit: 2, ...(after && { after }) });
    seen.push(...cases.map(({ id }) => id));
    if (next === null) break;
    after = next;
  }
  expect(seen).toEqual(whole);
  await expect(admin.casework.list({ after: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
});

test('without a mail server a notice waits for a decision at once, and no confirmation is requested', async () => {
  const { reports } = site.client;
  const { id, statusPath } = await reports.submit({
    ...{ slug: 'intimate-image', addresses: 'https://elsewhere.example/watch', email: 'ann@mail.example' },
  });
  const token = statusPath.split('/').at(-1) ?? '';
  expect(await reports.status({ token })).toMatchObject({ state: 'incomplete', hasMailbox: false });
  await reports.supplement({ token, place: 'All of it', signature: 'Ann', goodFaithStatement: true });
  expect((await reports.status({ token })).state).toBe('open');
  const { cases } = await admin.casework.list({ state: 'waiting' });
  expect(cases.map((one) => one.id)).toContain(id);
  await expect(reports.sendLink({ token })).rejects.toMatchObject({ code: 'conflict' });
});

test('several are approved with one ground, category and note, refusals are listed, and all is undone', async () => {
  const videos = await Promise.all([1, 2, 3].map(() => makeVideo(site.base.db, { source_id: sourceId })));
  const about = (n: number, email: string) =>
    report('illegal-content', { ...HATE, email, addresses: `${site.url}/video/${videos[n]}` });
  const [first, second] = [await about(0, 'one@mail.example'), await about(1, 'two@mail.example')];
  const copyright = await fileNoticeAbout(site, videos[2] ?? '');
  const denied = await about(2, 'three@mail.example');
  await admin.casework.decide({ id: denied, status: 'denied' });
  const category = 'STATEMENT_CATEGORY_VIOLENCE';
  const { message, results } = await admin.caseBatches.decide({
    ...{ ids: [first, second, copyright, denied, 'nothing', first], status: 'approved' },
    ...{ ground: 'terms', category, note: 'A SECRET-NOTE' },
  });
  expect(message).toBe('2 of 5 cases done. 3 refused.');
  expect(results.map(({ id, isDone, canRestore }) => [id, isDone, canRestore])).toEqual([
    [first, true, true],
    [second, true, true],
    // It has no such ground.
    [copyright, false, false],
    [denied, false, false],
    ['nothing', false, false],
  ]);
  expect(results.map((one) => one.message).slice(2)).toEqual([
    'ground: this kind of case does not have this ground.',
    expect.stringContaining('This case was denied.'),
    'This case does not exist.',
  ]);
  expect(await Promise.all(videos.map((id) => statusOf(id)))).toEqual(['hidden', 'hidden', 'published']);
  for (const id of [first, second]) {
    expect(await admin.casework.get({ id })).toMatchObject({ ground: 'terms', category });
    expect(JSON.stringify(await admin.casework.open({ id }))).toContain('A SECRET-NOTE');
  }
  const log = await site.base.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain('SECRET');

  const back = await admin.caseBatches.restore({ ids: [first, second, denied], reason: 'It was wrong' });
  expect(back.results.map(({ isDone }) => isDone)).toEqual([true, true, false]);
  expect(await Promise.all(videos.map((id) => statusOf(id)))).not.toContain('hidden');
});
