import type { CallError, Client } from '@vesper/contract';
import { mergeVideoRows } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { why } from '../../../intake/server/ledger/ledger.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { completeNotice, deleteCases, fileNotice, fileNoticeAbout } from '../../../test/notices.ts';
import { openedMails } from '../../../test/opened-cases.ts';
import { refusal } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';

let site: TestSite;
let admin: Client;
let sourceId: string;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
});
afterAll(() => site.close());
beforeEach(async () => {
  const { db } = site.base;
  await deleteCases(db);
  await sql`delete from videos`.execute(db);
  await sql`delete from mail_outbox`.execute(db);
  await sql`delete from addresses`.execute(db);
  await sql`delete from download_jobs`.execute(db);
  await sql`delete from video_sources`.execute(db);
  sourceId = await makeSource(db, { name: 'Charts', url: 'https://charts.test/sitemap.xml' });
});

const videoOf = (id: string) =>
  site.base.db
    .selectFrom('videos')
    .select(['status', 'hidden_reason', 'views'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const refusedBecauseOf = (requestId: string) =>
  `Its video was removed after a copyright notice (request ${requestId}). It will not be imported again.`;
const approve = (id: string, input: object = {}) =>
  admin.takedowns.decide({ id, status: 'approved', ...input });

async function makeSeenVideo(): Promise<{ id: string; beside: string }> {
  const { db } = site.base;
  const id = await makeStoredVideo(db, {
    storage: site.storage,
    fields: {
      title: 'Spinning chart',
      category: 'Charts',
      tags: ['spinning'],
      source_id: sourceId,
      source_url: 'https://charts.test/watch/spinning',
      external_id: 'spin-1',
      content_sha256: Buffer.alloc(32, 7),
    },
  });
  const beside = await makeVideo(db, { title: 'Spinning wheel', category: 'Charts', tags: ['spinning'] });
  await sql`insert into related_videos (video_id, related_ids) values (${beside}, array[${id}])`.execute(db);
  const { id: keywordId } = await db
    .insertInto('keywords')
    .values({ keyword: 'spin', slug: 'spin', meta_title: 'Spin', meta_description: 'All that spins.' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
    .then((row) => row ?? db.selectFrom('keywords').select('id').executeTakeFirstOrThrow());
  await sql`insert into keyword_videos (keyword_id, video_id) values (${keywordId}, ${id})`.execute(db);
  return { id, beside };
}

/** What a visitor could still meet, by place. */
async function whereSeen({ id, beside }: { id: string; beside: string }): Promise<Record<string, unknown>> {
  const { videos, categories, keywords, media } = site.client;
  const has = (list: { id: string }[]) => list.some((video) => video.id === id);
  const answers = (call: Promise<unknown>) =>
    call.then(
      () => true,
      () => false,
    );
  const [all, search, category, tag] = await Promise.all([
    videos.list(),
    videos.list({ search: 'spinning chart' }),
    videos.list({ category: 'Charts' }),
    videos.list({ tag: 'spinning' }),
  ]);
  return {
    list: has(all.videos),
    total: all.pagination.totalVideos,
    search: has(search.videos),
    category: has(category.videos),
    tag: has(tag.videos),
    inCategory: (await categories.list()).find(({ name }) => name === 'Charts')?.videoCount,
    keyword: has((await keywords.get({ lang: 'en', slug: 'spin' })).videos),
    related: (await videos.related({ id: beside })).some(({ video }) => video.id === id),
    itself: await answers(videos.get({ id })),
    itsRelated: await answers(videos.related({ id })),
    signedUrl: await answers(media.signVideo({ id })),
    signedThumbnail: await answers(media.signThumbnail({ id })),
    view: await answers(videos.registerView({ id })),
  };
}

const EVERYWHERE = {
  ...{ list: true, total: 2, search: true, category: true, tag: true, inCategory: 2, keyword: true },
  ...{ related: true, itself: true, itsRelated: true, signedUrl: true, signedThumbnail: true, view: true },
};
const NOWHERE = {
  ...Object.fromEntries(Object.keys(EVERYWHERE).map((place) => [place, false])),
  ...{ total: 1, inCategory: 1 },
};

async function addressesOf(id: string): Promise<string[]> {
  const video = await site.client.videos.get({ id });
  const { signedUrl } = await site.client.media.signVideo({ id });
  const thumbnail = await site.client.media.signThumbnail({ id });
  return [video.videoUrl, video.thumbnailUrl, video.previewUrl, video.storyboardUrl, video.hlsUrl]
    .concat(signedUrl, thumbnail.signedUrl)
    .filter((url): url is string => Boolean(url))
    .map((url) => site.url + url);
}

const statusesOf = (addresses: string[]) =>
  Promise.all(addresses.map(async (url) => (await fetch(url)).status));

describe('an approved request', () => {
  test('removes its video from everything public at once, with every address handed out', async () => {
    const seen = await makeSeenVideo();
    expect(await whereSeen(seen)).toEqual(EVERYWHERE);
    const addresses = await addressesOf(seen.id);
    expect(new Set(await statusesOf(addresses))).toEqual(new Set([200]));
    const id = await fileNoticeAbout(site, seen.id);

    const { message, request } = await approve(id);

    expect(await whereSeen(seen)).toEqual(NOWHERE);
    // Served files are cached for two seconds.
    await expect
      .poll(async () => new Set(await statusesOf(addresses)), { timeout: 5000 })
      .toEqual(new Set([404]));
    expect(message).toBe(
      'The case was approved, and its videos were taken down. It is the first strike against its source "Charts". The sender is notified by email.',
    );
    expect(request).toMatchObject({
      ...{ id, videoId: seen.id, status: 'approved', effect: 'taken_off' },
      adminNotes: 'Content removed per valid DMCA notice',
      respondedAt: expect.stringMatching(/Z$/),
      decidedBy: expect.stringMatching(/^test-/),
      video: { id: seen.id, status: 'hidden', hiddenReason: 'takedown', thumbnailUrl: '' },
    });
    expect(await videoOf(seen.id)).toMatchObject({ status: 'hidden', hidden_reason: 'takedown' });
  });

  test('mails the complainant, in the name of the site that received the notice', async () => {
    const { id: videoId } = await makeSeenVideo();
    const id = await fileNoticeAbout(site, videoId);
    await approve(id, { adminNotes: 'Between us: he is right.' });
    const rows = await openedMails(site.base, 'notice-decision');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      to_address: 'ann@films.example',
      reply_to: 'contact@localhost',
      subject: `Your DMCA takedown request ${id} was approved`,
      body: expect.stringContaining('We have removed the content named in your notice'),
    });
    expect(rows[0]?.body).not.toContain('Between us');
    expect((await admin.takedowns.get({ id })).adminNotes).toBe('Between us: he is right.');
  });

  test('takes down the whole family: the merge targets of copies, and copies of merged videos', async () => {
    const { db } = site.base;
    const { id } = await makeSeenVideo();
    const bytes = (n: number) => ({ content_sha256: Buffer.alloc(32, n) });
    const twin = await makeVideo(db, bytes(7));
    const third = await makeVideo(db, bytes(8));
    const copyOfThird = await makeVideo(db, bytes(8));
    const mergedIntoThird = await makeVideo(db, bytes(9));
    const copyOfMerged = await makeVideo(db, bytes(9));
    const stranger = await makeVideo(db, bytes(10));
    await db.transaction().execute((tx) => mergeVideoRows(tx, twin, third));
    await db.transaction().execute((tx) => mergeVideoRows(tx, mergedIntoThird, third));
    await approve(await fileNoticeAbout(site, id));
    for (const one of [id, third, copyOfThird, copyOfMerged])
      expect(await videoOf(one)).toMatchObject({ status: 'hidden', hidden_reason: 'takedown' });
    expect((await site.client.videos.list()).videos.map((video) => video.id)).toContain(stranger);
    // The notice named one of them: one violation.
    expect((await admin.takedowns.strikes({ id: sourceId })).active).toBe(1);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from blocked_contents`.execute(db);
    expect(rows[0]?.n).toBe(3);
  });

  test.each(['gone', 'administrator'])('hides what is hidden as "%s" for good', async (reason) => {
    const id = await makeVideo(site.base.db, { status: 'hidden', hidden_reason: reason });
    const { request } = await approve(await fileNoticeAbout(site, id));
    expect(request.effect).toBe('taken_off');
    expect(await videoOf(id)).toMatchObject({ status: 'hidden', hidden_reason: 'takedown' });
  });

  test('whose video is already down is decided anyway, says so, and counts no second strike', async () => {
    const { id: videoId } = await makeSeenVideo();
    const first = await fileNoticeAbout(site, videoId);
    const second = await fileNoticeAbout(site, videoId);
    await approve(first);
    const { message, request } = await approve(second);
    expect(message).toContain('The case was approved; its videos were already down.');
    expect(request.effect).toBe('was_off');
    const mail = (await openedMails(site.base)).find(({ subject }) =>
      subject.endsWith(`${second} was approved`),
    );
    expect(mail?.body).toContain('had already been removed from our site');
    expect((await admin.takedowns.strikes({ id: sourceId })).active).toBe(1);
  });

  test('that names nothing here is decided, and the mail asks for the exact address', async () => {
    const id = await fileNotice(site);
    const { message, request } = await approve(id);
    expect(message).toContain('it names no video on this site');
    expect(request.effect).toBe('no_video');
    const rows = await openedMails(site.base, 'notice-decision');
    expect(rows[0]?.body).toContain('please reply with the exact address');
  });

  test('can be given a video if it names none', async () => {
    const { id: videoId } = await makeSeenVideo();
    const other = await makeVideo(site.base.db);
    const vague = await fileNotice(site);
    expect(await refusal(approve(vague, { videoId: 'none' }))).toEqual([
      400,
      'video: no video has this address or id.',
    ]);
    expect(await refusal(admin.takedowns.decide({ id: vague, status: 'denied', videoId }))).toEqual([
      400,
      'videoId: name a video only when approving a request.',
    ]);
    expect((await approve(vague, { videoId })).request).toMatchObject({ videoId, effect: 'taken_off' });
    const exact = await fileNoticeAbout(site, videoId);
    expect(await refusal(approve(exact, { videoId: other }))).toEqual([
      400,
      'videoId: this request already names another video.',
    ]);
    expect(await videoOf(other)).toMatchObject({ status: 'published' });
  });
});

describe('a denied request', () => {
  test('changes nothing but itself, and mails the complainant', async () => {
    const seen = await makeSeenVideo();
    const id = await fileNoticeAbout(site, seen.id);
    const { message, request } = await admin.takedowns.decide({ id, status: 'denied' });
    expect(message).toBe('The case was denied. The sender is notified by email.');
    expect(request).toMatchObject({
      ...{ status: 'denied', adminNotes: 'Request does not meet DMCA requirements', effect: null },
      video: { status: 'published', thumbnailUrl: expect.stringMatching(/^\/media\//) },
    });
    expect(await whereSeen(seen)).toEqual(EVERYWHERE);
    expect((await admin.takedowns.strikes({ id: sourceId })).strikes).toEqual([]);
    const [mail] = await openedMails(site.base, 'notice-decision');
    expect(mail?.subject).toBe(`Your DMCA takedown request ${id} was denied`);
  });
});

describe('a second decision', () => {
  test('is refused, and says who decided what and when', async () => {
    const id = await fileNotice(site);
    const { request } = await admin.takedowns.decide({ id, status: 'denied' });
    const when = request.respondedAt?.slice(0, 16).replace('T', ' ');
    for (const status of ['approved', 'denied'] as const)
      expect(await refusal(admin.takedowns.decide({ id, status }))).toEqual([
        409,
        `Another decision came first: ${request.decidedBy} denied this request at ${when} UTC.`,
      ]);
    expect((await admin.takedowns.get({ id })).status).toBe('denied');
  });

  test('of two at once, one wins', async () => {
    const second = await site.admin();
    const { id: videoId } = await makeSeenVideo();
    const id = await fileNoticeAbout(site, videoId);
    const ends = await Promise.allSettled([
      admin.takedowns.decide({ id, status: 'approved' }),
      second.takedowns.decide({ id, status: 'denied' }),
      second.takedowns.decide({ id, status: 'approved' }),
    ]);
    const refused = ends.filter((end) => end.status === 'rejected').map((end) => end.reason as CallError);
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    const { status } = await admin.takedowns.get({ id });
    expect((await videoOf(videoId)).status).toBe(status === 'approved' ? 'hidden' : 'published');
    expect((await admin.takedowns.strikes({ id: sourceId })).active).toBe(status === 'approved' ? 1 : 0);
    const { rows } = await sql`select from mail_outbox where kind = 'notice-decision'`.execute(site.base.db);
    expect(rows).toHaveLength(1);
  });
});

describe('the list', () => {
  test('has every field, newest first, by status, one page at a time', async () => {
    const { id: videoId } = await makeSeenVideo();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await fileNoticeAbout(site, videoId));
    await sql`update cases set received_at = '2026-11-01 12:00:00.123456Z'
      where id = any (${ids.slice(1, 4)}::text[])`.execute(site.base.db);
    const all = await admin.takedowns.list();
    expect(all).toHaveLength(5);
    const notice = completeNotice();
    expect(all[0]).toMatchObject({
      ...notice,
      ...{ id: ids[0], videoId, status: 'pending', adminNotes: null, respondedAt: null, effect: null },
      ...{ infringingUrl: `${site.url}/video/${videoId}`, copyrightWork: expect.any(String) },
      video: { id: videoId, title: 'Spinning chart', status: 'published', sourceName: 'Charts', sourceId },
    });
    const paged: string[] = [];
    for (let before: string | undefined; ; before = paged.at(-1)) {
      const page = await admin.takedowns.list({ limit: 2, ...(before ? { before } : {}) });
      paged.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    await admin.takedowns.decide({ id: ids[0] ?? '', status: 'denied' });
    const of = async (status: 'all' | 'pending' | 'approved' | 'denied') =>
      (await admin.takedowns.list({ status })).length;
    expect([await of('all'), await of('pending'), await of('denied'), await of('approved')]).toEqual([
      5, 4, 1, 0,
    ]);
  });
});

describe('a video taken down', () => {
  test('cannot be queued again by hand, one or many, and the ledger says why', async () => {
    const { id } = await makeSeenVideo();
    const noticeId = await fileNoticeAbout(site, id);
    await approve(noticeId);
    const sourceUrl = 'https://charts.test/watch/spinning';
    expect(await refusal(admin.downloads.add({ sourceUrl: `${sourceUrl}?utm_source=x#y` }))).toEqual([
      409,
      refusedBecauseOf(noticeId),
    ]);
    const bulk = await admin.downloads.addBulk({
      sourceUrls: ['https://charts.test/other', sourceUrl, '', sourceUrl],
    });
    expect(bulk).toMatchObject({
      count: 1,
      invalidCount: 1,
      invalid: [{ line: 2, message: refusedBecauseOf(noticeId) }],
    });
    expect((await why(site.base.db, sourceUrl)).reason).toBe(
      `The address is blocked: Its video was removed after a copyright notice (request ${noticeId}).`,
    );
    await sql`delete from videos`.execute(site.base.db);
    expect(await refusal(admin.downloads.add({ sourceUrl }))).toEqual([409, refusedBecauseOf(noticeId)]);
  });

  test('has its downloads ended, which cannot be retried', async () => {
    const { db } = site.base;
    const job = await admin.downloads.add({ sourceUrl: 'https://charts.test/watch/coming' });
    const videoId = await makeVideo(db, {
      source_url: 'https://charts.test/watch/coming',
      status: 'processing',
    });
    const noticeId = await fileNoticeAbout(site, videoId);
    await approve(noticeId);
    const refused = refusedBecauseOf(noticeId);
    const [ended] = await admin.downloads.list();
    expect(ended).toMatchObject({ id: job.id, status: 'failed', cancelled: true, error: refused });
    expect(await refusal(admin.downloads.retry({ id: job.id }))).toEqual([409, refused]);
    await sql`update download_jobs set cancelled_at = null`.execute(db);
    expect(await admin.downloads.retryFailed()).toMatchObject({ count: 0 });
  });

  test('cannot be merged, restored as gone, or imported again', async () => {
    const { id, beside } = await makeSeenVideo();
    const noticeId = await fileNoticeAbout(site, id);
    await approve(noticeId);
    expect(await refusal(admin.catalogue.redownload({ id }))).toEqual([
      409,
      `Case ${noticeId} took this video down. It will not be downloaded again.`,
    ]);
    expect((await refusal(admin.duplicates.merge({ id, into: beside })))[1]).toBe(
      'Only a video that is public, or hidden without a notice, can be merged.',
    );
    expect((await refusal(admin.duplicates.merge({ id: beside, into: id })))[1]).toBe(
      'The video to keep is not public.',
    );
    expect((await refusal(admin.health.decide({ id, decision: 'restore' })))[0]).toBe(409);
    expect(await videoOf(id)).toMatchObject({ status: 'hidden', hidden_reason: 'takedown' });
  });
});

const SPAM = 'https://elsewhere.example/buy-our-pills';
const mailOf = async (id: string, kind: string) =>
  (await openedMails(site.base, kind)).filter((mail) => mail.case_id === id);

test('an unconfirmed mailbox gets no words that somebody wrote in its name', async () => {
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

test('a confirmed sender is told the reported content in the original words', async () => {
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
  expect(message).toBe('45 of 45 cases done.');
  const mails = await openedMails(site.base, 'notice-decision');
  expect(mails.filter(({ to_address: to }) => to === 'many@mail.example')).toHaveLength(40);
});
