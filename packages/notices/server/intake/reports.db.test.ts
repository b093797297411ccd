import { createClient, fetchTransport } from '@vesper/contract';
import { execute } from '@vesper/core/db/run-sql.ts';
import { keepOldAddresses } from '@vesper/library/old-addresses';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { completeNotice } from '../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let mailServer: MailServer;
let videoId: string;
let networks = 0;

beforeAll(async () => {
  mailServer = await startMailServer();
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1', SMTP_URL: mailServer.url });
  await site.startWorker();
});
afterAll(async () => {
  await site.close();
  await mailServer.close();
});
beforeEach(async () => {
  mailServer.mails.length = 0;
  videoId = await makeVideo(site.base.db);
});

function client(network = ++networks) {
  const from = { 'x-forwarded-for': `10.${70 + (network >> 8)}.${network & 255}.7` };
  return Object.assign(createClient(fetchTransport(site.url, from)), { from });
}

const address = (id = videoId) => `${site.url}/video/${id}`;

function intimate(fields: Record<string, unknown> = {}) {
  return {
    ...{ slug: 'intimate-image', addresses: address(), email: 'vera@mail.example', signature: 'Vera Stone' },
    ...{ goodFaithStatement: true, place: 'A SECRET-PLACE', ...fields },
  };
}

const tokenOf = (path: string) => path.split('/').at(-1) ?? '';

async function statusOf(id = videoId): Promise<string> {
  const { status } = await site.base.db
    .selectFrom('videos')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status;
}

async function mailTo(to: string, subject: RegExp) {
  const find = () =>
    mailServer.mails.find((mail) => mail.to.includes(to) && subject.test(mail.headers.get('subject') ?? ''));
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
  return find()!;
}

test('a notice is hidden once its mailbox is confirmed, and its receipt says nothing of the sender', async () => {
  const { reports } = client();
  const { id, statusPath } = await reports.submit(intimate());
  const token = tokenOf(statusPath);
  expect(await reports.status({ token })).toMatchObject({
    ...{ id, kind: 'intimate_image', state: 'unconfirmed', hasMailbox: true, isConfirmed: false },
    ...{ isHidden: false, comesBack: null, asked: [], targets: [{ shape: 'page', videoId }] },
  });
  expect(await statusOf()).toBe('published');
  const receipt = await mailTo('vera@mail.example', /please confirm/);
  expect(receipt.body).toContain(`/video/${videoId}`);
  expect(receipt.body).not.toMatch(/SECRET|Stone/);
  const link = new URL(/https?:\/\/\S+\/report\/confirm\/\S+/.exec(receipt.body)?.[0] ?? '').pathname;
  const shown = await fetch(site.url + link);
  expect([shown.status, shown.headers.get('cache-control'), shown.headers.get('referrer-policy')]).toEqual([
    ...[200, 'no-store', 'no-referrer'],
  ]);
  expect(await statusOf()).toBe('published');
  const confirmed = await fetch(site.url + link, { method: 'POST', redirect: 'manual', ...FORM, body: '' });
  // An impostor saw the first page: from now on only the mailbox's link withdraws it.
  const ownPath = link.replace('/confirm/', '/status/');
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, ownPath]);
  expect(await statusOf()).toBe('hidden');
  expect(await reports.status({ token })).toMatchObject({ state: 'open', isConfirmed: true, isHidden: true });
  const copy = await mailTo('vera@mail.example', /A copy/);
  expect(copy.body).toContain('> A SECRET-PLACE');
  await reports.confirm({ token: tokenOf(link) });
  await expect(reports.withdraw({ token, isSure: true })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('use the link in the emails'),
  });
  expect(await statusOf()).toBe('hidden');
  expect(copy.body).toContain(ownPath);
  await reports.withdraw({ token: tokenOf(ownPath), isSure: true });
  expect(await reports.status({ token })).toMatchObject({ state: 'withdrawn', isHidden: false });
  expect(await statusOf()).not.toBe('hidden');
});

test('an address of an imported site names the video that was there', async () => {
  const old = { domain: '', address: '/watch.php?id=12' };
  await keepOldAddresses(site.base.db, { videoId, moveInId: 1 }, [old]);
  const reportOf = async (written: string) => {
    const { statusPath } = await client().reports.submit({ slug: 'minor', addresses: written });
    return (await site.client.reports.status({ token: tokenOf(statusPath) })).targets;
  };
  expect(await reportOf(`${site.url}/watch.php?id=12`)).toEqual([{ shape: 'page', videoId }]);
  expect(await statusOf()).toBe('hidden');
  // Another site's addresses name nothing.
  expect(await reportOf('https://elsewhere.example/watch.php?id=12')).toEqual([
    { shape: 'other', videoId: null },
  ]);
});

test('somebody under 18 is hidden at once, and the operator is told at once', async () => {
  const { reports } = client();
  const { statusPath } = await reports.submit({ slug: 'minor', addresses: address() });
  expect(await statusOf()).toBe('hidden');
  const token = tokenOf(statusPath);
  expect(await reports.status({ token })).toMatchObject({ state: 'open', isHidden: true, hasMailbox: false });
  await expect(reports.withdraw({ token, isSure: true })).rejects.toMatchObject({ code: 'conflict' });
  expect(await statusOf()).toBe('hidden');
  const { contactEmail } = await site.client.domains.config();
  expect((await mailTo(contactEmail, /^Urgent/)).body).not.toContain(videoId);
});

test('an offence against minors is treated as one whichever form reports it, without a name', async () => {
  const { reports } = client();
  const { statusPath } = await reports.submit({
    slug: 'illegal-content',
    addresses: address(),
    subject: 'minors',
    country: 'Nowhere',
  });
  expect(await reports.status({ token: tokenOf(statusPath) })).toMatchObject({ kind: 'minor', asked: [] });
  expect(await statusOf()).toBe('hidden');
});

test('missing elements are requested by name and can be added', async () => {
  const { reports } = client();
  const { statusPath } = await reports.submit({
    slug: 'illegal-content',
    addresses: address(),
    subject: 'hate',
    email: 'ira@mail.example',
  });
  const token = tokenOf(statusPath);
  expect(await reports.status({ token })).toMatchObject({
    state: 'incomplete',
    asked: ['reasons', 'contact', 'good_faith'],
  });
  const page = await (await fetch(site.url + statusPath)).text();
  expect(page).toContain('the reasons why you hold the content to be illegal');
  expect(page).toContain('Article 16(2)(a)');
  expect(page).not.toContain('ira@mail.example');
  await expect(reports.supplement({ token })).rejects.toMatchObject({ code: 'bad_request' });
  const some = await reports.supplement({ token, reasons: 'It threatens people.', name: 'Ira Ham' });
  expect(some).toMatchObject({ state: 'incomplete', asked: ['good_faith'] });
  const posted = await fetch(site.url + statusPath, {
    ...{ method: 'POST', redirect: 'manual', ...FORM },
    body: new URLSearchParams({ act: 'supplement', goodFaithStatement: 'on', note: 'Thank you' }).toString(),
  });
  expect([posted.status, posted.headers.get('location')]).toEqual([303, statusPath]);
  expect(await reports.status({ token })).toMatchObject({ state: 'unconfirmed', asked: [] });
});

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };

test('a form is posted without script, and shown again with what was typed', async () => {
  const { from } = client();
  const post = (path: string, fields: Record<string, string>) =>
    fetch(site.url + path, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields).toString() },
      headers: { ...FORM.headers, ...from },
    });
  const refused = await post('/report/intimate-image', { addresses: 'no address', place: 'At <3 minutes' });
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store']);
  const page = await refused.text();
  for (const words of ['Please enter a valid URL', 'At &lt;3 minutes', 'href="#addresses"', '<title>Error: '])
    expect(page).toContain(words);
  const taken = await post('/report/intimate-image', { addresses: address(), email: 'may@mail.example' });
  expect(taken.status).toBe(303);
  expect((await fetch(site.url + taken.headers.get('location'))).status).toBe(200);
  const {
    goodFaithStatement: _,
    accuracyStatement: _2,
    ...texts
  } = completeNotice({ infringingUrl: address() });
  const unticked = await post('/dmca/submit', texts);
  expect(unticked.status).toBe(400);
  expect(await unticked.text()).toContain('Both good faith and accuracy statements must be true');
  const sent = await post('/dmca/submit', { ...texts, goodFaithStatement: 'on', accuracyStatement: 'on' });
  expect(sent.status).toBe(303);
  const strange = await fetch(`${site.url}/report/minor`, {
    method: 'POST',
    headers: { ...FORM.headers, 'sec-fetch-site': 'cross-site' },
    body: '',
  });
  expect(strange.status).toBe(403);
  expect((await post('/report/nothing', {})).status).toBe(404);
});

test('if address and id disagree, the address counts', async () => {
  const other = await makeVideo(site.base.db);
  const { takedowns, reports } = client();
  const notice = completeNotice({ infringingUrl: address(), videoId: other });
  const { requestId, statusPath } = await takedowns.submit(notice);
  const admin = await site.admin();
  expect((await admin.takedowns.get({ id: requestId })).videoId).toBe(videoId);
  expect(await reports.status({ token: tokenOf(statusPath) })).toMatchObject({
    disagrees: true,
    targets: [
      { shape: 'page', videoId },
      { shape: 'given', videoId: null },
    ],
  });
  const second = await takedowns.submit(completeNotice({ videoId: other, copyrightWork: 'Another' }));
  expect((await admin.takedowns.get({ id: second.requestId })).videoId).toBe(other);
});

test('identical notices from a network are one case, which nobody else reaches', async () => {
  const from = client();
  const first = await from.reports.submit(intimate({ email: 'zoe@mail.example' }));
  expect(await from.reports.submit(intimate({ email: 'zoe@mail.example' }))).toEqual(first);
  for (const strange of [
    intimate({ email: 'zoe@mail.example' }),
    intimate({ email: 'zoe@mail.example', place: 'x' }),
  ]) {
    const other = await client().reports.submit(strange);
    expect([other.id === first.id, other.statusPath === first.statusPath]).toEqual([false, false]);
  }
  const papers = await execute(site.base.db)<{ what: string }>`
    select what from case_papers where case_id = ${first.id} order by id`;
  expect(papers.map(({ what }) => what)).toEqual(['submission', 'mail']);
});

test('the same notice twice at once, by the form or the call, is one case with one number', async () => {
  const { reports, takedowns, from } = client();
  const notice = { slug: 'minor', addresses: address(), reasons: 'Twice' };
  const ids = await Promise.all([1, 2, 3].map(async () => (await reports.submit(notice)).id));
  expect(new Set(ids).size).toBe(1);
  const copyright = completeNotice({ infringingUrl: address(), copyrightWork: 'Twice' });
  const sent = await Promise.all(
    ['', 'a proof'].map(async (proof) => (await takedowns.submit({ ...copyright, proof })).requestId),
  );
  expect(new Set(sent).size).toBe(1);
  const post = async () => {
    const fields = { addresses: address(), email: 'twice@mail.example', place: 'Twice' };
    const answer = await fetch(`${site.url}/report/intimate-image`, {
      ...{ method: 'POST', redirect: 'manual', headers: { ...FORM.headers, ...from } },
      body: new URLSearchParams(fields).toString(),
    });
    return answer.headers.get('location');
  };
  const [first, second] = await Promise.all([post(), post()]);
  expect(first).toMatch('/report/status/');
  expect([second, await post()]).toEqual([first, first]);
});

test('additions change neither name nor mailbox, and added videos are hidden like the first', async () => {
  const { reports } = client();
  const { statusPath } = await reports.submit(intimate({ email: 'ada@mail.example' }));
  const token = tokenOf(statusPath);
  const stranger = { email: 'stranger@mail.example', signature: 'A STRANGER', note: 'A NOTE' };
  await reports.supplement({ token, ...stranger });
  const receipt = await mailTo('ada@mail.example', /please confirm/);
  const own = /\/report\/confirm\/(\S+)/.exec(receipt.body)?.[1] ?? '';
  await expect(reports.status({ token: own })).rejects.toMatchObject({ code: 'not_found' });
  await reports.confirm({ token: own });
  expect((await mailTo('ada@mail.example', /A copy/)).body).not.toMatch(/stranger/i);
  expect(mailServer.mails.filter(({ to }) => to.includes('stranger@mail.example'))).toEqual([]);

  const added = await makeVideo(site.base.db);
  expect([(await reports.status({ token })).isOwn, (await reports.status({ token: own })).isOwn]).toEqual([
    ...[false, true],
  ]);
  await expect(reports.supplement({ token, addresses: address(added) })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('use the link in the emails'),
  });
  expect(await statusOf(added)).toBe('published');
  await reports.supplement({ token: own, addresses: address(added) });
  expect(await statusOf(added)).toBe('hidden');
  const many = (from: number) =>
    Array.from({ length: 100 }, (_, n) => `https://elsewhere.example/${from + n}`).join('\n');
  await reports.supplement({ token: own, addresses: many(0) });
  await reports.supplement({ token: own, addresses: many(100) });
  await expect(reports.supplement({ token: own, addresses: many(200) })).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('300 addresses'),
  });
  await reports.withdraw({ token: own, isSure: true });
  expect(await statusOf(added)).not.toBe('hidden');
});

test('unknown links lead nowhere, and odd input is refused in a sentence', async () => {
  const { reports } = client();
  await expect(reports.status({ token: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(reports.confirm({ token: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(reports.submit({ slug: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(reports.submit({ slug: 'copyright' })).rejects.toMatchObject({ code: 'not_found' });
  const odd = { slug: 'minor', addresses: Array(101).fill(address()).join('\n') };
  await expect(reports.submit(odd)).rejects.toMatchObject({ code: 'bad_request' });
  expect((await fetch(`${site.url}/report/status/x`)).status).toBe(404);
});
