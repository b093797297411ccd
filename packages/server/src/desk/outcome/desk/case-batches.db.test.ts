import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { fileNoticeAbout } from '../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;
let sourceId: string;
let made = 0;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
  sourceId = await makeSource(site.base.db, { name: 'Charts', url: 'https://charts.test/' });
});
afterAll(() => site.close());

function newVideo(): Promise<string> {
  made += 1;
  return makeVideo(site.base.db, {
    ...{ source_id: sourceId, kind: 'remote', video_url: `https://charts.test/${made}.mp4` },
    published_at: new Date(),
  });
}

async function report(videoId: string): Promise<string> {
  made += 1;
  const from = { 'x-forwarded-for': `10.62.${made}.7` };
  const fields = { slug: 'illegal-content', subject: 'hate', reasons: 'It is', goodFaithStatement: true };
  const sender = { email: `vera${made}@mail.example`, name: 'Vera Stone' };
  const { reports } = createClient(fetchTransport(site.url, from));
  return (await reports.submit({ ...fields, ...sender, addresses: `${site.url}/video/${videoId}` })).id;
}

const statusOf = async (id: string) =>
  (await site.base.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
const caseOf = (id: string) =>
  site.base.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('several are approved with one ground, category and note, those refused are named, and all is undone', async () => {
  const videos = [await newVideo(), await newVideo(), await newVideo()];
  const [first, second] = [await report(videos[0] ?? ''), await report(videos[1] ?? '')];
  const copyright = await fileNoticeAbout(site, videos[2] ?? '');
  const denied = await report(videos[2] ?? '');
  await admin.casework.decide({ id: denied, status: 'denied' });
  const category = 'STATEMENT_CATEGORY_VIOLENCE';
  const { message, results } = await admin.caseBatches.decide({
    ...{ ids: [first, second, copyright, denied, 'nothing', first], status: 'approved' },
    ...{ ground: 'terms', category, note: 'A SECRET-NOTE' },
  });
  expect(message).toBe('2 of 5 cases were done. 3 refused.');
  expect(results.map(({ id, isDone, canRestore }) => [id, isDone, canRestore])).toEqual([
    [first, true, true],
    [second, true, true],
    // It has no such ground.
    [copyright, false, false],
    [denied, false, false],
    ['nothing', false, false],
  ]);
  expect(results.map((one) => one.message).slice(2)).toEqual([
    'ground: a case of this kind has no such ground.',
    expect.stringContaining('This case was denied.'),
    'This case does not exist.',
  ]);
  expect(await Promise.all(videos.map(statusOf))).toEqual(['hidden', 'hidden', 'published']);
  for (const id of [first, second]) {
    expect(await caseOf(id)).toMatchObject({ ground: 'terms', category });
    expect(JSON.stringify(await admin.casework.open({ id }))).toContain('A SECRET-NOTE');
  }
  const log = await site.base.db.selectFrom('audit_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain('SECRET');
  expect(log.filter(({ action }) => action === 'cases.approve')).toHaveLength(2);

  const back = await admin.caseBatches.restore({ ids: [first, second, denied], reason: 'It was wrong' });
  expect(back.results.map(({ isDone }) => isDone)).toEqual([true, true, false]);
  expect(await Promise.all(videos.map(statusOf))).toEqual(['published', 'published', 'published']);
});

test('copyright notices keep their category, and are decided with the rest', async () => {
  const [one, other] = [await newVideo(), await newVideo()];
  const ids = [await fileNoticeAbout(site, one), await report(other)];
  const category = 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC';
  const { results } = await admin.caseBatches.decide({ ids, status: 'approved', category });
  expect(results.map(({ isDone }) => isDone)).toEqual([true, true]);
  for (const id of ids) expect((await caseOf(id)).category).toBe(category);
});
