import { createClient, FIRST_CASE_ORDER, fetchTransport, pageHref } from '@vesper/contract';
import { columnOf, numberOf } from '@vesper/core/db/run-sql.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { type MailServer, startMailServer } from '../../../test/mail-server.ts';
import { completeNotice } from '../../../test/notices.ts';
import { openedMails } from '../../../test/opened-cases.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { turnedClock } from '../../../test/turned-clock.ts';
import { sendDigests } from './digest.ts';

/**
 * FLOOD=20000 is the full flood: 20,000 junk notices in ten minutes from 2,000 networks, 20 honest ones among them;
 * about eight minutes. PAGES=1 prints each page's database cost.
 */
const JUNK = Number(process.env.FLOOD ?? 600);
const HONEST = Math.max(3, JUNK / 1000);
const A_NETWORK = 10;
const TEN_MINUTES_DAYS = 10 / 1440;
const AT_ONCE = 10;

const clock = turnedClock('2026-11-23T12:00:00Z');
let site: TestSite;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1', SMTP_URL: mailServer.url }, { clock });
});
afterAll(async () => {
  await site.close();
  await mailServer.close();
});

function clientFrom(network: string) {
  return createClient(fetchTransport(site.url, { 'x-forwarded-for': `${network}.7` }));
}

/** Unconfirmed cases before all others, and urgent mails an hour. */
const MOST_FIRST = 10;
const MOST_URGENT = 5;
const isMinor = (n: number) => n % 4 === 0;

/** A program's: real forms and videos, no mailboxes. */
async function junk(n: number, videoId: string): Promise<unknown> {
  const network = Math.floor(n / A_NETWORK);
  const { takedowns, reports } = clientFrom(`10.${network >> 8}.${network & 255}`);
  // Different videos, more than notices may hide.
  if (isMinor(n))
    return reports.submit({ slug: 'minor', addresses: `${site.url}/video/${await makeVideo(site.base.db)}` });
  const email = `junk${n}@flood.example`;
  const infringingUrl = n % 2 ? `${site.url}/video/${videoId}` : 'https://elsewhere.example/watch';
  return n % 3
    ? takedowns.submit(completeNotice({ complainantEmail: email, infringingUrl, copyrightWork: `Work ${n}` }))
    : reports.submit({ slug: 'person-shown', addresses: infringingUrl, email, reasons: `Junk ${n}` });
}

async function honest(n: number, videoId: string, proof: string): Promise<string> {
  const { takedowns } = clientFrom(`172.16.${n}`);
  const notice = completeNotice({
    ...{ complainantEmail: `honest${n}@films.example`, copyrightWork: `Film ${n}`, proof },
    infringingUrl: `${site.url}/video/${videoId}`,
  });
  return (await takedowns.submit(notice)).requestId;
}

test('a flood cannot keep honest notices out: they are received, acknowledged first and listed first', async () => {
  const { db } = site.base;
  const videoId = await makeVideo(db);
  const { proof } = await site.client.reports.form();
  // People need longer than programs.
  clock.pass(1 / 1440);
  const noQueue: Queue = { send: async () => {}, sendAll: async () => {} };
  const ids: string[] = [];
  const every = Math.floor(JUNK / HONEST);
  for (let n = 0; n < JUNK; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, m) => junk(n + m, videoId)));
    clock.pass((TEN_MINUTES_DAYS * AT_ONCE) / JUNK);
    if (n % every < AT_ONCE && ids.length < HONEST) ids.push(await honest(ids.length, videoId, proof));
    if (n % Math.ceil(JUNK / 10) < AT_ONCE) await sendDigests({ db, queue: noQueue, clock });
  }
  expect(ids).toHaveLength(HONEST);
  expect(await numberOf(db)`select count(distinct network_mac)::int as n from cases`).toBe(
    JUNK / A_NETWORK + HONEST,
  );

  const mailIds = await columnOf(db)<string>`
    select data ->> 'mailId' from jobs.job where name = 'send-mail'
    order by priority desc, created_on limit ${HONEST + MOST_URGENT}`;
  const mails = await openedMails(site.base, 'notice-receipt');
  const minors = Array.from({ length: JUNK }, (_, n) => n).filter(isMinor).length;
  expect(mails).toHaveLength(JUNK - minors + HONEST);
  const urgent = await openedMails(site.base, 'case-urgent');
  expect(urgent).toHaveLength(MOST_URGENT);
  const firstIds = mailIds.filter((id) => !urgent.some((mail) => mail.id === id)).slice(0, HONEST);
  const first = mails.filter(({ id }) => firstIds.includes(id)).map(({ to_address: to }) => to);
  const honestMailboxes = ids.map((_, n) => `honest${n}@films.example`);
  expect(first.toSorted()).toEqual(honestMailboxes.toSorted());

  await site.startWorker();
  const received = () => mailServer.mails.filter(({ to }) => to[0]?.startsWith('honest'));
  await expect.poll(() => received().length, { timeout: 60_000 }).toBe(HONEST);
  await site.stopWorkers();
  for (const { body } of received()) {
    const token = /\/report\/confirm\/(\S+)/.exec(body)?.[1] ?? '';
    expect((await site.client.reports.confirm({ token })).statusPath).toContain(pageHref.reportStatus(''));
  }
  const { casework } = await site.admin();
  const desk = await casework.list({ order: FIRST_CASE_ORDER, limit: MOST_FIRST + HONEST });
  const before = desk.cases.filter(({ id }) => !ids.includes(id));
  expect(desk.cases).toHaveLength(before.length + HONEST);
  expect(before.map(({ kind }) => kind)).toEqual(Array.from({ length: MOST_FIRST }, () => 'minor'));

  expect(await openedMails(site.base, 'case-digest')).toHaveLength(1);
  clock.pass(TEN_MINUTES_DAYS);
  await sendDigests({ db, queue: noQueue, clock });
  const digests = await openedMails(site.base, 'case-digest');
  expect(digests).toHaveLength(2);
  for (const { body } of digests) expect(body).not.toMatch(/junk|honest|Ann/);
}, 1_200_000);
