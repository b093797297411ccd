import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSource, makeVideo } from '../../../../test/factories.ts';
import { openedMails } from '../../../../test/opened-cases.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';

let site: TestSite;
let admin: Client;
let domainId: string;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
  domainId = (await admin.domainSettings.list())[0]?.id ?? '';
  const { db } = site.base;
  await db.deleteFrom('languages').where('code', 'in', ['de', 'fr']).execute();
  for (const [code, name] of [
    ['de', 'German'],
    ['fr', 'French'],
  ] as const)
    await db.insertInto('languages').values({ code, name, native_name: name, enabled: false }).execute();
});
afterAll(() => site.close());
beforeEach(() => site.base.db.deleteFrom('case_mail_texts').execute());

let sent = 0;
async function report(language: string, addresses = 'https://elsewhere.example/'): Promise<string> {
  sent += 1;
  const { reports } = createClient(
    fetchTransport(site.url, { 'x-forwarded-for': `10.70.${sent}.7`, 'accept-language': language }),
  );
  const sender = {
    email: `vera${sent}@mail.example`,
    signature: 'Vera Stone',
    reasons: `Reason ${sent} {number}`,
  };
  return (await reports.submit({ slug: 'person-shown', ...sender, addresses })).id;
}

async function mailOf(caseId: string, kind: string) {
  const mails = await openedMails(site.base, kind);
  return mails.find((mail) => mail.case_id === caseId);
}

async function confirm(caseId: string): Promise<void> {
  const { body = '' } = (await mailOf(caseId, 'notice-receipt')) ?? {};
  await site.client.reports.confirm({ token: /\/report\/confirm\/(\S+)/.exec(body)?.[1] ?? '' });
}

const RECEIPT = '{siteName}: {number}\n\n{confirmPage}\n{page}\n\n{addresses}';
const save = (fields: Record<string, unknown>) =>
  admin.caseMails.save({
    ...{ domainId, mail: 'receipt', subject: 'S {number}', body: RECEIPT, version: 0 },
    ...fields,
  } as never);

test('a mail uses the text in its language, else for all others, else in English, else the default', async () => {
  const subjectFor = async (language: string) => {
    const id = await report(language);
    return (await mailOf(id, 'notice-receipt'))?.subject.replace(id, 'N');
  };
  expect(await subjectFor('de-AT, en;q=0.5')).toBe('Your notice N: please confirm it');
  await save({ language: 'en', subject: 'English {number}' });
  expect(await subjectFor('de-AT, en;q=0.5')).toBe('English N');
  await save({ language: '', subject: 'Default {number}' });
  expect(await subjectFor('de-AT, en;q=0.5')).toBe('Default N');
  expect(await subjectFor('en')).toBe('English N');
  await save({ language: 'de', subject: 'Deutsch {number}' });
  expect(await subjectFor('de-AT, en;q=0.5')).toBe('Deutsch N');
  expect(await subjectFor('fr')).toBe('Default N');
  expect(await subjectFor('ja')).toBe('Default N');
  await save({ language: 'de', kind: 'person_shown', subject: 'Gezeigt {number}' });
  await save({ language: 'de', kind: 'privacy', subject: 'Privat {number}' });
  expect(await subjectFor('de')).toBe('Gezeigt N');
});

test("it is filled in from the case; the sender's words appear only below the text", async () => {
  await save({});
  await save({ mail: 'copy', body: 'Ours: {number} {page}' });
  const videoId = await makeVideo(site.base.db);
  const id = await report('en', `${site.url}/video/${videoId}`);
  const { siteName } = await site.client.domains.config();
  const receipt = await mailOf(id, 'notice-receipt');
  expect(receipt?.body.startsWith(`${siteName}: ${id}\n\nhttp`)).toBe(true);
  expect(receipt?.body).toMatch(new RegExp(`/report/status/\\S+\n\n {2}\\S+/video/${videoId}\n$`));
  expect(receipt?.body).not.toContain('Reason');
  await confirm(id);
  const copy = await mailOf(id, 'notice-copy');
  expect(copy?.body.split('\n')[0]).toContain(`Ours: ${id} http`);
  expect(
    copy?.body
      .split('\n')
      .slice(2)
      .filter(Boolean)
      .every((line: string) => line.startsWith('>')),
  ).toBe(true);
  // A sender's text is never a template.
  expect(copy?.body).toContain(`> Reason ${sent} {number}`);
  // The stored copy must not let its readers act as the sender.
  expect(JSON.stringify(await admin.casework.open({ id }))).not.toMatch(/report\/(status|confirm)\/\w/);
});

test('a source is told in the language of the domain, not in that of a notice about it', async () => {
  for (const language of ['', 'de'])
    await save({
      ...{ language, mail: 'source_taken_off', subject: `Source${language} {number}` },
      body: '{number} {ground} {videos}',
    });
  const sourceId = await makeSource(site.base.db);
  const source = { contact_email: 'source@charts.example' };
  await site.base.db.updateTable('video_sources').set(source).where('id', '=', sourceId).execute();
  const videoId = await makeVideo(site.base.db, { source_id: sourceId });
  const id = await report('de', `${site.url}/video/${videoId}`);
  await confirm(id);
  await admin.casework.decide({ id, status: 'approved' });
  const told = await mailOf(id, 'source-taken-off');
  expect(told?.subject).toBe(`Source ${id}`);
  expect(told?.body).not.toContain('/report/status/');
});

test('saves, changes and resets a text only if its version is current', async () => {
  const text = { domainId, mail: 'denied' } as const;
  const first = await save({ mail: 'denied', body: 'One {number}' });
  expect(first.own).toMatchObject({ version: 1, body: 'One {number}', kind: '', language: '' });
  await expect(save({ mail: 'denied', body: 'Late {number}' })).rejects.toMatchObject({ code: 'conflict' });
  const second = await save({ mail: 'denied', body: 'Two {number}', version: 1 });
  expect(second.own?.version).toBe(2);
  await expect(admin.caseMails.reset({ ...text, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  expect((await admin.caseMails.list({ domainId })).map(({ mail, version }) => [mail, version])).toEqual([
    ['denied', 2],
  ]);
  const back = await admin.caseMails.reset({ ...text, version: 2 });
  expect(back).toMatchObject({ own: null, builtIn: { subject: 'Your notice {number} was denied' } });
  // A stale page cannot bring the deleted text back.
  await expect(save({ mail: 'denied', body: 'Three {number}', version: 2 })).rejects.toMatchObject({
    code: 'conflict',
  });
});
