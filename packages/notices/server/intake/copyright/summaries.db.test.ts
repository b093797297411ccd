import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, makeToken } from '../../../../test/everyone.ts';
import { makeVideo } from '../../../../test/factories.ts';
import { fileNotice } from '../../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { turnedClock } from '../../../../test/turned-clock.ts';

const clock = turnedClock('2026-03-02T15:00:00Z');
let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { clock });
  admin = await site.admin();
});
afterAll(() => site.close());

const CANARY = 'Canary';
const WRITTEN = {
  ...{ complainantName: `${CANARY} Lee`, complainantEmail: `${CANARY}@films.example` },
  ...{ complainantAddress: `1 ${CANARY} Street`, complainantPhone: `+1 555 ${CANARY}` },
  ...{ copyrightWork: `The ${CANARY} film`, additionalInfo: `${CANARY} again`, signature: `${CANARY} Lee` },
};

test('lists contain nothing that people wrote, and opening a notice is recorded', async () => {
  const videoId = await makeVideo(site.base.db);
  const id = await fileNotice(site, { ...WRITTEN, infringingUrl: `${site.url}/video/${videoId}?${CANARY}` });
  const opened = () =>
    site.base.db.selectFrom('audit_log').selectAll().where('action', '=', 'takedowns.open').execute();
  const seen = async () => [await admin.takedowns.summaries(), await admin.takedowns.summary({ id })];
  const one = await admin.takedowns.summary({ id });
  expect(one).toMatchObject({ id, initials: 'C. L.', status: 'pending', adminNotes: null });
  expect(await admin.takedowns.summaries()).toEqual([one]);
  await admin.takedowns.decide({ id, status: 'approved', adminNotes: `${CANARY} is right.` });
  await admin.takedowns.restore({ id, reason: `${CANARY} was wrong.` });
  expect(JSON.stringify(await seen())).not.toContain(CANARY);
  expect(await opened()).toEqual([]);
  // `/api/dmca/requests` has everything; reading it is recorded.
  const [whole] = await admin.takedowns.list();
  expect(whole).toMatchObject({ id, ...WRITTEN, adminNotes: `${CANARY} is right.` });
  expect(await admin.takedowns.get({ id })).toEqual(whole);
  expect(await admin.takedowns.open({ id })).toEqual(whole);
  expect((await opened()).map(({ subject }) => subject)).toContain(id);
  expect(JSON.stringify(await opened())).not.toContain(CANARY);
});

test('the site’s own notes are shown without opening anything', async () => {
  const id = await fileNotice(site, { copyrightWork: 'Another film' });
  await admin.takedowns.decide({ id, status: 'denied' });
  expect(await admin.takedowns.summary({ id })).toMatchObject({
    status: 'denied',
    adminNotes: 'Request does not meet DMCA requirements',
  });
});

test('calls of `/api/dmca/requests` are recorded: one notice each time, lists once an hour for each session and token', async () => {
  const one = await site.admin();
  const id = await fileNotice(site, { copyrightWork: `The second ${CANARY} film` });
  const acts = (action: string) =>
    site.base.db.selectFrom('audit_acts').selectAll().where('action', '=', action).execute();
  await one.takedowns.get({ id });
  await one.takedowns.get({ id });
  expect((await acts('takedowns.get')).filter(({ subject }) => subject === id)).toEqual([
    expect.objectContaining({ outcome: 'done' }),
    expect.objectContaining({ outcome: 'done' }),
  ]);

  const before = (await acts('takedowns.list')).length;
  const lists = async () => (await acts('takedowns.list')).length - before;
  // A refused call shows nothing.
  await expect(one.takedowns.list({ before: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await lists()).toBe(1);
  for (let n = 0; n < 3; n += 1) await one.takedowns.list();
  expect(await lists()).toBe(2);
  const token = createClient(fetchTransport(site.url, bearer(await makeToken(site, ['takedowns:read']))));
  for (let n = 0; n < 3; n += 1) expect(await token.takedowns.list()).not.toEqual([]);
  expect(await lists()).toBe(3);
  // Shorter than a session.
  for (const recorded of [3, 3, 4]) {
    clock.pass(21 / (24 * 60));
    await one.takedowns.list();
    expect(await lists()).toBe(recorded);
  }
  await one.takedowns.summaries();
  expect(await lists()).toBe(4);
  const log = await site.base.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain(CANARY);
});
