import { createStorages, type Storages } from '@vesper/core/storage/storage.ts';
import { cleanNow } from '@vesper/upkeep/storage';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { breakingOff, stepwiseStorages } from '../../test/break-off.ts';
import { testClip } from '../../test/clips.ts';
import { makeSource } from '../../test/factories.ts';
import { editionOf } from '../../test/hostile-videos.ts';
import { type EndedJob, type Ingest, startIngest } from '../../test/ingest.ts';
import { type PlainSource, startPlainSource } from '../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let source: PlainSource;
let site: TestSite;
let ingest: Ingest;
let clip: Buffer;
let sourceId: string;
let otherSourceId: string;

beforeAll(async () => {
  clip = await testClip('good');
  source = await startPlainSource();
});
afterAll(() => source.close());
beforeEach(async () => {
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
  ingest = await startIngest(site);
  sourceId = await addSource('One');
  otherSourceId = await addSource('Two');
  source.asked.length = 0;
  return async () => {
    await ingest.close();
    await site.close();
  };
});

function addSource(name: string): Promise<string> {
  return makeSource(site.base.db, { name, url: `https://${name}.test/` });
}

function putFilm(path: string, edition = path): string {
  source.answers.set(path, { headers: { 'content-type': 'video/mp4' }, body: editionOf(clip, edition) });
  return source.origin + path;
}

/** Between two films that begin alike and have a known length, the second would wait for the first. */
function forgetLength(path: string): void {
  const answer = source.answers.get(path);
  if (typeof answer === 'object') source.answers.set(path, { ...answer, isOfUnknownLength: true });
}

function film(path: string, title: string, edition = path) {
  return {
    url: `${source.origin}${path}?page`,
    sourceId,
    metadata: { title, contentUrl: putFilm(path, edition) },
  };
}

async function decisions() {
  const { rows } = await sql<Record<string, unknown>>`
    select job_id, test, outcome, video_id, existing_video_id, title, reason, decided_by
    from duplicate_decisions order by id`.execute(site.base.db);
  return rows;
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of site.storage.list()) keys.push(key);
  return keys;
}

/** A two-second film, its preview, and its poster in six files. */
const HOSTED_FILES = 8;
const LINKED_FILES = 6;

/** One public video with exactly its files, exact totals, and nothing in progress. */
async function expectOneVideo(id: string | null, files = HOSTED_FILES) {
  const { videos, pagination } = await site.client.videos.list();
  expect(videos.map((video) => video.id)).toEqual([id]);
  expect(pagination.totalVideos).toBe(1);
  const { rows } = await sql`select id, status from videos`.execute(site.base.db);
  expect(rows).toEqual([{ id, status: 'published' }]);
  const keys = await storedKeys();
  expect(keys).toHaveLength(files);
  for (const key of keys) expect(key).toContain(id);
  const named = await sql<{ key: string }>`select distinct key from stored_files`.execute(site.base.db);
  expect(named.rows.map(({ key }) => key).sort()).toEqual(keys.sort());
}

const asDuplicateOf = (first: EndedJob) => ({
  status: 'failed',
  error: 'This video already exists in the library',
  video_id: first.video_id,
});

describe('a known video is skipped, and the reason recorded', () => {
  test('by the address that its page has', async () => {
    const first = await ingest.download(film('/a.mp4', 'A slow violet gradient'));
    source.answers.set('/moved', { status: 302, headers: { location: '/page' }, body: '' });
    const page = `<html><head><meta property="og:video" content="/other.mp4"></head></html>`;
    source.answers.set('/page', { headers: { 'content-type': 'text/html' }, body: page });
    await sql`update videos set source_url = ${`${source.origin}/page`},
      source_url_hash = sha256(${`${source.origin}/page`}::bytea)`.execute(site.base.db);
    const second = await ingest.download({ url: `${source.origin}/moved` });
    expect(second).toMatchObject(asDuplicateOf(first));
    expect(await decisions()).toEqual([
      expect.objectContaining({
        job_id: second.id,
        test: 'address',
        outcome: 'skipped',
        video_id: null,
        existing_video_id: first.video_id,
        reason: expect.stringMatching(/canonical address/),
        decided_by: 'engine',
      }),
    ]);
    await expectOneVideo(first.video_id);
  });

  test("by its source's own id, without asking for the film", async () => {
    const first = await ingest.download({ ...film('/a.mp4', 'A slow violet gradient'), externalId: 'n-1' });
    source.asked.length = 0;
    const second = await ingest.download({ ...film('/b.mp4', 'Other words altogether'), externalId: 'n-1' });
    expect(second).toMatchObject(asDuplicateOf(first));
    expect(source.asked).toEqual([]);
    expect(await decisions()).toMatchObject([
      { test: 'external_id', reason: expect.stringContaining('"n-1"') },
    ]);
  });

  test('by title and length within its source, without asking for the film where the length is said', async () => {
    const first = await ingest.download(film('/a.mp4', 'A slow violet gradient'));
    source.asked.length = 0;
    const said = film('/b.mp4', 'A SLOW, violet gradient!');
    const second = await ingest.download({ ...said, metadata: { ...said.metadata, durationSeconds: 2 } });
    expect(second).toMatchObject(asDuplicateOf(first));
    expect(source.asked).toEqual([]);
    const third = await ingest.download(film('/c.mp4', 'a slow violet gradient'));
    expect(third).toMatchObject(asDuplicateOf(first));
    expect(source.asked.length).toBeGreaterThan(0);
    expect(await decisions()).toMatchObject([
      { test: 'likeness', outcome: 'skipped', job_id: second.id },
      { test: 'likeness', outcome: 'skipped', job_id: third.id },
    ]);
    await expectOneVideo(first.video_id);
  });
});

describe('a video that only looks like another', () => {
  test('of another source is published, and an administrator is told', async () => {
    const first = await ingest.download(film('/a.mp4', 'A slow violet gradient'));
    const second = await ingest.download({
      ...film('/b.mp4', 'A Slow Violet Gradient'),
      sourceId: otherSourceId,
    });
    expect(second).toMatchObject({ status: 'completed', error: null });
    expect(await decisions()).toEqual([
      expect.objectContaining({
        test: 'likeness',
        outcome: 'suspected',
        video_id: second.video_id,
        existing_video_id: first.video_id,
        reason: '"A slow violet gradient" has the same title and the same length.',
      }),
    ]);
  });

  test('is not new when its lost file is downloaded again', async () => {
    const { db } = site.base;
    source.answers.set('/page', {
      headers: { 'content-type': 'text/html' },
      body: `<html><head><title>A slow violet gradient</title><link rel="canonical" href="/a.mp4?page">
        <meta property="og:video" content="${putFilm('/page.mp4')}"></head></html>`,
    });
    const kept = await ingest.download({ url: `${source.origin}/page`, sourceId });
    const like = await ingest.download({
      ...film('/a.mp4', 'A slow violet gradient'),
      sourceId: otherSourceId,
    });
    // Another video looks the same by now, and one merged into it has its page's canonical address.
    const beside = await ingest.download(film('/b.mp4', 'Quick hexagons in a row'));
    await sql`update videos set title = 'A slow violet gradient' where id = ${beside.video_id}`.execute(db);
    const admin = await site.admin();
    await admin.duplicates.merge({ id: like.video_id ?? '', into: kept.video_id ?? '' });
    const { rows } = await sql<{ video_url: string }>`
      select video_url from videos where id = ${kept.video_id}`.execute(db);
    await site.storage.remove(rows[0]?.video_url ?? '');
    expect(await admin.health.redownloadMissing()).toMatchObject({ missing: 1, requeued: 1 });
    const job = await db
      .selectFrom('download_jobs')
      .select('id')
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    await ingest.run(job.id);
    expect(await ingest.jobOf(job.id)).toMatchObject({ status: 'completed', video_id: kept.video_id });
  });
});

/** Waits until all have arrived. */
function barrier(count: number): () => Promise<void> {
  let open = () => {};
  let waiting = count;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    waiting -= 1;
    if (waiting <= 0) open();
    return opened;
  };
}

function storageThat(before: (key: string) => Promise<void>): Storages {
  const { storage } = site;
  return createStorages({
    ...storage,
    adopt: async (localPath, key) => {
      await before(key);
      return storage.adopt(localPath, key);
    },
  });
}

test.each([
  ['the same file', { edition: 'same' }],
  ["the source's same id", { externalId: 'n-1' }],
])(
  'concurrent downloads of %s end with one video and no orphan file',
  async (_name, common: Record<string, string>) => {
    const names = ['one', 'two', 'three'];
    // Nothing is stored before all have got through every earlier check.
    const wait = barrier(names.length);
    const met = new Set<string>();
    const storages = storageThat(async (key) => {
      const folder = key.split('/')[2] ?? '';
      if (met.has(folder)) return;
      met.add(folder);
      await wait();
    });
    const ids = await Promise.all(
      names.map((name) =>
        ingest.queue({
          ...film(`/${name}.mp4`, common.title ?? `Moving test chart called ${name}`, common.edition),
          externalId: common.externalId ?? null,
        }),
      ),
    );
    for (const name of names) forgetLength(`/${name}.mp4`);
    await Promise.all(ids.map((id) => ingest.run(id, { storages })));
    const jobs = await Promise.all(ids.map((id) => ingest.jobOf(id)));
    const [first, ...none] = jobs.filter((job) => job.status === 'completed');
    expect(none).toEqual([]);
    if (!first) throw new Error('None was published.');
    for (const job of jobs) if (job !== first) expect(job).toMatchObject(asDuplicateOf(first));
    // Before the storage is cleaned.
    await expectOneVideo(first.video_id);
    expect(await decisions()).toHaveLength(2);
  },
);

describe('an interrupted download', () => {
  /** Aborts the run at its nth step: before and after each request, and after each stored file. */
  async function breakOffAt(step: number, jobId: string): Promise<boolean> {
    const { signal, passStep } = breakingOff(step);
    const { manners } = ingest.pipeline;
    const fetching = manners.fetchFor(null);
    const changes = {
      storages: stepwiseStorages(site.storage, passStep),
      manners: {
        ...manners,
        fetchFor:
          () =>
          async (...request: Parameters<typeof fetching>) => {
            passStep();
            const response = await fetching(...request);
            passStep();
            return response;
          },
      },
    };
    await ingest.run(jobId, changes, signal).catch((error) => {
      if (!signal.aborted) throw error;
    });
    return signal.aborted;
  }

  test.each(['hosted', 'remote'])('resumes at any step and ends with one video: %s', async (delivery) => {
    const { db } = site.base;
    await sql`update video_sources set delivery = ${delivery} where id = ${sourceId}`.execute(db);
    const picture = await testPicture();
    source.answers.set('/a.jpg', { headers: { 'content-type': 'image/png' }, body: picture });
    const one = film('/a.mp4', 'A slow violet gradient');
    const jobId = await ingest.queue({
      ...one,
      metadata: { ...one.metadata, thumbnailUrl: `${source.origin}/a.jpg` },
    });
    let step = 1;
    while (await breakOffAt(step, jobId)) {
      step += 1;
      // A killed worker releases nothing: the job stays leased.
      if (step % 2) await sql`update download_jobs set status = 'processing' where id = ${jobId}`.execute(db);
    }
    expect(step).toBeGreaterThan(4);
    const job = await ingest.jobOf(jobId);
    expect(job).toMatchObject({ status: 'completed', error: null });
    await cleanNow(site.base, AbortSignal.timeout(60_000), 0);
    await expectOneVideo(job.video_id, delivery === 'hosted' ? HOSTED_FILES : LINKED_FILES);
    expect(await decisions()).toEqual([]);
  });
});

async function testPicture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 64, height: 36, channels: 3, background: '#663399' } })
    .png()
    .toBuffer();
}
