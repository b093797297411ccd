import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeNotice } from '../../test/notices.ts';
import { openedMails } from '../../test/opened-cases.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { sealOldMails, sealOldNotices } from './seal-old.ts';

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
    complainantName: 'Ada Owner',
    complainantAddress: '1 Chart Street',
    signature: 'Ada Owner',
  });
});

test('mails that were queued in clear are sealed before they are sent, those that were sent are emptied', async () => {
  const { db } = site.base;
  const id = await makeNotice(db);
  const [video, signal] = [crypto.randomUUID(), new AbortController().signal];
  const put = (status: string, fields: { subject?: string; kind?: string } = {}) =>
    sql`
    insert into mail_outbox (kind, domain, from_name, reply_to, to_address, mailbox, subject, body, status)
    values (${fields.kind ?? 'notice-receipt'}, 'localhost', 'Vesper', 'ada@rights.example', 'Ada@rights.example',
      'ada@rights.example', ${fields.subject ?? `Your DMCA takedown request ${id}`},
      ${status === 'sent' ? '' : `Ada Owner about ${video}`}, ${status})`.execute(db);
  for (const status of ['waiting', 'failed', 'sent']) await put(status);
  await put('failed', { subject: 'Of a case that is gone' });
  await put('waiting', { kind: 'case-digest' });
  await sealOldNotices(site.base, signal);
  await sealOldMails(site.base, signal);
  await sealOldMails(site.base, signal);
  const { rows } = await sql<{ text: string }>`
    select m::text as text from mail_outbox m where kind <> 'case-digest'`.execute(db);
  expect(rows).toHaveLength(4);
  // Three letters alone are found in the hexadecimal digits of what is sealed.
  expect(rows.filter(({ text }) => /ada[ @]/i.test(text))).toEqual([]);
  const opened = (await openedMails(site.base, 'notice-receipt')).filter((mail) => mail.case_id === id);
  expect(opened.map(({ status }) => status).toSorted()).toEqual(['failed', 'waiting']);
  for (const mail of opened)
    expect(mail).toMatchObject({ to_address: 'Ada@rights.example', body: `Ada Owner about ${video}` });
  const digests = await sql`select from mail_outbox where to_address = 'Ada@rights.example'`.execute(db);
  expect(digests.rows).toHaveLength(1);
});
