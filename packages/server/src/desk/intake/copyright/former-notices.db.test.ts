import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { fileNoticeAbout, makeNotice } from '../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { keepFormerNotices } from './former-notices.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => site.close());

test('a notice of 1.0.0 without papers keeps all its fields, and can be decided', async () => {
  const { db } = site.base;
  const ids = [await makeNotice(db), await makeNotice(db, { status: 'denied', by: 'ann' })];
  await sql`
    update dmca_requests set complainant_name = 'Ada Owner', complainant_email = 'ada@rights.example',
      complainant_address = '1 Chart Street', copyright_work = 'A film of charts', admin_notes = 'Fair use',
      infringing_url = 'https://site.example/video/1', signature = 'Ada Owner' where id = any (${ids}::text[])`.execute(
    db,
  );
  const { signal } = new AbortController();
  for (let n = 0; n < 2; n += 1) await keepFormerNotices(site.base, signal);
  const admin = await site.admin();
  const [open = '', denied = ''] = ids;
  expect(await admin.takedowns.get({ id: open })).toMatchObject({
    ...{ complainantName: 'Ada Owner', complainantEmail: 'ada@rights.example', signature: 'Ada Owner' },
    ...{ complainantAddress: '1 Chart Street', copyrightWork: 'A film of charts', complainantPhone: null },
    ...{ infringingUrl: 'https://site.example/video/1', additionalInfo: null, adminNotes: null },
  });
  expect((await admin.takedowns.get({ id: denied })).adminNotes).toBe('Fair use');
  expect((await admin.casework.open({ id: denied })).papers.map(({ what }) => what)).toEqual([
    ...['submission', 'note'],
  ]);
  const { request } = await admin.takedowns.decide({ id: open, status: 'denied' });
  expect(request.status).toBe('denied');
});

test('1.0.0 finds a new notice in its table, where the decision follows', async () => {
  const { db } = site.base;
  const videoId = await makeVideo(db);
  const id = await fileNoticeAbout(site, videoId);
  const rowOf = () => db.selectFrom('dmca_requests').selectAll().where('id', '=', id).executeTakeFirst();
  expect(await rowOf()).toMatchObject({ video_id: videoId, status: 'pending', complainant_name: '' });
  await (await site.admin()).takedowns.decide({ id, status: 'denied' });
  expect(await rowOf()).toMatchObject({ status: 'denied', decided_by: expect.any(String) });
});
