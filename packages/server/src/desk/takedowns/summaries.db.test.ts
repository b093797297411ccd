import type { Client } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVideo } from '../../test/factories.ts';
import { fileNotice } from '../../test/notices.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
});
afterAll(() => site.close());

const CANARY = 'Canary';
const WRITTEN = {
  ...{ complainantName: `${CANARY} Lee`, complainantEmail: `${CANARY}@films.example` },
  ...{ complainantAddress: `1 ${CANARY} Street`, complainantPhone: `+1 555 ${CANARY}` },
  ...{ copyrightWork: `The ${CANARY} film`, additionalInfo: `${CANARY} again`, signature: `${CANARY} Lee` },
};

test('what the pages list holds nothing that persons wrote, and opening it is recorded', async () => {
  const videoId = await makeVideo(site.base.db);
  const id = await fileNotice(site, { ...WRITTEN, infringingUrl: `${site.url}/video/${videoId}?${CANARY}` });
  const opened = () =>
    site.base.db.selectFrom('audit_log').selectAll().where('action', '=', 'takedowns.open').execute();
  const seen = async () => [await admin.takedowns.summaries(), await admin.takedowns.summary({ id })];
  const [[listed] = [], one] = (await seen()) as [
    Awaited<ReturnType<Client['takedowns']['summaries']>>,
    unknown,
  ];
  expect(listed).toMatchObject({ id, initials: 'C. L.', status: 'pending', adminNotes: null });
  expect(one).toEqual(listed);
  await admin.takedowns.decide({ id, status: 'approved', adminNotes: `${CANARY} is right.` });
  await admin.takedowns.restore({ id, reason: `${CANARY} was wrong.` });
  expect(JSON.stringify(await seen())).not.toContain(CANARY);
  expect(await opened()).toEqual([]);
  // The specification's call has everything, and so does the recorded act.
  const [whole] = await admin.takedowns.list();
  expect(whole).toMatchObject({ id, ...WRITTEN, adminNotes: `${CANARY} is right.` });
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
  await expect(admin.takedowns.summary({ id: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(admin.takedowns.summaries({ before: 'none' })).rejects.toMatchObject({ code: 'not_found' });
});
