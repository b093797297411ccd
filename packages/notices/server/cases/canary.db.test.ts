import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CASE_KIND_FORMS,
  type CaseKindForm,
  type Client,
  createClient,
  fetchTransport,
} from '@vesper/contract';
import { unseal } from '@vesper/core/lib/files/sealing.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseLinksOf } from '../../../app/composition/case-links.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { startTestSite, TEST_SIGNING_KEY, type TestSite } from '../../../test/site.ts';
import { linesWith, wholeDump } from '../../../test/whole-dump.ts';
import { forgetOld } from './sealing/forget.ts';

const CANARY = 'Qwyrkalope';
const DAY_MS = 24 * 3600 * 1000;
/** Outlasts every kind's retention. */
const LONG_MS = 5 * 365 * DAY_MS;

let site: TestSite;
let mail: MailServer;
let admin: Client;
const logged: string[] = [];
const links = caseLinksOf(TEST_SIGNING_KEY);

beforeAll(async () => {
  mail = await startMailServer();
  mail.answer.recipient = (address) => {
    if (address.includes('.refused@')) return `550 5.1.1 No ${address} here`;
    return address.includes('.busy@') ? `450 4.2.1 ${address} is busy` : undefined;
  };
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1', SMTP_URL: mail.url }, { log });
  await site.startWorker();
  admin = await site.admin();
});
afterAll(async () => {
  await site.close();
  await mail.close();
});

let networks = 0;
function clientOfNext(): Client {
  networks += 1;
  return createClient(fetchTransport(site.url, { 'x-forwarded-for': `10.9.${networks}.7` }));
}

/** Every text field holds the canary. Returns the case's id. */
async function send(form: CaseKindForm, more: Record<string, unknown> = {}): Promise<string> {
  const client = clientOfNext();
  const address = `${site.url}/video/${await makeSeen()}?${CANARY}`;
  const byType = {
    ...{ line: `Ann ${CANARY}`, text: `${CANARY} says so.`, email: `${CANARY}${networks}@films.example` },
    ...{ url: address, addresses: `${address}\nhttps://${CANARY}.example/`, tick: true },
  };
  const fields = Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, { type, choices = {} }]) =>
      name === 'caseNumber' ? [] : [[name, type === 'choice' ? Object.keys(choices).at(-1) : byType[type]]],
    ),
  );
  if (form.kind === 'copyright') return (await client.takedowns.submit({ ...fields, ...more })).requestId;
  return (await client.reports.submit({ ...fields, ...more, slug: form.slug })).id;
}

async function makeSeen(): Promise<string> {
  return makeVideo(site.base.db, { source_id: await makeSource(site.base.db) });
}

const confirm = (id: string) => clientOfNext().reports.confirm({ token: links.confirm(id) });

async function talkedAbout(id: string): Promise<void> {
  await clientOfNext().reports.supplement({
    token: links.confirm(id),
    note: `${CANARY} adds this.`,
    signature: CANARY,
    name: CANARY,
  });
  await admin.casework.note({ id, note: `A call from ${CANARY}.` });
  expect(JSON.stringify(await admin.casework.open({ id }))).toContain(CANARY);
}

async function work(form: CaseKindForm): Promise<string[]> {
  const lacking = form.elements.signature ? { signature: '' } : {};
  const approved = await send(form, form.kind === 'copyright' ? {} : lacking);
  await confirm(approved);
  await talkedAbout(approved);
  await admin.casework.decide({ id: approved, status: 'approved', note: `${CANARY} is right.` });
  const answered = form.kind === 'copyright' ? [await answer(approved)] : [];
  if (answered.length === 0) await admin.casework.restore({ id: approved, reason: `${CANARY} has erred.` });

  const denied = await send(form, from('refused', form));
  await confirm(denied).catch(() => {});
  await admin.casework.decide({ id: denied, status: 'denied', note: `${CANARY} is wrong.` });

  const last = await send(form, from('busy', form));
  if (form.kind === 'minor') await admin.casework.decide({ id: last, status: 'denied' });
  else await clientOfNext().reports.withdraw({ token: links.status(last), isSure: true });
  return [approved, denied, last, ...answered];
}

/** Its mailbox is refused by the mail server, for good or for now. */
function from(what: 'refused' | 'busy', { parts }: CaseKindForm): Record<string, unknown> {
  return parts.email === null ? {} : { [parts.email]: `${CANARY}${networks}.${what}@films.example` };
}

async function answer(id: string): Promise<string> {
  const form = CASE_KIND_FORMS.find(({ kind }) => kind === 'counter_notice') as CaseKindForm;
  const counter = await send(form, { caseNumber: id, signature: '' });
  await confirm(counter);
  await talkedAbout(counter);
  const court = { court: `Court of ${CANARY}`, number: `1/${CANARY}`, filedOn: '2026-11-20' };
  await admin.cases.court({ id, reason: `${CANARY} told us.`, ...court });
  await admin.cases.settle({ id, reason: `${CANARY} lost.`, outcome: 'restored' });
  return counter;
}

/** Without the keys. */
async function filesText(): Promise<string> {
  const folder = site.base.config.dataDir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

async function expectNowhere(): Promise<void> {
  expect(linesWith(CANARY, await wholeDump(site.base.db))).toEqual([]);
  expect(linesWith(CANARY, logged.join('\n'))).toEqual([]);
  expect(linesWith(CANARY, await filesText())).toEqual([]);
}

test('a name in notices of every kind is nowhere unencrypted, and no key of an older dump is left in the end', async () => {
  const { db, keys } = site.base;
  const kinds = CASE_KIND_FORMS.filter(({ kind }) => kind !== 'counter_notice');
  const ids = (await Promise.all(kinds.map(work))).flat();
  expect(ids).toHaveLength(3 * kinds.length + 1);
  const mails = async (status: string, attempts: number) => {
    const rows = db.selectFrom('mail_outbox').select('id').where('status', '=', status);
    return (await rows.where('attempts', '=', attempts).execute()).length;
  };
  await expect.poll(() => mails('waiting', 0), { timeout: 60_000, interval: 100 }).toBe(0);
  expect(await mails('failed', 1)).toBeGreaterThan(kinds.length);
  expect(await mails('waiting', 1)).toBeGreaterThan(0);
  expect(linesWith(CANARY, mail.mails.map(({ raw }) => raw).join('\n')).length).toBeGreaterThan(0);
  expect(logged.length).toBeGreaterThan(0);
  await expectNowhere();

  // What a dump taken now holds: the cases' sealed keys.
  const { rows: dumped } = await sql<{ id: string; sealed_key: Buffer }>`
    select id, sealed_key from cases where sealed_key is not null`.execute(db);
  const opened = () =>
    dumped.filter(({ id, sealed_key: sealed }) =>
      keys.names().some((name) => unseal(keys.read(name) as Buffer, sealed, `${id}/key`) !== undefined),
    );
  expect(dumped).toHaveLength(ids.length);
  expect(opened()).toHaveLength(ids.length);
  const clock = { now: () => new Date(Date.now() + LONG_MS) };
  // A counter-notice is erased after the case that it answers.
  for (let round = 0; round < 3; round += 1) await forgetOld({ ...site.base, clock });
  expect(opened()).toEqual([]);
  const { rows: kept } = await sql`select id, kind from cases where erased_at is null`.execute(db);
  expect(kept).toEqual([]);
  await expectNowhere();
});
