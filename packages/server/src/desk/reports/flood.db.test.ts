import { createClient, fetchTransport, pageHref } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnOf, execute } from '../../kernel/db/run-sql.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import { makeVideo } from '../../test/factories.ts';
import { completeNotice } from '../../test/notices.ts';
import { openedMails } from '../../test/opened-cases.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { turnedClock } from '../../test/turned-clock.ts';
import { sendDigests } from './digest.ts';

/** A part of what the desk must bear, which is 20,000 in ten minutes with 20 honest ones among them: FLOOD=20000. */
const JUNK = Number(process.env.FLOOD ?? 600);
const HONEST = Math.max(3, JUNK / 1000);
const A_NETWORK = 10;
const TEN_MINUTES_DAYS = 10 / 1440;
const AT_ONCE = 10;

const clock = turnedClock('2026-11-23T12:00:00Z');
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { clock });
});
afterAll(() => site.close());

function clientFrom(network: string) {
  return createClient(fetchTransport(site.url, { 'x-forwarded-for': `${network}.7` }));
}

/** What a program sends: real forms, real videos, and mailboxes that it does not have. */
function junk(n: number, videoId: string) {
  const network = Math.floor(n / A_NETWORK);
  const { takedowns, reports } = clientFrom(`10.${network >> 8}.${network & 255}`);
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

test('nobody can shut the door: honest notices are taken in, acknowledged first and seen first', async () => {
  const { db } = site.base;
  const videoId = await makeVideo(db);
  const { proof } = await site.client.reports.form();
  const noQueue: Queue = { send: async () => {}, sendAll: async () => {} };
  const ids: string[] = [];
  const every = Math.floor(JUNK / HONEST);
  for (let n = 0; n < JUNK; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, m) => junk(n + m, videoId)));
    clock.pass((TEN_MINUTES_DAYS * AT_ONCE) / JUNK);
    if (n % every < AT_ONCE && ids.length < HONEST) ids.push(await honest(ids.length, videoId, proof));
    await sendDigests({ db, queue: noQueue, clock });
  }
  expect(ids).toHaveLength(HONEST);

  const mailIds = await columnOf(db)<string>`
    select data ->> 'mailId' from jobs.job where name = 'send-mail'
    order by priority desc, created_on limit ${HONEST}`;
  const mails = await openedMails(site.base, 'notice-receipt');
  expect(mails).toHaveLength(JUNK + HONEST);
  const first = mails.filter(({ id }) => mailIds.includes(id)).map(({ to_address: to }) => to);
  expect(first.toSorted()).toEqual(ids.map((_, n) => `honest${n}@films.example`));

  for (const { body } of mails.filter(({ to_address: to }) => to.startsWith('honest'))) {
    const token = /\/report\/confirm\/(\S+)/.exec(body)?.[1] ?? '';
    expect((await site.client.reports.confirm({ token })).statusPath).toContain(pageHref.reportStatus(''));
  }
  const desk = await columnOf(db)<string>`
    select id from cases where is_open order by rank desc, received_at, id limit ${HONEST}`;
  expect(desk.toSorted()).toEqual(ids.toSorted());

  // Each step is found by an index, however many wait.
  await execute(db)`analyze cases`;
  const plan = await columnOf(db)<[{ Plan: Record<string, number> }]>`
    explain (analyze, buffers, format json)
    select id, kind, initials, rank from cases where is_open order by rank desc, received_at, id limit 50`;
  const { Plan } = plan[0]?.[0] ?? { Plan: {} };
  expect((Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)).toBeLessThan(200);

  const digests = await openedMails(site.base, 'case-digest');
  expect(digests).toHaveLength(1);
  clock.pass(TEN_MINUTES_DAYS);
  await sendDigests({ db, queue: noQueue, clock });
  expect(await openedMails(site.base, 'case-digest')).toHaveLength(2);
  for (const { body } of await openedMails(site.base, 'case-digest'))
    expect(body).not.toMatch(/junk|honest|Ann/);
}, 1_200_000);
