import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { testClip } from '../../../test/clips.ts';
import { crawlOnce, putPage } from '../../../test/crawling.ts';
import { makeSource } from '../../../test/factories.ts';
import { type HostileSite, startHostileSite } from '../../../test/hostile-site.ts';
import { urlsetOf } from '../../../test/hostile-sitemaps.ts';
import { startPlainSource } from '../../../test/plain-source.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { selectLatestRuns, startCrawl, stopCrawl } from './index.ts';
import { type CrawlerRuns, crawlerRuns, crawlerState, startScheduledCrawl } from './runs.ts';

let site: TestSite;
let source: HostileSite;
let runs: CrawlerRuns;
let now: Date;
let closeQueue: () => Promise<void>;

beforeEach(async () => {
  source = await startHostileSite({ video: await testClip('good') });
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, TIME_ZONE: 'Europe/Berlin' });
  const { boss, queue } = await composeQueue(site.connection, site.base.log);
  closeQueue = () => boss.stop({ graceful: false });
  now = new Date('2026-03-10T12:00:00Z');
  runs = { ...crawlerRuns({ ...site.base, queue }), clock: { now: () => now } };
});
afterEach(async () => {
  await closeQueue();
  await site.close();
  await source.close();
});

function addNewSource(path: string) {
  return makeSource(site.base.db, { name: path, url: source.origin + path, dailyQuota: 100 });
}

/** One that waited for earlier times of the schedule. */
async function addOldSource(path = '/sitemap-good.xml') {
  const id = await addNewSource(path);
  await sql`update video_sources set created_at = '2026-01-01' where id = ${id}`.execute(site.base.db);
}

async function latestRun() {
  const [run] = await selectLatestRuns(site.base.db, 1);
  if (!run) throw new Error('There is no run.');
  return run;
}

function endRuns() {
  return sql`update crawler_runs set status = 'completed', completed_at = now()`.execute(site.base.db);
}

describe('the schedule', () => {
  test('is 02:00 in the configured zone', async () => {
    const { next } = await crawlerState(runs);
    expect(next.toISOString()).toBe('2026-03-11T01:00:00.000Z');
    now = new Date('2026-07-10T12:00:00Z');
    expect((await crawlerState(runs)).next.toISOString()).toBe('2026-07-11T00:00:00.000Z');
  });

  test('comes an hour later where the clocks leave it out, and once where they repeat it', async () => {
    const early = { ...runs, schedule: { ...runs.schedule, time: '02:30' } };
    now = new Date('2026-03-28T23:30:00Z');
    expect((await crawlerState(early)).next.toISOString()).toBe('2026-03-29T01:30:00.000Z');
    await addOldSource();
    now = new Date('2026-10-24T12:00:00Z');
    await startScheduledCrawl(early);
    const started: boolean[] = [];
    for (const time of ['00:40', '01:40', '02:40']) {
      await endRuns();
      now = new Date(`2026-10-25T${time}:00Z`);
      started.push(await startScheduledCrawl(early));
    }
    expect(started.filter(Boolean)).toHaveLength(1);
  });

  test('starts one run a day, however many ask and however often, and catches up on missed days once', async () => {
    await addOldSource();
    const all = await Promise.all([1, 2, 3, 4].map(() => startScheduledCrawl(runs)));
    expect(all.filter(Boolean)).toHaveLength(1);
    await endRuns();
    expect(await startScheduledCrawl(runs)).toBe(false);
    now = new Date('2026-03-15T09:00:00Z');
    expect(await startScheduledCrawl(runs)).toBe(true);
    await endRuns();
    expect(await startScheduledCrawl(runs)).toBe(false);
  });

  test('does not catch up if no source was waiting', async () => {
    expect(await startScheduledCrawl(runs)).toBe(false);
    await makeSource(site.base.db, { name: 'New', url: `${source.origin}/sitemap-good.xml`, dailyQuota: 5 });
    expect(await startScheduledCrawl(runs)).toBe(false);
  });
});

describe('stopping', () => {
  test('cancels waiting downloads without counting them as failed, and nothing follows', async () => {
    const { db } = site.base;
    await addNewSource('/sitemap-watch.xml');
    await site.startWorker({ limits: { headersTimeoutMs: 3000, totalTimeoutMs: 5000 } });
    const { id } = await startCrawl(runs);
    await expect.poll(async () => (await latestRun()).videos_open, { timeout: 30_000 }).toBeGreaterThan(5);
    const cancelled = await stopCrawl(runs);
    expect(cancelled).toBeGreaterThan(0);
    await expect.poll(async () => (await latestRun()).videos_open, { timeout: 30_000 }).toBe(0);
    const { rows } = await sql<{ n: number; sentence: string }>`
      select count(*)::int as n, min(error) as sentence from download_jobs
      where crawler_run_id = ${id} and cancelled_at is not null and status = 'failed'`.execute(db);
    expect(rows[0]).toEqual({ n: cancelled, sentence: 'Cancelled: the crawler was stopped.' });
    const run = await latestRun();
    expect(run).toMatchObject({ status: 'cancelled' });
    const { rows: failures } = await sql<{ n: number }>`
      select count(*)::int as n from download_jobs
      where crawler_run_id = ${id} and status = 'failed' and cancelled_at is null`.execute(db);
    expect(run.videos_failed).toBe(failures[0]?.n);
  });

  test('stops reading a source that never ends', async () => {
    await addNewSource('/never-headers');
    await site.startWorker();
    await startCrawl(runs);
    await expect
      .poll(() => source.requests.some(({ path }) => path === '/never-headers'), { timeout: 30_000 })
      .toBe(true);
    await stopCrawl(runs);
    expect(await latestRun()).toMatchObject({ status: 'cancelled', videos_open: 0 });
    // The worker is free again: the next run begins.
    await startCrawl(runs);
    const asked = source.requests.length;
    await expect.poll(() => source.requests.length, { timeout: 30_000 }).toBeGreaterThan(asked);
  });
});

test('the target is dealt out fairly: the source with little leaves its rest to the others', async () => {
  const sources = await Promise.all([startPlainSource(), startPlainSource(), startPlainSource()]);
  const other = await startTestSite({
    OUTBOUND_ALLOW: sources.map(({ hostAndPort }) => hostAndPort).join(' '),
  });
  try {
    const counts = [1, 3, 3];
    for (const [nth, one] of sources.entries()) {
      const names = Array.from({ length: counts[nth] ?? 0 }, (_, n) => `s${nth}-${n}`);
      for (const name of names) await putPage(one, name, name);
      one.answers.set('/list.xml', { body: urlsetOf(names.map((name) => `${one.origin}/watch/${name}`)) });
      await makeSource(other.base.db, { name: `Source ${nth}`, url: `${one.origin}/list.xml` });
    }
    await other.startWorker();
    const [first] = sources;
    const { run } = await crawlOnce(other, first, 5);
    expect(run).toMatchObject({ status: 'completed', videosAdded: 5, report: { brought: 5, failed: 0 } });
    const { rows } = await sql<{ n: number }>`
      select total_videos_added as n from video_sources order by name`.execute(other.base.db);
    expect(rows.map(({ n }) => n)).toEqual([1, 2, 2]);
  } finally {
    await other.close();
    for (const one of sources) await one.close();
  }
});
