import { cleanNow } from '@vesper/upkeep/storage';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { testClip } from '../../../test/clips.ts';
import { makeSource } from '../../../test/factories.ts';
import {
  type CountingServer,
  type HostileSite,
  startCountingServer,
  startHostileSite,
} from '../../../test/hostile-site.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { addDownload, selectLatestDownloads } from '../downloads/index.ts';
import { selectLatestRuns, startCrawl } from './index.ts';

/** Short, so that a hostile source is given up on within seconds. */
const LIMITS = { headersTimeoutMs: 3000, idleTimeoutMs: 2000, totalTimeoutMs: 20_000, minRateWindowMs: 1000 };

let source: HostileSite;
let forbidden: CountingServer;
let site: TestSite;

beforeEach(async () => {
  source = await startHostileSite({ video: await testClip('good') });
  forbidden = await startCountingServer();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
});
afterEach(async () => {
  await site.close();
  await source.close();
  await forbidden.close();
});

async function withQueue<T>(use: (queue: Awaited<ReturnType<typeof composeQueue>>['queue']) => Promise<T>) {
  const { boss, queue } = await composeQueue(site.connection, site.base.log);
  return use(queue).finally(() => boss.stop({ graceful: false }));
}

function crawl() {
  return withQueue((queue) => startCrawl({ db: site.base.db, queue }));
}

async function untilRunEnds(id: string) {
  await expect
    .poll(async () => (await selectLatestRuns(site.base.db, 100)).find((run) => run.id === id)?.status, {
      timeout: 100_000,
      interval: 200,
    })
    .not.toBe('running');
  const run = (await selectLatestRuns(site.base.db, 100)).find((one) => one.id === id);
  if (!run) throw new Error('The run is gone.');
  return run;
}

describe('a crawler run', () => {
  test('adds good videos once, and says why each bad one is bad', async () => {
    const { db } = site.base;
    await site.startWorker({ limits: LIMITS });
    await makeSource(db, { name: 'Hostile', url: `${source.origin}/sitemap-watch.xml`, dailyQuota: 100 });
    const run = await untilRunEnds((await crawl()).id);
    const jobs = await selectLatestDownloads(db, 100);
    const endOf = (name: string) => jobs.find((job) => job.source_url.endsWith(`/watch/${name}`));

    expect(endOf('good')).toMatchObject({ status: 'completed', progress: 100, error: null });
    expect(endOf('video-half-then-resume')).toMatchObject({ status: 'completed' });
    const failures = Object.fromEntries(
      jobs
        .filter((job) => job.status === 'failed')
        .map((job) => [new URL(job.source_url).pathname, job.error]),
    );
    expect(failures).toMatchObject({
      '/page-without-video': expect.stringMatching(/no video/),
      '/watch/video-is-html': 'The address returned a web page, not a video.',
      '/watch/video-is-playlist': 'This is a live stream. Only finished films are downloaded.',
      '/watch/video-half': expect.stringMatching(/stopped after/),
      '/watch/dribble': expect.stringMatching(/slow|took longer/),
      '/watch/never-headers': expect.stringMatching(/did not answer|took longer|within/),
      '/watch/redirect-private': expect.stringMatching(/private network address/),
      '/watch/redirect-metadata': expect.stringMatching(/private network address/),
      '/watch/redirect-loop': expect.stringMatching(/redirect/),
      '/watch/status-404': 'The address answered 404 Not Found.',
      '/watch/status-503':
        'The download failed after 5 tries; the last problem: The address answered 503 Service Unavailable.',
    });
    expect(jobs.every((job) => job.status === 'completed' || job.status === 'failed')).toBe(true);
    expect(run).toMatchObject({ status: 'completed', videos_added: 2 });
    expect(run.videos_failed + run.videos_left_out).toBe(jobs.length - 2);

    const { videos } = await site.client.videos.list();
    expect(videos).toHaveLength(2);
    expect(videos[0]).toMatchObject({ duration: 1, width: 160, height: 90, kind: 'hosted' });
    expect(videos[0]?.placeholder).toMatch(/^data:image\/webp;base64,.{40,240}$/);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from videos`.execute(db);
    expect(rows[0]?.n).toBe(2);

    // A second run knows every address and requests none of them again.
    const asked = source.requests.length;
    const second = await untilRunEnds((await crawl()).id);
    expect(second).toMatchObject({ status: 'completed', videos_added: 0, videos_failed: 0 });
    expect(source.requests.slice(asked).filter(({ path }) => path.startsWith('/watch/'))).toEqual([]);

    await cleanNow(site.base, AbortSignal.timeout(60_000), 0);
    const stored: string[] = [];
    for await (const file of site.storage.list()) stored.push(file.key);
    const named = await sql<{ key: string }>`select key from stored_files`.execute(db);
    expect(stored.sort()).toEqual(named.rows.map(({ key }) => key).sort());
    expect(stored).toHaveLength(2 * 8);
    const agents = new Set(source.requests.map(({ headers }) => headers['user-agent']));
    expect([...agents]).toEqual([
      expect.stringMatching(/^VesperBot\/\S+ \(\+https:\/\/\S+\/bot; \S+@\S+\)$/),
    ]);
  });

  test('and its downloads come back into the queue when their jobs were lost', async () => {
    const { db } = site.base;
    await makeSource(db, { name: 'Good', url: `${source.origin}/sitemap-good.xml`, dailyQuota: 10 });
    await addDownload(db, `${source.origin}/good.mp4`);
    const { id } = await crawl();
    await sql`delete from jobs.job`.execute(db);
    await site.startWorker({ limits: LIMITS });
    expect(await untilRunEnds(id)).toMatchObject({ status: 'completed', videos_added: 2 });
    await expect
      .poll(async () => (await site.client.videos.list()).videos.length, { timeout: 30_000 })
      .toBe(3);
  });

  test('without a source ends and says so', async () => {
    await site.startWorker();
    expect(await untilRunEnds((await crawl()).id)).toMatchObject({ error: 'There is no enabled source.' });
  });
});

describe('a download', () => {
  const add = async (url: string) => addDownload(site.base.db, url);

  test('reaches no private address that is not explicitly allowed', async () => {
    await site.startWorker({ limits: LIMITS });
    const hosts = ['127.0.0.1', 'localhost', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', '127.1'];
    for (const host of hosts) await add(`http://${host}:${forbidden.port}/video.mp4?${host}`).catch(() => {});
    await expect
      .poll(
        async () => (await selectLatestDownloads(site.base.db, 50)).filter((job) => job.status !== 'failed'),
        {
          timeout: 60_000,
        },
      )
      .toEqual([]);
    expect(forbidden.connections).toBe(0);
    const errors = (await selectLatestDownloads(site.base.db, 50)).map((job) => job.error);
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toMatch(/private|port/i);
  });
});
