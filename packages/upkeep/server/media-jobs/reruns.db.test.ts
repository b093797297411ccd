import type { Client, MediaRerun } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCategory, makeSource, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { completeMediaJob, endMediaJobWithError, takeMediaJob } from './media-lease.ts';
import { tendReruns } from './reruns.ts';

const LEASE_MS = 60_000;

let site: TestSite;
let db: Db;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  db = site.base.db;
  admin = await site.admin();
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql`truncate videos, media_jobs, media_reruns cascade`.execute(db);
});

async function addVideos(count: number, sourceId: string | null = null): Promise<void> {
  await makeCategory(db, 'Charts');
  await sql`insert into videos (title, slug, category, status, published_at, source_id, source_url, source_url_hash, video_url)
    select 'Chart', 'chart', 'Charts', 'published', now(), ${sourceId}, 'https://a.test/' || n || coalesce(${sourceId}, ''),
      sha256((n || coalesce(${sourceId}, ''))::bytea), 'videos/a/' || n || '.mp4'
    from generate_series(1, ${count}::int) n`.execute(db);
}

const tend = () => tendReruns(db, { hls: true });

/** Works as a worker would; every `failing`th job fails. */
async function work({ failing = 0, most = Number.POSITIVE_INFINITY } = {}): Promise<number> {
  let count = 0;
  while (count < most) {
    const leased = await takeMediaJob(db, LEASE_MS);
    if (!leased) break;
    count += 1;
    const error = new SourceError('not_video', 'The film is damaged.');
    if (failing > 0 && count % failing === 0)
      await endMediaJobWithError(db, leased, error, { log: silentLog });
    else await db.transaction().execute((tx) => completeMediaJob(tx, leased, []));
  }
  return count;
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from media_jobs where status = 'pending'`.execute(db);
  return rows[0]?.n ?? 0;
}

async function begin(input: Parameters<Client['mediaJobs']['rerun']>[0]): Promise<MediaRerun> {
  const { rerun } = await admin.mediaJobs.rerun(input);
  if (!rerun) throw new Error('No re-run was begun.');
  return rerun;
}
const stateOf = async (id: string) => (await admin.mediaJobs.reruns()).find((one) => one.id === id);

describe('a step over all videos', () => {
  test('queues a few hundred at a time and ends with exact counts', async () => {
    await addVideos(750);
    await makeVideo(db, { kind: 'embed', embed_url: 'https://player.test/1' });
    await makeVideo(db, { status: 'removed', video_url: 'videos/a/removed.mp4' });
    const { id } = await begin({ step: 'pictures', all: true });
    await tend();
    await tend();
    // A batch of 300 may include the two that do not count.
    const queued = await waiting();
    expect(queued).toBeGreaterThanOrEqual(298);
    expect(queued).toBeLessThanOrEqual(300);
    expect(await stateOf(id)).toMatchObject({ state: 'running', total: 750, isCounting: false, queued });
    await work({ most: 230, failing: 10 });
    await tend();
    expect(await waiting()).toBeGreaterThan(350);
    expect(await waiting()).toBeLessThanOrEqual(370);
    for (let n = 0; n < 10; n += 1) {
      await work({ failing: 10 });
      await tend();
    }
    const ended = await stateOf(id);
    expect(ended).toMatchObject({ state: 'completed', total: 750, queued: 750 });
    expect((ended?.done ?? 0) + (ended?.failed ?? 0)).toBe(750);
    const { rows } =
      await sql`select status, count(*)::int as n from media_jobs group by 1 order by 1`.execute(db);
    expect(rows).toEqual([
      { status: 'completed', n: ended?.done },
      { status: 'failed', n: ended?.failed },
    ]);
    expect(ended?.failed).toBeGreaterThan(50);
    expect(ended?.finishedAt).not.toBeNull();
  });

  test('is worked on by several workers at once, each video once', async () => {
    await addVideos(700);
    const { id } = await begin({ step: 'film', all: true });
    for (let n = 0; n < 8; n += 1) {
      await Promise.all([tend(), tend(), tend()]);
      await Promise.all([work(), work()]);
    }
    expect(await stateOf(id)).toMatchObject({ state: 'completed', total: 700, queued: 700, done: 700 });
    const { rows } = await sql`select count(*)::int as n, sum(leases)::int as leases from media_jobs`.execute(
      db,
    );
    expect(rows).toEqual([{ n: 700, leases: 700 }]);
  });

  test('makes renditions only where they are wanted', async () => {
    const never = await makeSource(db);
    const always = await makeSource(db);
    await admin.sources.change({ id: never, renditions: 'off' });
    await admin.sources.change({ id: always, renditions: 'on' });
    await addVideos(3, never);
    await addVideos(4, always);
    await addVideos(5);
    const first = await begin({ step: 'renditions', all: true });
    for (const hls of [true, true]) await tendReruns(db, { hls });
    expect(await stateOf(first.id)).toMatchObject({ total: 9, queued: 9 });
    await work();
    await tend();
    const second = await begin({ step: 'renditions', all: true });
    for (const hls of [false, false]) await tendReruns(db, { hls });
    expect(await stateOf(second.id)).toMatchObject({ total: 4, queued: 4 });
  });
});

test('playlists are written again where an earlier version wrote them', async () => {
  const source = await makeSource(db);
  await addVideos(4, source);
  await addVideos(6);
  await sql`update videos set hls_url = 'videos/a/hls.m3u8', streams_version = row_number % 2 from
    (select id as video, row_number() over (partition by source_id order by id) from videos) as numbered
    where id = video`.execute(db);
  await sql`update videos set status = 'hidden', hidden_reason = 'takedown' where id in
    (select id from videos where source_id is null and streams_version = 0 limit 1)`.execute(db);
  expect(await admin.mediaJobs.oldStreams()).toEqual({ count: 4, lost: 0, isCapped: false, rerun: null });
  const first = await begin({ step: 'playlists', sourceId: source });
  for (const hls of [false, false]) await tendReruns(db, { hls });
  expect(await stateOf(first.id)).toMatchObject({ total: 2, queued: 2 });
  await work();
  await tend();
  const second = await begin({ step: 'playlists', all: true });
  await tend();
  expect(await stateOf(second.id)).toMatchObject({ total: 4, queued: 4 });
  expect(await admin.mediaJobs.oldStreams()).toMatchObject({ count: 4, rerun: { id: second.id } });
  const [lost, damaged] = [await takeMediaJob(db, LEASE_MS), await takeMediaJob(db, LEASE_MS)];
  if (!lost || !damaged) throw new Error('No job was waiting.');
  await endMediaJobWithError(db, lost, new AppError('gone', 'A stream is missing.'), { log: silentLog });
  await endMediaJobWithError(db, damaged, new SourceError('not_video', 'Damaged.'), { log: silentLog });
  expect(await admin.mediaJobs.oldStreams()).toMatchObject({ count: 4, lost: 1 });
  await sql`update videos set streams_version = 1 where id = ${lost.job.video_id}`.execute(db);
  expect(await admin.mediaJobs.oldStreams()).toMatchObject({ count: 3, lost: 0 });
});

describe('a re-run that is stopped', () => {
  test('drops jobs that have not started, and counts running ones', async () => {
    await addVideos(120);
    const { id } = await begin({ step: 'pictures', all: true });
    await tend();
    await work({ most: 5 });
    const underWay = await takeMediaJob(db, LEASE_MS);
    expect(await admin.mediaJobs.stopRerun({ id })).toMatchObject({ state: 'stopped', queued: 6, total: 6 });
    expect(await admin.mediaJobs.stopRerun({ id })).toMatchObject({ state: 'stopped' });
    if (underWay) await completeMediaJob(db, underWay, []);
    await tend();
    expect(await waiting()).toBe(0);
    expect(await stateOf(id)).toMatchObject({ state: 'stopped', queued: 6, done: 6 });
  });

  test('makes way for another', async () => {
    const sourceId = await makeSource(db);
    const { id } = await begin({ step: 'pictures', all: true });
    await expect(admin.mediaJobs.rerun({ step: 'pictures', sourceId })).rejects.toThrow(
      /409.*is in progress/,
    );
    await expect(admin.mediaJobs.rerun({ step: 'pictures', all: true })).rejects.toThrow(/409/);
    await begin({ step: 'film', sourceId });
    await admin.mediaJobs.stopRerun({ id });
    await begin({ step: 'pictures', sourceId });
    await expect(admin.mediaJobs.rerun({ step: 'pictures', all: true })).rejects.toThrow(/409/);
  });
});

describe('the calls', () => {
  test.each([
    [{ step: 'film' }, /400.*exactly one of/],
    [{ step: 'film', all: true, videoId: 'x' }, /400.*exactly one of/],
    [{ step: 'film', videoId: 'nobody' }, /404.*This video does not exist/],
    [{ step: 'film', sourceId: 'nobody' }, /404.*This source does not exist/],
  ])('refuse %j with a sentence', async (input, sentence) => {
    await expect(admin.mediaJobs.rerun(input as never)).rejects.toThrow(sentence);
  });
});
