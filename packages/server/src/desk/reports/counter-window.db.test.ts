import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../kernel/lib/log.ts';
import { composeQueue } from '../../main/compose-queue.ts';
import { makeVideo } from '../../test/factories.ts';
import { fileNotice } from '../../test/notices.ts';
import { openedMails } from '../../test/opened-cases.ts';
import { startTestSite, TEST_CASE_LINKS, type TestSite } from '../../test/site.ts';
import { turnedClock } from '../../test/turned-clock.ts';
import { type CaseParts, counterWindow } from '../cases/index.ts';
import { runClocks } from '../cases/run-clocks.ts';

const clock = turnedClock('2026-03-02T15:00:00Z');
let site: TestSite;
let cases: CaseParts;
let closeQueue: () => Promise<void>;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { clock });
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  closeQueue = () => boss.stop({ graceful: false });
  const domain = await site.client.domains.config();
  cases = { ...site.base, queue, caseLinks: TEST_CASE_LINKS, configFor: async () => domain };
});
afterAll(async () => {
  await closeQueue();
  await site.close();
});

/** The clock turns, and administrators' sessions end. */
const admin = (): Promise<Client> => site.admin();
const mailsOf = async (id: string, kind: string) =>
  (await openedMails(site.base, kind)).filter((mail) => mail.case_id === id);

async function confirm(id: string): Promise<void> {
  const [receipt] = await mailsOf(id, 'notice-receipt');
  await site.client.reports.confirm({
    token: /\/report\/confirm\/(\S+)/.exec(receipt?.body ?? '')?.[1] ?? '',
  });
}

async function takenOff() {
  const videoId = await makeVideo(site.base.db);
  const caseId = await fileNotice(site, {
    ...{ infringingUrl: `${site.url}/video/${videoId}`, copyrightWork: `The film ${videoId}` },
  });
  await (await admin()).takedowns.decide({ id: caseId, status: 'approved' });
  return { videoId, caseId };
}

let networks = 0;
function submit(fields: Record<string, unknown>) {
  networks += 1;
  const from = { 'x-forwarded-for': `10.7.${networks}.7` };
  return createClient(fetchTransport(site.url, from)).reports.submit({
    ...{ slug: 'counter-notice', addresses: `${site.url}/video/gone`, name: 'Uma Uploader' },
    ...{ postalAddress: '5 Maker Street', phone: '+1 555 0199', email: `uma${networks}@maker.example` },
    ...{ mistakeStatement: true, jurisdictionStatement: true, signature: 'Uma Uploader', ...fields },
  });
}

async function stateOf(id: string): Promise<string> {
  return (await (await admin()).casework.get({ id })).state;
}

const runTheClocks = () => runClocks({ ...cases, log: silentLog });

/** Nothing comes back before the tenth business day after this moment, and everything does then. */
async function expectWindowFromNow(caseId: string): Promise<void> {
  const { opens, closes } = counterWindow('copyright', clock.now());
  const [told] = await mailsOf(caseId, 'counter-notice');
  const inWords = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  expect(told?.body).toContain(`between ${inWords(opens)} and ${inWords(closes)}`);
  await runTheClocks();
  expect(await stateOf(caseId)).toBe('restoring');
  const left = (opens.getTime() - clock.now().getTime()) / 86_400_000;
  clock.pass(left - 0.01);
  await runTheClocks();
  expect(await stateOf(caseId)).toBe('restoring');
  clock.pass(0.02);
  await runTheClocks();
  expect(await stateOf(caseId)).toBe('restored');
}

test('a counter-notice that is confirmed weeks later counts from then', async () => {
  const { caseId } = await takenOff();
  const { id } = await submit({ caseNumber: caseId });
  clock.pass(21);
  await confirm(id);
  await expectWindowFromNow(caseId);
});

test('a counter-notice that is whole weeks later counts from then', async () => {
  const { caseId } = await takenOff();
  const { id, statusPath } = await submit({ caseNumber: caseId, signature: '' });
  await confirm(id);
  clock.pass(21);
  const token = statusPath.split('/').at(-1) ?? '';
  await site.client.reports.supplement({ token, signature: 'Uma Uploader' });
  await expectWindowFromNow(caseId);
});

test('a further one is told of the time that runs', async () => {
  const { caseId } = await takenOff();
  await confirm((await submit({ caseNumber: caseId })).id);
  clock.pass(5);
  const second = await submit({ caseNumber: caseId });
  await confirm(second.id);
  const [first, again] = await mailsOf(caseId, 'counter-notice');
  const windowIn = (body: string | undefined) => /between .* UTC and .* UTC/.exec(body ?? '')?.[0] ?? 'none';
  expect(windowIn(again?.body)).toBe(windowIn(first?.body));
  const [own] = await mailsOf(second.id, 'counter-notice-forwarded');
  expect(windowIn(own?.body.replace('\n', ' '))).toBe(windowIn(first?.body));
});

test('one that never becomes whole ends, and its confirmed sender is told', async () => {
  const { caseId } = await takenOff();
  const { id } = await submit({ caseNumber: caseId, signature: '' });
  await confirm(id);
  clock.pass(59);
  await runTheClocks();
  expect(await stateOf(id)).toBe('incomplete');
  clock.pass(2);
  await runTheClocks();
  await runTheClocks();
  expect([await stateOf(id), await stateOf(caseId)]).toEqual(['withdrawn', 'approved']);
  const mails = await mailsOf(id, 'notice-decision');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toContain('does not have what the law asks for');
});
