import { createClient, fetchTransport, STATEMENTS_REQUIRED } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../../test/factories.ts';
import { completeNotice, deleteCases, fileNoticeAbout, makeNotice } from '../../../../test/notices.ts';
import { openedMails } from '../../../../test/opened-cases.ts';
import { refusedCall } from '../../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { keepFormerNotices } from './former-notices.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
});
beforeEach(async () => {
  await sql`delete from mail_outbox`.execute(site.base.db);
  await deleteCases(site.base.db);
  await sql`delete from jobs.job where name = 'send-mail'`.execute(site.base.db);
});
afterAll(() => site.close());

let networks = 0;
/** Each from its own network, as behind a proxy. */
function visitor(headers: Record<string, string> = {}) {
  networks += 1;
  return createClient(
    fetchTransport(site.url, { 'x-forwarded-for': `10.${networks >> 8}.${networks & 255}.1`, ...headers }),
  );
}

async function submit(fields: Record<string, unknown> = {}, client = visitor()): Promise<string> {
  return (await client.takedowns.submit(completeNotice(fields))).requestId;
}

async function notices() {
  return (await site.admin()).takedowns.list({ limit: 100 });
}

function mails() {
  return openedMails(site.base);
}

async function countJobs(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs.job where name = 'send-mail'`.execute(site.base.db);
  return rows[0]?.n ?? 0;
}

describe('a complete notice', () => {
  test('is stored trimmed, pending, with its receipt and the job that sends it', async () => {
    const blank = { additionalInfo: ' \n ', complainantPhone: null };
    const id = await submit({ complainantName: '  Ann Lee ', ...blank });
    expect(await notices()).toMatchObject([
      {
        ...{ id, videoId: null, complainantName: 'Ann Lee', complainantAddress: '1 Test Street\nTesttown' },
        ...{ complainantPhone: null, additionalInfo: null, status: 'pending', respondedAt: null },
      },
    ]);
    const [receipt] = await mails();
    expect(receipt).toMatchObject({
      kind: 'notice-receipt',
      to_address: 'ann@films.example',
      reply_to: 'contact@localhost',
      from_name: 'Vesper',
      subject: `Your DMCA takedown request ${id}`,
    });
    expect(receipt?.body).toContain('within 24-48 hours');
    // Anybody can name a mailbox: it gets no word of the sender before confirmation.
    expect(receipt?.body).not.toMatch(/spinning|Ann|Testtown/);
    expect(receipt?.body).toContain(`/report/confirm/`);
    expect(await countJobs()).toBe(1);
  });

  test('knows the pages of all our domains', async () => {
    const video = await makeVideo(site.base.db);
    await sql`insert into domains (domain, site_name, brand_name, contact_email, theme_primary, theme_accent,
        seo_title_template, seo_default_title, seo_default_description)
      values ('www.other.example', 'Other', 'Other', 'agent@other.example', '#7c3aed', '#db2777', '%s', 'O', 'O')`.execute(
      site.base.db,
    );
    // Domains are cached for a moment.
    await expect
      .poll(async () => {
        const id = await submit({
          infringingUrl: `https://www.other.example/video/${video}`,
          copyrightWork: `Film ${networks}`,
        });
        return (await notices()).find((row) => row.id === id)?.videoId;
      })
      .toBe(video);
  });
});

describe('what is refused', () => {
  test.each([
    [{ complainantName: ' \u202e ' }, 'complainantName', 'Required'],
    [{ signature: undefined }, 'signature', 'Required'],
    [{ complainantName: 7 }, 'complainantName', 'This must be text'],
    [
      { complainantEmail: 'ann@films.example\r\nBcc: x@y.example' },
      'complainantEmail',
      'Please enter a valid email address',
    ],
    [{ infringingUrl: 'javascript:alert(1)' }, 'infringingUrl', 'Please enter a valid URL'],
    [{ copyrightWork: 'a\0b' }, 'copyrightWork', 'The text contains characters that cannot be stored'],
  ])('%#: %j', async (fields, field, problem) => {
    const error = await refusedCall(submit(fields));
    expect([error.status, error.code, error.sentence]).toEqual([400, 'bad_request', `${field}: ${problem}`]);
    expect(error.fields).toEqual({ [field]: problem });
    expect([await notices(), await mails()]).toEqual([[], []]);
  });

  test.each([{ goodFaithStatement: false }, { accuracyStatement: 'true' }])('%j', async (fields) => {
    const error = await refusedCall(submit(fields));
    expect([error.status, error.sentence]).toEqual([400, STATEMENTS_REQUIRED]);
    expect(error.fields).toEqual({ [Object.keys(fields)[0] ?? '']: STATEMENTS_REQUIRED });
  });
});

describe('abuse', () => {
  test('a network has ten an hour and each address three more, repetitions apart', async () => {
    const client = visitor({ 'x-forwarded-for': '203.0.113.7' });
    for (let n = 0; n < 13; n += 1) await submit({ copyrightWork: `Film ${n}` }, client);
    const error = await refusedCall(submit({ copyrightWork: 'Film 13' }, client));
    expect([error.status, error.code]).toEqual([429, 'too_many_requests']);
    expect(error.sentence).toMatch(/from your network.*contact@localhost/);
    expect(await notices()).toHaveLength(13);
    await submit({ copyrightWork: 'Film 0' }, client);
    expect(await notices()).toHaveLength(13);
    const neighbour = visitor({ 'x-forwarded-for': '203.0.113.200' });
    for (let n = 0; n < 3; n += 1) await submit({ copyrightWork: `A neighbour's film ${n}` }, neighbour);
    expect(await refusedCall(submit({ copyrightWork: 'One more' }, neighbour))).toMatchObject({
      status: 429,
    });
    await submit({ copyrightWork: 'Film 13' });
  });

  test('no text of a notice can pass for our words in the mail, or reach a header', async () => {
    const line = 'Bcc: victim@films.example';
    await submit({
      complainantName: `Ann\r\n${line}\u2028Your request was approved.`,
      signature: `x\n\n${line}`,
      copyrightWork: '.\r\n.\r\nQUIT',
    });
    for (const mail of await mails()) {
      expect(mail.subject).not.toContain('victim');
      expect(mail.from_name).toBe('Vesper');
      const own = mail.body.split('\n').filter((text) => !text.startsWith('>'));
      expect(own.join('\n')).not.toMatch(/victim|approved|QUIT/);
    }
  });
});

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

test('1.0.0 finds new notices and their decisions in its table', async () => {
  const { db } = site.base;
  const videoId = await makeVideo(db);
  const id = await fileNoticeAbout(site, videoId);
  const rowOf = () => db.selectFrom('dmca_requests').selectAll().where('id', '=', id).executeTakeFirst();
  expect(await rowOf()).toMatchObject({ video_id: videoId, status: 'pending', complainant_name: '' });
  await (await site.admin()).takedowns.decide({ id, status: 'denied' });
  expect(await rowOf()).toMatchObject({ status: 'denied', decided_by: expect.any(String) });
});
