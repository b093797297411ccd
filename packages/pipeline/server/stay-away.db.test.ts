import type { Client } from '@vesper/contract';
import { cleanNow } from '@vesper/upkeep/storage';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admit } from '../../intake/server/crawler/admit.ts';
import { why } from '../../intake/server/ledger/ledger.ts';
import { testClip } from '../../test/clips.ts';
import { makeSource } from '../../test/factories.ts';
import { editionOf } from '../../test/hostile-videos.ts';
import { type Ingest, startIngest } from '../../test/ingest.ts';
import { deleteCases, fileNoticeAbout } from '../../test/notices.ts';
import { type PlainSource, startPlainSource } from '../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

const REFUSED = expect.stringMatching(
  /^Its video was removed after a copyright notice \(request [0-9a-f-]{36}\)\. It will not be imported again\.$/,
);

let source: PlainSource;
let site: TestSite;
let admin: Client;
let ingest: Ingest;
let clip: Buffer;
let sourceId: string;

beforeAll(async () => {
  clip = await testClip('good');
  source = await startPlainSource();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
  ingest = await startIngest(site);
});
afterAll(async () => {
  await ingest.close();
  await site.close();
  await source.close();
});
beforeEach(async () => {
  const { db } = site.base;
  await deleteCases(db);
  await sql`delete from videos`.execute(db);
  await sql`delete from download_jobs`.execute(db);
  await sql`delete from addresses`.execute(db);
  sourceId = await makeSource(db);
  source.asked.length = 0;
});

function film(path: string, edition: string, fields: Record<string, unknown> = {}) {
  source.answers.set(path, { headers: { 'content-type': 'video/mp4' }, body: editionOf(clip, edition) });
  const metadata = { title: `Film of ${path}`, contentUrl: source.origin + path };
  return { url: `${source.origin}${path}?page`, sourceId, metadata, ...fields };
}

/** Imports a film and takes it down; returns the ids of video and request. */
async function takenOff(path: string, edition: string, fields: Record<string, unknown> = {}) {
  const { video_id: videoId, error } = await ingest.download(film(path, edition, fields));
  expect(error).toBeNull();
  const requestId = await fileNoticeAbout(site, videoId ?? '');
  await admin.takedowns.decide({ id: requestId, status: 'approved' });
  return { videoId: videoId ?? '', requestId };
}

/** Admits items as a crawl does; counts per decision. */
function crawl(items: { loc: string; externalId?: string }[]) {
  const named = items.map((one) => ({ type: 'item' as const, metadata: null, ...one }));
  return admit(site.base, { sourceId, runId: null, room: 10, items: named });
}
const total = async () => (await site.client.videos.list()).pagination.totalVideos;

describe('a video that was taken down', () => {
  test('does not come back by another address: its bytes are known, and then the address is too', async () => {
    const { videoId, requestId } = await takenOff('/a.mp4', 'one');
    const copy = film('/b.mp4', 'one');
    const job = await ingest.download(copy);
    expect(job).toMatchObject({ status: 'failed', error: REFUSED });
    expect((await why(site.base.db, copy.url)).reason).toBe(
      `The address is blocked: Its video was removed after a copyright notice (request ${requestId}).`,
    );
    // Nobody fetches it again.
    await expect(admin.downloads.add({ sourceUrl: copy.url })).rejects.toMatchObject({ sentence: REFUSED });
    expect(await crawl([{ loc: copy.url }])).toMatchObject({ blocked: 1, new: 0 });
    expect(await total()).toBe(0);
    expect(await site.base.db.selectFrom('videos').select('id').execute()).toEqual([{ id: videoId }]);
  });

  test('does not come back once nothing of its row is left', async () => {
    await takenOff('/c.mp4', 'two');
    await sql`delete from videos`.execute(site.base.db);
    expect(await ingest.download(film('/d.mp4', 'two'))).toMatchObject({ status: 'failed', error: REFUSED });
    // It was queued before the block: the pipeline checks too.
    const queued = await ingest.download(film('/c.mp4', 'another'));
    expect(queued).toMatchObject({ status: 'failed', error: REFUSED });
    expect(await total()).toBe(0);
  });

  test('is not crawled again, by its address or by what its source calls it', async () => {
    const first = film('/e.mp4', 'three');
    await takenOff('/e.mp4', 'three', { externalId: 'film-3' });
    expect(await crawl([{ loc: first.url, externalId: 'film-3' }])).toMatchObject({ blocked: 1, new: 0 });
    const moved = `${source.origin}/moved?page`;
    expect(await crawl([{ loc: moved, externalId: 'film-3' }])).toMatchObject({ blocked: 1, new: 0 });
    expect((await why(site.base.db, moved)).decision).toBe('blocked');
    await sql`delete from videos`.execute(site.base.db);
    expect(await crawl([{ loc: `${moved}=2`, externalId: 'film-3' }])).toMatchObject({ blocked: 1, new: 0 });
    // Nor by a download queued by its page alone.
    const named = await ingest.download(film('/f.mp4', 'other bytes', { externalId: 'film-3' }));
    expect(named).toMatchObject({ status: 'failed', error: REFUSED });
    expect(
      await site.base.db.selectFrom('download_jobs').select('id').where('status', '=', 'pending').execute(),
    ).toEqual([]);
  });

  test('is not imported by a page that claims its address as its own', async () => {
    const page = (path: string, canonical: string) =>
      source.answers.set(path, {
        headers: { 'content-type': 'text/html' },
        body: `<title>Chart</title><link rel="canonical" href="${source.origin}${canonical}">
          <meta property="og:title" content="Chart ${path}"><meta property="og:video" content="${source.origin}/g.mp4">`,
      });
    film('/g.mp4', 'four');
    page('/watch/g', '/films/g');
    const { video_id: videoId } = await ingest.download({ url: `${source.origin}/watch/g`, sourceId });
    await admin.takedowns.decide({ id: await fileNoticeAbout(site, videoId ?? ''), status: 'approved' });
    film('/g.mp4', 'changed bytes');
    page('/watch/g2', '/films/g');
    page('/films/g', '/films/g');
    for (const path of ['/watch/g2', '/films/g']) {
      const job = await ingest.download({ url: source.origin + path, sourceId });
      expect([path, job.status, job.error]).toEqual([path, 'failed', REFUSED]);
    }
    await expect(admin.downloads.add({ sourceUrl: `${source.origin}/films/g` })).rejects.toMatchObject({
      sentence: REFUSED,
    });
  });

  test('stays in the videos that were left out as the same', async () => {
    const first = await ingest.download(film('/h.mp4', 'five'));
    const twin = film('/i.mp4', 'five');
    expect(await ingest.download(twin)).toMatchObject({ error: 'This video already exists in the library' });
    const requestId = await fileNoticeAbout(site, first.video_id ?? '');
    await admin.takedowns.decide({ id: requestId, status: 'approved' });
    await expect(admin.downloads.add({ sourceUrl: twin.url })).rejects.toMatchObject({ sentence: REFUSED });
    expect(await crawl([{ loc: twin.url }])).toMatchObject({ blocked: 1, known: 0 });
  });

  test('that stays at its source does not come back by another page with the same film', async () => {
    const linked = await makeSource(site.base.db, { delivery: 'remote' });
    const { videoId } = await takenOff('/j.mp4', 'six', { sourceId: linked });
    expect(videoId).not.toBe('');
    const other = { ...film('/j.mp4', 'six', { sourceId: linked }), url: `${source.origin}/j-again?page` };
    expect(await ingest.download(other)).toMatchObject({ status: 'failed', error: REFUSED });
  });
});

describe('a decision beside a download of the same video', () => {
  /** Approves a request about the video soon after its download has claimed it. */
  async function approveDuring(jobId: string, delayMs: number) {
    const running = ingest.run(jobId);
    const videoId = await expect
      .poll(async () => (await ingest.jobOf(jobId)).video_id, { interval: 5, timeout: 20_000 })
      .toBeTruthy()
      .then(async () => (await ingest.jobOf(jobId)).video_id ?? '');
    const requestId = await fileNoticeAbout(site, videoId);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const { request } = await admin.takedowns.decide({ id: requestId, status: 'approved' });
    await running;
    return { videoId, request };
  }

  test.each([0, 400])('taken %d ms after it began, the video is never left public', async (delayMs) => {
    const jobId = await ingest.queue(film('/race.mp4', `race ${delayMs}`));
    const { videoId, request } = await approveDuring(jobId, delayMs);
    expect(request.effect).toBe('taken_off');
    const { rows } = await sql`select status, hidden_reason from videos where id = ${videoId}`.execute(
      site.base.db,
    );
    expect(rows).toEqual([{ status: 'hidden', hidden_reason: 'takedown' }]);
    expect(await total()).toBe(0);
    expect((await ingest.jobOf(jobId)).status).toMatch(/^(?:failed|completed)$/);
    await cleanNow(site.base, new AbortController().signal);
    expect(await crawl([{ loc: film('/race.mp4', 'x').url }])).toMatchObject({ blocked: 1, new: 0 });
  });

  test('ends another download that would bring the same', async () => {
    const { video_id: videoId } = await ingest.download(film('/k.mp4', 'seven', { externalId: 'film-7' }));
    const other = await ingest.queue(film('/l.mp4', 'eight', { externalId: 'film-7' }));
    const unrelated = await ingest.queue(film('/m.mp4', 'nine', { externalId: 'film-9' }));
    await admin.takedowns.decide({ id: await fileNoticeAbout(site, videoId ?? ''), status: 'approved' });
    expect(await ingest.jobOf(other)).toMatchObject({ status: 'failed', error: REFUSED });
    expect(await ingest.jobOf(unrelated)).toMatchObject({ status: 'pending' });
  });
});
