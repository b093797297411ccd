import { createHash } from 'node:crypto';
import { silentLog } from '@vesper/core/lib/log.ts';
import { hideVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revisitPages } from '../../../pipeline/server/revisit.ts';
import { testClip } from '../../../test/clips.ts';
import { makeSource } from '../../../test/factories.ts';
import { editionOf } from '../../../test/hostile-videos.ts';
import { type EndedJob, type Ingest, startIngest } from '../../../test/ingest.ts';
import { type PlainSource, startPlainSource } from '../../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { type TurnedClock, turnedClock } from '../../../test/turned-clock.ts';
import { admit } from '../crawler/admit.ts';
import { why } from '../ledger/ledger.ts';

const HOUR = 1 / 24;

let clock: TurnedClock;
let source: PlainSource;
let site: TestSite;
let ingest: Ingest;
let sourceId: string;

beforeAll(async () => {
  source = await startPlainSource();
  clock = turnedClock(new Date().toISOString());
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort }, { clock });
  ingest = await startIngest(site);
});
afterAll(async () => {
  await ingest.close();
  await site.close();
  await source.close();
});
beforeEach(async () => {
  source.answers.clear();
  for (const table of ['videos', 'download_jobs', 'addresses', 'video_sources'])
    await sql`delete from ${sql.table(table)}`.execute(site.base.db);
  sourceId = await makeSource(site.base.db, { url: `${source.origin}/list.xml` });
});

/** A session does not last as long as these tests turn the clock. */
const admin = () => site.admin();

interface Page {
  title: string;
  description?: string;
  keywords?: string;
  film?: string;
  duration?: string;
}

const page = `/watch/one`;

/** A page of the source; its film's bytes are named by `film`, up to a dot. */
async function put({ title, description = '', keywords = '', film = 'a', duration }: Page): Promise<void> {
  const described = {
    ...{ '@context': 'https://schema.org', '@type': 'VideoObject', name: title, description, keywords },
    ...{ contentUrl: `${source.origin}/films/${film}.mp4`, duration },
  };
  const script = `<script type="application/ld+json">${JSON.stringify(described)}</script>`;
  const headers = { 'content-type': 'text/html' };
  source.answers.set(page, { headers, body: `<!doctype html><title>One</title>${script}` });
  const body = editionOf(await testClip('good'), film.split('.')[0] ?? '');
  source.answers.set(`/films/${film}.mp4`, { headers: { 'content-type': 'video/mp4' }, body });
}

/** The page's video. */
async function bring(first: Page): Promise<string> {
  await put(first);
  const job = await ingest.download({ url: source.origin + page, sourceId });
  expect(job).toMatchObject({ status: 'completed', error: null });
  source.asked.length = 0;
  return job.video_id ?? '';
}

/** The source's list says that the page has just changed. */
async function note(paths: readonly string[] = [page]): Promise<void> {
  clock.pass(HOUR);
  const items = paths.map((path) => ({
    type: 'item' as const,
    loc: source.origin + path,
    lastmod: clock.now(),
    metadata: null,
  }));
  const { db } = site.base;
  await admit({ db, clock }, { sourceId, runId: null, room: 0, items, changedSince: new Date(0) });
}

/** Looks at what is due; what the source was asked for meanwhile. */
async function revisit(): Promise<string[]> {
  source.asked.length = 0;
  await revisitPages({ ...ingest.pipeline, clock }, { signal: new AbortController().signal, log: silentLog });
  return source.asked.map(({ path, range }) => (range ? `${path} ${range}` : path));
}

async function noteAndRevisit(): Promise<string[]> {
  await note();
  return revisit();
}

const lookOf = async (id: string) => (await (await admin()).catalogue.get({ id })).lastLook;
const contentOf = async (id: string) =>
  (await site.base.db.selectFrom('videos').select('content_sha256').where('id', '=', id).executeTakeFirst())
    ?.content_sha256;
const downloads = async () =>
  (await sql<EndedJob>`select * from download_jobs where status = 'pending'`.execute(site.base.db)).rows;

describe('the words of a changed page', () => {
  test('are taken over, with all that follows from them, once and for one request', async () => {
    const id = await bring({ title: 'A slow violet gradient', keywords: 'violet' });
    await put({ title: 'A quick orange gradient', description: 'It turns.', keywords: 'orange, quick' });
    expect(await revisit()).toEqual([]);
    expect(await noteAndRevisit()).toEqual([page]);
    expect(await site.client.videos.get({ id })).toMatchObject({
      title: 'A quick orange gradient',
      description: 'It turns.',
      tags: ['orange', 'quick'],
    });
    const found = async (search: string) => (await site.client.videos.list({ search })).videos.length;
    expect([await found('orange'), await found('violet')]).toEqual([1, 0]);
    expect(await lookOf(id)).toEqual({
      ...{ at: clock.now().toISOString(), differences: {} },
      outcome: 'Taken over from its page: title, description, tags.',
    });
    const { reason } = await why(site.base.db, source.origin + page);
    expect(reason).toBe(
      `It is in the library as the video "A quick orange gradient". Its page changed and was revisited at ${clock.now().toISOString()}: Taken over from its page: title, description, tags.`,
    );
    expect(await revisit()).toEqual([]);
  });

  test('are not asked for again where the list repeats its date, nor twice within a day', async () => {
    await bring({ title: 'One' });
    const { db } = site.base;
    const items = [
      { type: 'item' as const, loc: source.origin + page, lastmod: clock.now(), metadata: null },
    ];
    const repeat = () =>
      admit({ db, clock }, { sourceId, runId: null, room: 0, items, changedSince: new Date(0) });
    clock.pass(HOUR);
    items[0] = { ...items[0], lastmod: clock.now() } as (typeof items)[0];
    await repeat();
    expect(await revisit()).toEqual([page]);
    await repeat();
    expect(await revisit()).toEqual([]);
    // A further change an hour later waits for the next day.
    expect(await noteAndRevisit()).toEqual([]);
    clock.pass(22 * HOUR);
    expect(await revisit()).toEqual([]);
    clock.pass(HOUR);
    expect(await revisit()).toEqual([page]);
    clock.pass(2);
    await repeat();
    expect(await revisit()).toEqual([]);
  });

  test('that a person has edited stay, and the page’s are shown until somebody decides', async () => {
    const id = await bring({ title: 'One', description: 'Once.' });
    await (await admin()).catalogue.change({ id, version: 0, title: 'Edited' });
    await put({ title: 'Two', description: 'Twice.' });
    expect(await noteAndRevisit()).toEqual([page]);
    const video = await (await admin()).catalogue.get({ id });
    expect(video).toMatchObject({ title: 'Edited', description: 'Twice.', editedFields: ['title'] });
    expect(video.lastLook).toMatchObject({
      ...{ outcome: 'Taken over from its page: description. Its page says otherwise: title.' },
      differences: { title: 'Two' },
    });
    // Dismissed, it is shown again only once the page says something else.
    expect(
      (await (await admin()).catalogue.changeDifferences({ id, fields: [] })).lastLook?.differences,
    ).toEqual({});
    clock.pass(1);
    await noteAndRevisit();
    expect((await lookOf(id))?.differences).toEqual({});
    await put({ title: 'Three', description: 'Twice.' });
    clock.pass(1);
    await noteAndRevisit();
    expect((await lookOf(id))?.differences).toEqual({ title: 'Three' });
    const taken = await (await admin()).catalogue.takeFromSource({
      id,
      version: video.version,
      fields: ['title'],
    });
    expect(taken).toMatchObject({ title: 'Three', editedFields: [], lastLook: { differences: {} } });
    await put({ title: 'Four' });
    clock.pass(1);
    await noteAndRevisit();
    expect(await site.client.videos.get({ id })).toMatchObject({ title: 'Four' });
  });

  test('are only shown where the source is set so', async () => {
    const { version } = await (await admin()).sources.get({ id: sourceId });
    await (await admin()).sources.change({ id: sourceId, version, followWords: false });
    const id = await bring({ title: 'One' });
    await put({ title: 'Two' });
    expect(await noteAndRevisit()).toEqual([page]);
    expect(await (await admin()).catalogue.get({ id })).toMatchObject({
      title: 'One',
      lastLook: { differences: { title: 'Two' } },
    });
    const wanted = { id, version: 1, fields: ['title' as const] };
    await expect((await admin()).catalogue.takeFromSource(wanted)).rejects.toMatchObject({
      status: 409,
      fields: { title: 'It is now: One' },
    });
  });

  test('come from the list where it says enough: the page is not asked for', async () => {
    const id = await bring({ title: 'One' });
    clock.pass(HOUR);
    const metadata = { title: 'From the list', contentUrl: `${source.origin}/films/a.mp4` };
    const items = [{ type: 'item' as const, loc: source.origin + page, lastmod: clock.now(), metadata }];
    const { db } = site.base;
    await admit({ db, clock }, { sourceId, runId: null, room: 0, items, changedSince: new Date(0) });
    expect(await revisit()).toEqual([]);
    expect(await site.client.videos.get({ id })).toMatchObject({ title: 'From the list' });
  });
});

describe('a changed page', () => {
  test.each([
    ['gone', { status: 404, body: '' }, 'The address answered 404 Not Found.'],
    ['without a video', { headers: { 'content-type': 'text/html' }, body: '<p>No.</p>' }, /no video/i],
    ['failing', { status: 500, body: '' }, 'The address answered 500 Internal Server Error.'],
  ] as const)('%s: the video stays', async (_, answer, outcome) => {
    const id = await bring({ title: 'One' });
    source.answers.set(page, answer);
    expect(await noteAndRevisit()).toEqual([page]);
    expect(await site.client.videos.get({ id })).toMatchObject({ title: 'One' });
    expect((await lookOf(id))?.outcome).toMatch(outcome);
    clock.pass(2);
    expect(await revisit()).toEqual([]);
  });

  test('waits if its site wants a pause', async () => {
    const id = await bring({ title: 'One' });
    source.answers.set(page, { status: 503, headers: { 'retry-after': '7200' }, body: '' });
    expect(await noteAndRevisit()).toEqual([page]);
    expect(await lookOf(id)).toBeNull();
    await put({ title: 'Two' });
    clock.pass(1.9 * HOUR);
    expect(await revisit()).toEqual([]);
    clock.pass(0.2 * HOUR);
    expect(await revisit()).toEqual([page]);
    expect(await site.client.videos.get({ id })).toMatchObject({ title: 'Two' });
  });

  test('is not asked for while its video is hidden, or its source disabled, nor if another source names it', async () => {
    const id = await bring({ title: 'One' });
    await put({ title: 'Two' });
    const { db } = site.base;
    const other = await makeSource(db);
    const own = sourceId;
    sourceId = other;
    expect(await noteAndRevisit()).toEqual([]);
    sourceId = own;
    await db.updateTable('video_sources').set({ enabled: false }).where('id', '=', own).execute();
    expect(await noteAndRevisit()).toEqual([]);
    await hideVideo(db, id, 'administrator');
    await db.updateTable('video_sources').set({ enabled: true }).where('id', '=', own).execute();
    expect(await revisit()).toEqual([]);
    expect(await lookOf(id)).toMatchObject({ outcome: 'The video is not public.' });
  });

  test('that changes again during the visit makes that visit count for nothing', async () => {
    const id = await bring({ title: 'One' });
    await put({ title: 'Two' });
    await note();
    let met: Promise<void> | undefined;
    const { manners } = ingest.pipeline;
    const fetchFor: typeof manners.fetchFor = (of) => async (url, options) => {
      const answer = await manners.fetchFor(of)(url, options);
      await put({ title: 'Three' });
      met ??= note();
      await met;
      return answer;
    };
    const context = { signal: new AbortController().signal, log: silentLog };
    await revisitPages({ ...ingest.pipeline, manners: { ...manners, fetchFor }, clock }, context);
    expect(await site.client.videos.get({ id })).toMatchObject({ title: 'Three' });
  });
});

describe('the film of a changed page', () => {
  test('at another address is checked, and if it is the same, its address is stored', async () => {
    const id = await bring({ title: 'One', film: 'a' });
    await put({ title: 'One', film: 'a.moved' });
    expect(await noteAndRevisit()).toEqual([page, '/films/a.moved.mp4 bytes=0-65535']);
    expect(await downloads()).toEqual([]);
    expect((await lookOf(id))?.outcome).toBe('No changes found.');
    clock.pass(1);
    expect(await noteAndRevisit()).toEqual([page]);
  });

  test('replaces the video’s own where it is another, which stays until then', async () => {
    const id = await bring({ title: 'One', film: 'a' });
    await sql`update videos set views = 7 where id = ${id}`.execute(site.base.db);
    await put({ title: 'Two', film: 'another' });
    expect(await noteAndRevisit()).toEqual([page, '/films/another.mp4 bytes=0-65535']);
    const before = await site.client.videos.get({ id });
    expect(before).toMatchObject({ title: 'Two', views: 7 });
    const [queued] = await downloads();
    expect(queued).toMatchObject({ video_id: id });
    await ingest.run(queued?.id ?? '');
    expect(await ingest.jobOf(queued?.id ?? '')).toMatchObject({ status: 'completed', error: null });
    const after = await site.client.videos.get({ id });
    expect(after).toMatchObject({ title: 'Two', views: 7, publishedAt: before.publishedAt });
    const sha256 = createHash('sha256').update(editionOf(await testClip('good'), 'another'));
    expect(await contentOf(id)).toEqual(sha256.digest());
    expect((await site.client.videos.list()).videos).toHaveLength(1);
    clock.pass(1);
    expect(await noteAndRevisit()).toEqual([page]);
  });

  test('that cannot be had, or is that of another video, or blocked, leaves the video as it is', async () => {
    const id = await bring({ title: 'One', film: 'a' });
    const { db } = site.base;
    const other = `${source.origin}/films/other.mp4`;
    const film = editionOf(await testClip('good'), 'other');
    source.answers.set('/films/other.mp4', { headers: { 'content-type': 'video/mp4' }, body: film });
    await ingest.download({ url: `${source.origin}/other`, metadata: { title: 'Other', contentUrl: other } });
    await put({ title: 'One', film: 'other' });
    await noteAndRevisit();
    const [queued] = await downloads();
    await ingest.run(queued?.id ?? '');
    expect(await ingest.jobOf(queued?.id ?? '')).toMatchObject({ status: 'failed' });
    expect(await site.client.videos.get({ id })).toMatchObject({ title: 'One' });
    expect(await why(db, source.origin + page)).toMatchObject({
      decision: 'new',
      reason: expect.stringMatching(/^It is in the library as the video "One"/),
    });
    await put({ title: 'Two', film: 'a.elsewhere' });
    source.answers.delete('/films/a.elsewhere.mp4');
    clock.pass(1);
    await noteAndRevisit();
    expect(await site.client.videos.get({ id })).toMatchObject({ title: 'Two' });
    expect((await lookOf(id))?.outcome).toBe(
      'Taken over from its page: title. Its film could not be checked: The address answered 404 Not Found.',
    );
    expect(await downloads()).toEqual([]);
  });
});
