import { type CallError, type Client, createClient, fetchTransport, type TokenScope } from '@vesper/contract';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { claimVideo, publishVideo, type VideoMedia } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { showScheduled } from '../../../library/server/videos/show-scheduled.ts';
import { bearer, makeToken } from '../../../test/everyone.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { makeNotice } from '../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';
import { deleteVideo } from './single-acts.ts';

let site: TestSite;
let admin: Client;

beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
beforeEach(async () => {
  await sql`delete from videos`.execute(site.base.db);
  await sql`delete from download_jobs`.execute(site.base.db);
});
afterAll(() => site.close());

const stored = (fields: Parameters<typeof makeVideo>[1] = {}) =>
  makeStoredVideo(site.base.db, { storage: site.storage, fields });
const remote = (fields: Parameters<typeof makeVideo>[1] = {}) =>
  makeVideo(site.base.db, { kind: 'remote', video_url: 'https://a.test/a.mp4', ...fields });
const videoOf = (id: string) =>
  site.base.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirst();
const listed = async () => (await site.client.videos.list()).videos.map(({ id }) => id);
const searched = async (search: string) =>
  (await site.client.videos.list({ search })).videos.map(({ id }) => id);

describe('an edit', () => {
  test('changes the words and everything derived from them', async () => {
    const id = await remote({ title: 'Red wheel', tags: ['old', 'Same'], category: 'Charts' });
    await makeVideo(site.base.db, { category: 'Waves' });
    const edited = await admin.catalogue.change({
      ...{ id, version: 0, title: '  Blue spiral ', description: 'It turns.', category: 'Waves' },
      tags: ['same', ' new ', 'NEW', ''],
    });
    expect(edited).toMatchObject({
      ...{
        title: 'Blue spiral',
        slug: 'blue-spiral',
        description: 'It turns.',
        category: 'Waves',
        version: 1,
      },
      ...{ tags: ['same', 'new'], editedFields: ['category', 'description', 'tags', 'title'] },
    });
    expect(await searched('spiral')).toEqual([id]);
    expect(await searched('wheel')).toEqual([]);
    expect((await site.client.videos.list({ tag: 'new' })).videos).toHaveLength(1);
    expect((await site.client.videos.list({ tag: 'old' })).videos).toEqual([]);
  });

  test('of two at once, the first wins; the second gets the current values', async () => {
    const id = await remote({ title: 'A chart', description: 'Old.' });
    await admin.catalogue.change({ id, version: 0, title: 'A turning chart' });
    const second = await site.admin();
    await expect(second.catalogue.change({ id, version: 0, title: 'A wheel' })).rejects.toMatchObject({
      status: 409,
      sentence:
        'Another administrator has changed this video in the meantime. Check the current values and edit those.',
      fields: { title: 'It is now: A turning chart' },
    });
    expect(await videoOf(id)).toMatchObject({ title: 'A turning chart', version: 1 });
    // Writing the same is no conflict.
    await second.catalogue.change({ id, version: 0, title: 'A turning chart' });
    await second.catalogue.change({ id, version: 1, description: '' });
    expect(await videoOf(id)).toMatchObject({
      description: '',
      version: 2,
      edited_fields: ['description', 'title'],
    });
  });

  test('and a concurrent publication both take effect', async () => {
    const { db } = site.base;
    const draft = {
      ...{ title: 'From the source', description: '', tags: ['source'], category: 'Charts', sourceId: null },
      ...{ sourceUrl: 'https://a.test/1', sourceUrlHash: Buffer.alloc(32, 7) },
    };
    const { id } = await claimVideo(db, draft);
    const publishing = db.transaction().execute(async (tx) => {
      const done = await publishVideo(tx, id, MEDIA, { externalId: null, canonicalHash: null });
      await sql`select pg_sleep(0.2)`.execute(tx);
      return done;
    });
    const edited = await admin.catalogue.change({ id, version: 0, title: 'By hand' });
    expect(await publishing).toBe(true);
    expect(edited).toMatchObject({ title: 'By hand' });
    expect(await videoOf(id)).toMatchObject({
      title: 'By hand',
      status: 'published',
      video_url: MEDIA.videoUrl,
    });
    expect(await searched('hand')).toEqual([id]);
    // A new download keeps a person's edits.
    await sql`update videos set status = 'processing' where id = ${id}`.execute(db);
    await claimVideo(db, { ...draft, title: 'From the source again' });
    await publishVideo(db, id, MEDIA, { externalId: null, canonicalHash: null });
    expect(await videoOf(id)).toMatchObject({ title: 'By hand', edited_fields: ['title'] });
    expect(await searched('hand')).toEqual([id]);
  });
});

describe('a publish date', () => {
  const HOUR_MS = 3_600_000;
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const related: unknown[] = [];
  const queue: Queue = {
    send: async () => {},
    sendAll: async (_db, _job, data) => void related.push(...data),
  };
  const show = () => showScheduled({ ...site.base, queue }, new AbortController().signal);

  test('ahead hides the video until the routine finds that it has passed', async () => {
    const id = await stored({ title: 'A spiral' });
    const publishedAt = inHours(1);
    const ahead = await admin.catalogue.change({ id, version: 0, publishedAt, title: 'A late spiral' });
    expect(ahead).toMatchObject({ status: 'hidden', hiddenReason: 'scheduled', publishedAt, version: 2 });
    expect((await admin.catalogue.list({ reason: 'scheduled' })).videos).toMatchObject([{ id }]);
    await show();
    expect([await listed(), await searched('spiral')]).toEqual([[], []]);
    await expect(site.client.videos.get({ id })).rejects.toMatchObject({ status: 404 });
    await sql`update videos set published_at = now() - interval '1 second'`.execute(site.base.db);
    await show();
    expect([await listed(), await searched('late')]).toEqual([[id], [id]]);
    expect((await admin.catalogue.get({ id })).hiddenReason).toBeNull();
    expect(related).toEqual([{ videoId: id }]);
  });

  test('that comes shows no video without a permission, a film or an allowed address', async () => {
    const { db } = site.base;
    const due = { status: 'hidden', hidden_reason: 'scheduled' };
    const uncovered = await remote({ ...due, source_id: await makeSource(db, { basis: null }) });
    const filmless = await makeVideo(db, { ...due, video_url: 'videos/a/lost.mp4' });
    await sql`delete from stored_files where video_id = ${filmless}`.execute(db);
    const blocked = await remote(due);
    await sql`insert into blocked_addresses (hash, reason)
      select source_url_hash, 'It was deleted.' from videos where id = ${blocked}`.execute(db);
    await show();
    const reasons = await Promise.all(
      [uncovered, filmless, blocked].map(async (id) => (await videoOf(id))?.hidden_reason),
    );
    expect(reasons).toEqual(['basis', 'gone', 'administrator']);
  });

  test('ahead becomes the present on publishing; its undo hides the video for good', async () => {
    const id = await remote();
    await admin.catalogue.change({ id, version: 0, publishedAt: inHours(1) });
    const { video, act } = await admin.catalogue.act({ id, act: 'publish' });
    expect(Date.parse(video.publishedAt ?? '')).toBeLessThan(Date.now() + HOUR_MS / 2);
    await admin.catalogue.undoBulkAct({ id: act.id });
    await show();
    expect(await videoOf(id)).toMatchObject({ status: 'hidden', hidden_reason: 'administrator' });
  });

  test('moves the video in lists, within bounds', async () => {
    const [first, second] = [await remote(), await remote()];
    expect(await listed()).toEqual([second, first]);
    await admin.catalogue.change({ id: second, version: 0, publishedAt: '1999-12-31T23:30:00+02:00' });
    expect(await listed()).toEqual([first, second]);
    for (const publishedAt of ['1899-12-31T00:00:00Z', inHours(6 * 366 * 24), '2027-02-30T00:00:00Z', 'soon'])
      await expect(admin.catalogue.change({ id: first, version: 0, publishedAt })).rejects.toMatchObject({
        status: 400,
        fields: { publishedAt: expect.stringMatching(/^Please choose a date|^The publish date must/) },
      });
  });
});

test('a slug that was edited stays when the title changes; a language decides the word forms', async () => {
  const id = await remote({ title: 'Spiralen' });
  await admin.catalogue.change({ id, version: 0, slug: 'drehung', language: 'de' });
  const renamed = await admin.catalogue.change({ id, version: 1, title: 'Blaue Häuser' });
  expect(renamed).toMatchObject({ slug: 'drehung', editedFields: ['language', 'slug', 'title'], version: 2 });
  expect(await searched('haus')).toEqual([id]);
  for (const slug of ['Drehung', 'a--b', 'a/b', ''])
    await expect(admin.catalogue.change({ id, version: 2, slug })).rejects.toMatchObject({ status: 400 });
});

const MEDIA: VideoMedia = {
  ...{ kind: 'remote', videoUrl: 'https://a.test/1.mp4', embedUrl: '', thumbnailKey: '', previewKey: '' },
  ...{ storyboardKey: '', placeholder: '', durationSeconds: 9, width: 640, height: 360, contentSha256: null },
  files: [],
};

describe('an act', () => {
  test('hides a video and publishes it again, everywhere immediately', async () => {
    const id = await stored({ title: 'A spiral' });
    const hidden = await admin.catalogue.act({ id, act: 'hide' });
    expect(hidden.video).toMatchObject({ status: 'hidden', hiddenReason: 'administrator', thumbnailUrl: '' });
    expect(hidden.act).toMatchObject({
      act: 'hide',
      state: 'completed',
      total: 1,
      done: 1,
      canBeUndone: true,
    });
    expect(await listed()).toEqual([]);
    expect(await searched('spiral')).toEqual([]);
    await expect(site.client.videos.get({ id })).rejects.toMatchObject({ status: 404 });
    expect((await admin.catalogue.get({ id })).picture).toMatch(/^data:image\/webp;base64,/);
    const shown = await admin.catalogue.act({ id, act: 'publish' });
    expect(shown.video).toMatchObject({ status: 'published', hiddenReason: null });
    expect(await listed()).toEqual([id]);
    expect(await searched('spiral')).toEqual([id]);
  });

  test('removes a video with a reason, which is shown; undo restores it', async () => {
    const id = await stored({ status: 'hidden', hidden_reason: 'administrator' });
    await expect(admin.catalogue.act({ id, act: 'remove', reason: ' ' })).rejects.toMatchObject({
      status: 400,
      sentence: expect.stringContaining('Please say why it is removed.'),
    });
    const { video, act } = await admin.catalogue.act({ id, act: 'remove', reason: ' Blurred. ' });
    expect(video).toMatchObject({ status: 'removed', hiddenReason: null, removalReason: 'Blurred.' });
    expect((await admin.catalogue.get({ id })).picture).toMatch(/^data:/);
    // A reason may name somebody, and the log is never erased.
    const log = await site.base.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(log)).not.toContain('Blurred');
    const undone = await admin.catalogue.undoBulkAct({ id: act.id });
    expect(undone).toMatchObject({
      act: 'undo',
      undoneAct: 'remove',
      state: 'completed',
      done: 1,
      skipped: {},
    });
    expect(await videoOf(id)).toMatchObject({
      status: 'hidden',
      hidden_reason: 'administrator',
      removal_reason: null,
    });
    await expect(admin.catalogue.undoBulkAct({ id: act.id })).rejects.toMatchObject({
      status: 409,
      sentence: 'This change has already been undone.',
    });
  });

  test('requested twice at once is done once; the second request is refused', async () => {
    const id = await remote();
    const second = await site.admin();
    const ends = await Promise.allSettled([
      admin.catalogue.act({ id, act: 'hide' }),
      second.catalogue.act({ id, act: 'hide' }),
    ]);
    const refused = ends.filter((end) => end.status === 'rejected').map((end) => end.reason as CallError);
    expect(refused).toMatchObject([{ status: 409, sentence: 'Nothing to change.' }]);
  });

  test('publishes no video under notice, without permission or without a film', async () => {
    const { db } = site.base;
    const sourceId = await makeSource(db, { basis: null });
    const hide = { status: 'hidden', hidden_reason: 'takedown' };
    const taken = await remote(hide);
    const blocked = await remote({ status: 'removed' });
    await sql`insert into blocked_addresses (hash, reason, case_id)
      select source_url_hash, 'A notice.', ${await makeNotice(db)} from videos where id = ${blocked}`.execute(
      db,
    );
    const deleted = await remote({ status: 'removed' });
    await sql`insert into blocked_addresses (hash, reason)
      select source_url_hash, 'It was deleted.' from videos where id = ${deleted}`.execute(db);
    const uncovered = await remote({ status: 'hidden', hidden_reason: 'administrator', source_id: sourceId });
    const filmless = await makeVideo(db, { status: 'removed', video_url: 'videos/a/gone.mp4' });
    await sql`delete from stored_files where video_id = ${filmless}`.execute(db);
    const sentences = await Promise.all(
      [taken, blocked, deleted, uncovered, filmless].map((id) =>
        admin.catalogue
          .act({ id, act: 'publish' })
          .catch((error: CallError) => `${error.status} ${error.sentence}`),
      ),
    );
    const notice = '409 A notice keeps this video down: see its case.';
    expect(sentences).toEqual([
      notice,
      notice,
      '409 Its address is on the block list, so it may not be shown.',
      '409 Its source has no valid permission.',
      '409 Its film is no longer in storage. Download it again first.',
    ]);
    expect(await listed()).toEqual([]);
  });
});

describe('a deletion', () => {
  test('is permanent: row and files are deleted, the address stays known', async () => {
    const { db } = site.base;
    const id = await stored({ source_url: 'https://a.test/watch/deleted' });
    await deleteVideo(site.base, { id, blockFiles: false, by: 'ann' });
    expect(await videoOf(id)).toBeUndefined();
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from loose_files where key like 'videos/st/stored/%'`.execute(db);
    expect(rows[0]?.n).toBe(15);
    expect(await admin.ledger.why({ url: 'https://a.test/watch/deleted' })).toMatchObject({
      decision: 'blocked',
    });
    expect((await admin.catalogue.counts()).status).toEqual({});
    await expect(deleteVideo(site.base, { id, blockFiles: false, by: 'ann' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('skips videos under notice', async () => {
    const { db } = site.base;
    const id = await remote();
    await makeNotice(db, { videoId: id });
    await expect(deleteVideo(site.base, { id, blockFiles: false, by: 'ann' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await videoOf(id)).toBeDefined();
  });
});

test('the page of a video shows everything known about it', async () => {
  const { db } = site.base;
  const sourceId = await makeSource(db, { name: 'Charts' });
  const id = await stored({ source_id: sourceId, external_id: 'film-1', poster_at_seconds: 3 });
  const other = await remote({ title: 'Much alike' });
  await sql`insert into duplicate_decisions (source_url, source_url_hash, title, video_id, existing_video_id, test,
      reason, outcome)
    values ('https://a.test/', sha256('b'), 'A', ${id}, ${other}, 'likeness', 'Alike.', 'suspected')`.execute(
    db,
  );
  const details = await admin.catalogue.get({ id });
  expect(details).toMatchObject({
    ...{ sourceName: 'Charts', externalId: 'film-1', posterAtSeconds: 3, picture: null, playsFrom: null },
    duplicates: [
      {
        ...{ id: other, title: 'Much alike', reason: 'Alike.' },
        ...{ status: 'published', hiddenReason: null, isLater: false },
      },
    ],
  });
  expect((await admin.catalogue.get({ id: other })).duplicates).toMatchObject([{ id, isLater: true }]);
  await admin.duplicates.merge({ id: other, into: id });
  expect(await admin.catalogue.get({ id: other })).toMatchObject({ mergedInto: { id }, status: 'removed' });
  expect(await admin.catalogue.get({ id })).toMatchObject({
    mergedFrom: [{ id: other, title: 'Much alike' }],
  });
});

test('the page of a video lists its cases: open ones first, then those that keep it down', async () => {
  const { db } = site.base;
  const id = await remote();
  const denied = await makeNotice(db, { videoId: id, status: 'denied', by: 'ann' });
  const approved = await makeNotice(db, { videoId: id, status: 'approved', by: 'ann' });
  const hiding = await makeNotice(db, { videoId: id });
  await makeNotice(db);
  await sql`insert into takedown_videos (case_id, video_id, status_before, taken_at)
    values (${hiding}, ${id}, 'published', now())`.execute(db);
  await sql`update cases set kind = 'counter_notice' where id = ${denied}`.execute(db);
  const { cases } = await admin.catalogue.get({ id });
  expect(cases).toEqual([
    expect.objectContaining({ id: hiding, kind: 'copyright', state: 'open', isOpen: true, isHolding: true }),
    expect.objectContaining({ id: approved, state: 'approved', isOpen: false, isHolding: true }),
    expect.objectContaining({ id: denied, kind: 'counter_notice', state: 'denied', isHolding: false }),
  ]);
  // Programs without access to notices must not learn restricted kinds.
  await sql`update cases set kind = 'minor' where id = ${hiding}`.execute(db);
  const kindsFor = async (...scopes: TokenScope[]) => {
    const headers = bearer(await makeToken(site, scopes));
    const { catalogue } = createClient(fetchTransport(site.url, headers));
    return (await catalogue.get({ id })).cases.map(({ kind }) => kind);
  };
  expect(await kindsFor('catalogue:write')).toEqual(['restricted', 'copyright', 'counter_notice']);
  expect(await kindsFor('catalogue:read', 'takedowns:read')).toEqual([
    'minor',
    'copyright',
    'counter_notice',
  ]);
});
