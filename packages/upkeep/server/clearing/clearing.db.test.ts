import type { Client } from '@vesper/contract';
import { judgeAddresses } from '@vesper/intake/ledger';
import { libraryGeneration, rememberFile } from '@vesper/intake/manners';
import { remakeStaleDocuments } from '@vesper/library/search';
import { hideVideo, removeVideo, showHidden } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testClip } from '../../../test/clips.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { type Ingest, startIngest } from '../../../test/ingest.ts';
import { makeManyVideos } from '../../../test/many-videos.ts';
import { fileNoticeAbout } from '../../../test/notices.ts';
import { type PlainSource, startPlainSource } from '../../../test/plain-source.ts';
import { startWorkerProcess } from '../../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';
import { fetchMedia, type StoredVideo, storeVideo } from '../../../test/stored-videos.ts';
import { cleanNow } from '../storage/index.ts';
import { deleteBatch } from './clearing.ts';

let source: PlainSource;
let site: TestSite;
let admin: Client;
let ingest: Ingest;

beforeAll(async () => {
  source = await startPlainSource();
  const body = await testClip('good');
  source.answers.set('/a.mp4', { headers: { 'content-type': 'video/mp4' }, body });
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
  admin = await site.admin();
  ingest = await startIngest(site);
});
beforeEach(async () => {
  await site.stopWorkers();
  await deleteAll();
  const { db } = site.base;
  await sql`delete from videos`.execute(db);
  await sql`delete from blocked_addresses`.execute(db);
  await sql`delete from addresses`.execute(db);
  await sql`delete from loose_files`.execute(db);
  await sql`delete from categories`.execute(db);
});
afterEach(() => site.stopWorkers());
afterAll(async () => {
  await ingest.close();
  await site.close();
  await source.close();
});

const make = (fields: Parameters<typeof makeVideo>[1] = {}) =>
  makeVideo(site.base.db, { kind: 'remote', video_url: 'https://a.test/a.mp4', ...fields });

async function deleteAll(): Promise<void> {
  while (await deleteBatch(site.base.db));
}

async function countRows(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    site.base.db,
  );
  return rows[0]?.n ?? 0;
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.base.db);
  return rows[0]?.n ?? 0;
}

async function expectNothingPublic(): Promise<void> {
  const { videos, categories } = site.client;
  for (const query of [
    {},
    { search: 'chart' },
    { tag: 'even1' },
    { sort: 'views' },
    { sort: 'longest' },
  ] as const)
    expect((await videos.list(query)).videos).toEqual([]);
  expect((await videos.list()).pagination).toMatchObject({ totalVideos: 0, totalPages: 0 });
  for (const { name, videoCount } of await categories.list()) {
    expect(videoCount).toBe(0);
    expect((await videos.list({ category: name })).videos).toEqual([]);
  }
  const { rows } = await sql<{ videos: number; views: number }>`
    select videos, views from catalogue_totals`.execute(site.base.db);
  expect(rows).toEqual([{ videos: 0, views: 0 }]);
  expect((await admin.catalogue.counts()).status).toEqual({});
  expect((await admin.catalogue.list()).videos).toEqual([]);
}

describe('clearing all', () => {
  test('empties every list at once, and deletes rows and files by and by', async () => {
    const { db } = site.base;
    await makeManyVideos(db, { count: 1200, categories: 3, hiddenEvery: 7 });
    const film: StoredVideo = await storeVideo(site);
    const { signedUrl } = await site.client.media.signVideo({ id: film.id });
    expect((await fetchMedia(site, signedUrl)).status).toBe(200);
    const cleared = await admin.catalogue.clearAll();
    expect(cleared).toEqual({
      message: 'All 1,201 videos were cleared. Their files will be deleted within two hours.',
      count: 1201,
    });
    await expectNothingPublic();
    // Served files are cached for two seconds.
    await expect.poll(async () => (await fetchMedia(site, signedUrl)).status, { timeout: 20_000 }).toBe(404);
    await expect(site.client.videos.get({ id: film.id })).rejects.toMatchObject({ status: 404 });
    await expect(admin.catalogue.get({ id: film.id })).rejects.toMatchObject({ status: 404 });
    await expect(admin.catalogue.act({ id: film.id, act: 'hide' })).rejects.toMatchObject({ status: 404 });
    expect(await countRows('videos')).toBe(1201);
    await deleteAll();
    expect(await countRows('videos')).toBe(0);
    expect(await countRows('stored_files')).toBe(0);
    await expectNothingPublic();
    await cleanNow(site.base, AbortSignal.timeout(60_000), 0);
    const left: string[] = [];
    for await (const { key } of site.storage.list()) left.push(key);
    expect(left).toEqual([]);
    expect(await admin.catalogue.clearAll()).toEqual({ message: 'There were no videos to clear.', count: 0 });
  });

  test('skips videos under notice: their files stay in quarantine, and they may return', async () => {
    const { db, storages } = site.base;
    const taken = await makeStoredVideo(db, {
      storage: site.storage,
      fields: { title: 'A taken chart', views: 7 },
    });
    const removed = await make({ title: 'A removed chart' });
    await make({ views: 5 });
    await hideVideo(db, taken, 'takedown');
    await removeVideo(db, removed);
    await site.startWorker();
    await expect.poll(() => countRows('quarantine_work'), { timeout: 60_000 }).toBe(0);
    await site.stopWorkers();
    expect(await admin.catalogue.clearAll()).toMatchObject({
      message: 'One video was cleared. Their files will be deleted within two hours.',
    });
    await deleteAll();
    await cleanNow(site.base, AbortSignal.timeout(60_000), 0);
    const aside: string[] = [];
    for await (const { key } of storages.main.listQuarantine()) aside.push(key);
    expect(aside).toHaveLength(15);
    expect((await admin.catalogue.counts()).status).toEqual({ hidden: 1, removed: 1 });
    const { rows } = await sql`select videos, views from catalogue_totals`.execute(db);
    expect(rows).toEqual([{ videos: 0, views: 7 }]);
    expect(await showHidden(db, taken, 'takedown')).toBe(true);
    await site.startWorker();
    await expect.poll(() => countRows('quarantine_work'), { timeout: 60_000 }).toBe(0);
    const list = async (search?: string) =>
      (await site.client.videos.list(search ? { search } : {})).videos.map(({ id }) => id);
    expect(await list()).toEqual([taken]);
    await remakeStaleDocuments(db, new AbortController().signal);
    expect(await list('taken')).toEqual([taken]);
    const undone = await admin.catalogue.act({ id: removed, act: 'publish' });
    expect(undone.video.status).toBe('published');
    expect((await list()).sort()).toEqual([taken, removed].sort());
    expect((await site.client.videos.list()).pagination.totalVideos).toBe(2);
  });

  test('has every list of a source read completely again, even by a crawl that began before', async () => {
    const { db } = site.base;
    const sourceId = await makeSource(db, { name: 'Remembered', url: 'https://remembered.test/' });
    const remember = (name: string, generation: number) =>
      rememberFile(db, sourceId, { url: `https://remembered.test/${name}.xml`, etag: '"v1"', generation });
    const before = await libraryGeneration(db);
    await remember('before', before);
    expect(await countRows('fetched_files')).toBe(1);
    await admin.catalogue.clearAll();
    expect(await countRows('fetched_files')).toBe(0);
    await remember('meanwhile', before);
    await deleteAll();
    await remember('late', before);
    expect(await countRows('fetched_files')).toBe(0);
    await remember('new', await libraryGeneration(db));
    expect(await countRows('fetched_files')).toBe(1);
  });

  test('deletes a video under notice once its last notice is decided, and an approval still blocks it', async () => {
    const { db, clock } = site.base;
    const sourceId = await makeSource(db);
    const address = (name: string) => `https://noticed.test/${name}`;
    const names = ['denied', 'approved'] as const;
    const requests: Record<string, string[]> = {};
    for (const [place, name] of names.entries()) {
      const id = await makeStoredVideo(db, {
        storage: site.storage,
        fields: {
          ...{ source_url: address(name), source_id: sourceId, external_id: name },
          content_sha256: Buffer.alloc(32, place + 1),
        },
      });
      const merged = await make({
        source_url: address(`${name}-merged`),
        source_id: sourceId,
        external_id: `${name}-merged`,
      });
      await admin.duplicates.merge({ id: merged, into: id });
      requests[name] = [await fileNoticeAbout(site, id), await fileNoticeAbout(site, merged)];
    }
    await admin.catalogue.clearAll();
    await deleteAll();
    expect(await countRows('videos')).toBe(4);
    // Meanwhile crawls and people may add them, under other addresses too.
    const urls = [...names, ...names.map((name) => `${name}-merged`)].map(address);
    const judge = (wanted: { urls: string[]; externalIds?: string[] }) =>
      judgeAddresses(db, { sourceId, runId: null, now: clock.now(), ...wanted });
    expect((await judge({ urls })).fresh).toHaveLength(4);
    const moved = { urls: [address('moved')], externalIds: ['denied-merged'] };
    expect((await judge(moved)).fresh).toHaveLength(1);
    for (const name of names) {
      const [first, last] = requests[name] as [string, string];
      const before = await countRows('videos');
      await admin.takedowns.decide({ id: first, status: name });
      expect(await countRows('videos')).toBe(before);
      await admin.takedowns.decide({ id: last, status: name });
      expect(await countRows('videos')).toBe(before - 2);
    }
    expect(await countRows('stored_files')).toBe(0);

    expect((await judge({ urls })).fresh.map(({ index }) => urls[index])).toEqual([
      address('denied'),
      address('denied-merged'),
    ]);
    expect((await admin.ledger.why({ url: address('approved') })).reason).toContain('The address is blocked');
    const { rows } =
      await sql`select distinct external_id as id from blocked_external_ids order by id`.execute(db);
    expect(rows).toEqual([{ id: 'approved' }, { id: 'approved-merged' }]);
    const { rows: contents } = await sql`select distinct sha256 from blocked_contents`.execute(db);
    expect(contents).toEqual([{ sha256: Buffer.alloc(32, 2) }]);
  });

  test('lets an address be imported again before the cleared rows are deleted', async () => {
    const { db, clock } = site.base;
    const sourceId = await makeSource(db, { delivery: 'remote' });
    const address = (name: string) => `${source.origin}/${name}`;
    const download = (name: string, externalId: string) => ({
      ...{ url: address(name), sourceId, externalId },
      metadata: { title: `Again ${name}`, contentUrl: `${source.origin}/a.mp4` },
    });
    const made = async (name: string) =>
      makeStoredVideo(db, {
        storage: site.storage,
        fields: { source_url: address(name), source_id: sourceId, external_id: name },
      });
    const names = ['kept', 'merged', 'twin', 'into-twin', 'other', 'into-other'];
    const [kept, merged, twin, intoTwin, other, intoOther] = [
      ...[await made('kept'), await made('merged'), await made('twin')],
      ...[await made('into-twin'), await made('other'), await made('into-other')],
    ] as const;
    await admin.duplicates.merge({ id: merged, into: kept });
    await admin.duplicates.merge({ id: intoTwin, into: twin });
    await admin.duplicates.merge({ id: intoOther, into: other });
    await admin.catalogue.clearAll();

    expect(await ingest.download(download('kept', 'new'))).toMatchObject({ status: 'completed' });
    expect(await ingest.download(download('moved', 'twin'))).toMatchObject({ status: 'completed' });
    await admin.downloads.add({ sourceUrl: address('into-other') });
    expect((await admin.downloads.addBulk({ sourceUrls: [address('into-twin')] })).count).toBe(1);
    await sql`delete from download_jobs where status = 'pending'`.execute(db);
    expect(await ingest.download(download('into-other', 'new-too'))).toMatchObject({ status: 'completed' });

    await deleteAll();
    const { videos } = await site.client.videos.list();
    expect(videos.map(({ title }) => title).sort()).toEqual([
      'Again into-other',
      'Again kept',
      'Again moved',
    ]);
    expect(await countRows('videos')).toBe(3);
    const urls = names.map(address);
    const judged = await judgeAddresses(db, { sourceId, runId: null, now: clock.now(), urls });
    expect(judged.fresh.map(({ index }) => names[index])).toEqual(['merged', 'twin', 'into-twin', 'other']);
  });

  test('moves a notice to the new video if it is filed while that replaces the cleared one', async () => {
    const { db } = site.base;
    const sourceId = await makeSource(db, { delivery: 'remote' });
    const url = `${source.origin}/noticed`;
    const cleared = await make({ source_url: url, source_id: sourceId });
    await admin.catalogue.clearAll();
    const request = await fileNoticeAbout(site, await make());
    const job = await ingest.queue({
      ...{ url, sourceId, externalId: 'noticed' },
      metadata: { title: 'A chart', contentUrl: `${source.origin}/a.mp4` },
    });
    let run: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await sql`update case_targets set video_id = ${cleared} where case_id = ${request}`.execute(tx);
      run = ingest.run(job);
      await expect.poll(countWaiting, { timeout: 20_000, interval: 5 }).toBe(1);
    });
    await run;
    const { video_id: id } = await ingest.jobOf(job);
    expect(id).not.toBe(cleared);
    const [listed] = (await admin.takedowns.list()).filter((one) => one.id === request);
    expect(listed?.videoId).toBe(id);
  });

  test('does not deadlock a decision about a notice while the cleared video is replaced', async () => {
    const { db } = site.base;
    const sourceId = await makeSource(db, { delivery: 'remote' });
    const url = `${source.origin}/decided`;
    const cleared = await make({ source_url: url, source_id: sourceId });
    const request = await fileNoticeAbout(site, cleared);
    await admin.catalogue.clearAll();
    const job = await ingest.queue({
      ...{ url, sourceId, externalId: 'decided' },
      metadata: { title: 'A chart', contentUrl: `${source.origin}/a.mp4` },
    });
    let run: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      // In the order of a decision.
      await sql`select from cases where id = ${request} for update`.execute(tx);
      run = ingest.run(job);
      await expect.poll(countWaiting, { timeout: 20_000, interval: 5 }).toBe(1);
      await sql`select from videos where id = ${cleared} for update nowait`.execute(tx);
    });
    await run;
    expect((await ingest.jobOf(job)).status).toBe('completed');
  });

  test('ends running downloads without a video; waiting ones add new videos', async () => {
    const { db } = site.base;
    const sourceId = await makeSource(db, { delivery: 'remote' });
    const metadata = { title: 'A chart', contentUrl: `${source.origin}/a.mp4` };
    const download = (name: string) => ({
      url: `${source.origin}/${name}`,
      sourceId,
      externalId: name,
      metadata,
    });
    const known = await ingest.download(download('again'));
    expect(known).toMatchObject({ status: 'completed' });
    // A public one is being downloaded again.
    await sql`update videos set status = 'processing' where id = ${known.video_id}`.execute(db);
    const waiting = await ingest.queue(download('again'));
    const underWay = await ingest.queue(download('new'));
    // During the publishing transaction: the clearing waits, then takes what was published.
    const clearings: Promise<unknown>[] = [];
    const { queue } = ingest.pipeline;
    const send: typeof queue.send = (...job) => {
      if (clearings.length === 0) clearings.push(admin.catalogue.clearAll());
      return queue.send(...job);
    };
    await ingest.run(underWay, { queue: { ...queue, send } });
    await Promise.all(clearings);
    await expectNothingPublic();
    const late = await ingest.queue(download('late'));
    const { manners } = ingest.pipeline;
    const fetchFor: typeof manners.fetchFor =
      (id) =>
      async (...asked) => {
        const [answer] = await Promise.all([manners.fetchFor(id)(...asked), admin.catalogue.clearAll()]);
        return answer;
      };
    await ingest.run(late, { manners: { fetchFor } });
    expect(await ingest.jobOf(late)).toMatchObject({
      status: 'failed',
      error: 'All videos were cleared while this one was being downloaded.',
    });
    await expectNothingPublic();
    await ingest.run(waiting);
    const job = await ingest.jobOf(waiting);
    expect(job.status).toBe('completed');
    expect(job.video_id).not.toBe(known.video_id);
    expect((await site.client.videos.list()).videos.map(({ id }) => id)).toEqual([job.video_id]);
    await deleteAll();
    expect((await site.client.videos.list()).videos.map(({ id }) => id)).toEqual([job.video_id]);
  });

  test('resumes deleting after the worker was killed', async () => {
    await makeManyVideos(site.base.db, { count: 2000 });
    await admin.catalogue.clearAll();
    const worker = startWorkerProcess(site);
    await expect.poll(() => countRows('videos'), { timeout: 200_000, interval: 5 }).toBeLessThanOrEqual(1500);
    worker.kill('SIGKILL');
    await worker.ended;
    await site.startWorker();
    await expect.poll(() => countRows('videos'), { timeout: 200_000, interval: 100 }).toBe(0);
    const { rows } = await sql<{ deleted: number; videos: number }>`
      select deleted, videos from clearings order by generation desc limit 1`.execute(site.base.db);
    expect(rows).toMatchObject([{ deleted: 2000, videos: 2000 }]);
    expect(await countRows('loose_files')).toBe(4000);
    await expectNothingPublic();
  }, 400_000);
});
