import type { Client } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeVideo } from '../../test/factories.ts';
import { fileNotice } from '../../test/notices.ts';
import { openedMails } from '../../test/opened-cases.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
});
afterAll(() => site.close());

const SPAM = 'https://elsewhere.example/buy-our-pills';
const mailOf = async (id: string, kind: string) =>
  (await openedMails(site.base, kind)).filter((mail) => mail.case_id === id);

test('a mailbox that confirmed nothing gets none of the words that somebody wrote in its name', async () => {
  const id = await fileNotice(site, { complainantEmail: 'victim@mail.example', infringingUrl: SPAM });
  await admin.takedowns.decide({ id, status: 'denied' });
  const [mail] = await mailOf(id, 'notice-decision');
  expect(mail?.body).toContain(id);
  expect(mail?.body).not.toContain('pills');

  const videoId = await makeVideo(site.base.db);
  const own = await fileNotice(site, {
    complainantEmail: 'other@mail.example',
    infringingUrl: `${site.url}/video/${videoId}?q=pills`,
  });
  await admin.takedowns.decide({ id: own, status: 'approved' });
  const [named] = await mailOf(own, 'notice-decision');
  expect(named?.body).toContain(`/video/${videoId}\n`);
  expect(named?.body).not.toContain('pills');
});

test('who has confirmed a notice is told what it named, in its own words', async () => {
  const id = await fileNotice(site, { complainantEmail: 'ann@mail.example', infringingUrl: SPAM });
  const [receipt] = await mailOf(id, 'notice-receipt');
  await site.client.reports.confirm({
    token: /\/report\/confirm\/(\S+)/.exec(receipt?.body ?? '')?.[1] ?? '',
  });
  await admin.takedowns.decide({ id, status: 'denied' });
  expect((await mailOf(id, 'notice-decision'))[0]?.body).toContain(`> ${SPAM}`);
});

test('denying a flood is no flood of mails', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 45; n += 1)
    ids.push(
      await fileNotice(site, { complainantEmail: 'many@mail.example', infringingUrl: `${SPAM}/${n}` }),
    );
  const { message } = await admin.caseBatches.decide({ ids, status: 'denied' });
  expect(message).toBe('45 of 45 cases were done.');
  const mails = await openedMails(site.base, 'notice-decision');
  expect(mails.filter(({ to_address: to }) => to === 'many@mail.example')).toHaveLength(40);
});
