import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeNotice } from '../../test/notices.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { sealOldNotices } from './seal-old.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

test('notices from before there were keys are sealed, also when that breaks off, and read as before', async () => {
  const { db } = site.base;
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1) ids.push(await makeNotice(db, { status: 'approved', by: 'one' }));
  await sql`insert into source_strikes (source_name, case_id, at, state, voided_at, voided_by, void_reason)
    values ('Charts', ${ids[0]}, now(), 'void', now(), 'one', 'Ada Owner was wrong.')`.execute(db);
  const stopping = new AbortController();
  let batches = 0;
  const clock = {
    now() {
      batches += 1;
      if (batches === 50) stopping.abort(new Error('The worker stops.'));
      return new Date();
    },
  };
  await expect(sealOldNotices({ ...site.base, clock }, stopping.signal)).rejects.toThrow('stops');
  const inClear = async () =>
    (await sql`select from dmca_requests where complainant_name = 'Ada Owner'`.execute(db)).rows.length;
  expect(await inClear()).toBe(10);
  await sealOldNotices(site.base, new AbortController().signal);
  expect(await inClear()).toBe(0);
  const { rows } = await sql<{ text: string }>`
    select r::text as text from dmca_requests r union all select k::text from source_strikes k`.execute(db);
  expect(rows.filter(({ text }) => /Ada Owner|Chart Street/.test(text))).toEqual([]);
  const admin = await site.admin();
  expect(await admin.takedowns.get({ id: ids[0] ?? '' })).toMatchObject({
    ...{ complainantName: 'Ada Owner', complainantAddress: '1 Chart Street', signature: 'Ada Owner' },
  });
});
