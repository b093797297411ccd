import { rm, writeFile } from 'node:fs/promises';
import type { Client } from '@vesper/contract';
import { createStorages } from '@vesper/core/storage/storage.ts';
import { addDownload, selectLatestDownloads } from '@vesper/intake/downloads';
import { removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { testClip } from '../../../test/clips.ts';
import { makeVideo } from '../../../test/factories.ts';
import { type HostileSite, startHostileSite } from '../../../test/hostile-site.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { cleanNow } from '../storage/index.ts';
import { finishFileCheck, redownloadMissing } from './missing-files.ts';

const LIMITS = { headersTimeoutMs: 2000, idleTimeoutMs: 2000, totalTimeoutMs: 20_000 };

let source: HostileSite;
let site: TestSite;
let admin: Client;

beforeEach(async () => {
  source = await startHostileSite({ video: await testClip('good') });
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
  admin = await site.admin();
});
afterEach(async () => {
  await site.close();
  await source.close();
});

async function withQueue<T>(use: (queue: Awaited<ReturnType<typeof composeQueue>>['queue']) => Promise<T>) {
  const { boss, queue } = await composeQueue(site.connection, site.base.log);
  return use(queue).finally(() => boss.stop({ graceful: false }));
}

const videoOf = (id: string) =>
  site.base.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function untilStatus(id: string, status: string): Promise<void> {
  await expect.poll(async () => (await videoOf(id)).status, { timeout: 60_000, interval: 100 }).toBe(status);
}

async function bring(): Promise<string> {
  await addDownload(site.base.db, `${source.origin}/watch/good`);
  await site.startWorker({ limits: LIMITS });
  await expect
    .poll(async () => (await site.client.videos.list()).videos.length, { timeout: 60_000, interval: 100 })
    .toBe(1);
  const id = (await site.client.videos.list()).videos[0]?.id ?? '';
  await sql`update videos set views = 41, title = 'A better title',
    published_at = published_at - interval '9 days', created_at = created_at - interval '9 days'`.execute(
    site.base.db,
  );
  return id;
}

async function play(id: string): Promise<number> {
  const { signedUrl } = await site.client.media.signVideo({ id });
  const response = await fetch(new URL(signedUrl, site.url));
  await response.arrayBuffer();
  return response.status;
}

const found = (checked: number, missing: number, requeued: number) => ({
  ...{ checked, missing, requeued, done: true },
});

describe('a hosted video whose file is missing', () => {
  test('is downloaded again: it plays under the same id, with its views, in its old place', async () => {
    const id = await bring();
    const { storage } = site;
    const before = await videoOf(id);
    const newer = await makeVideo(site.base.db, { kind: 'embed' });
    expect(await admin.health.redownloadMissing()).toEqual(found(1, 0, 0));
    await rm(storage.pathOf(before.video_url));
    expect(await admin.health.redownloadMissing()).toEqual(found(1, 1, 1));
    await untilStatus(id, 'published');
    const after = await videoOf(id);
    expect(after).toMatchObject({
      id,
      title: 'A better title',
      views: 41,
      published_at: before.published_at,
      created_at: before.created_at,
      hidden_reason: null,
      video_url: before.video_url,
    });
    expect(await play(id)).toBe(200);
    expect((await site.client.videos.list()).videos.map((video) => video.id)).toEqual([newer, id]);
    expect((await site.client.videos.list({ search: 'better' })).videos).toMatchObject([{ id }]);
    expect(await admin.health.redownloadMissing()).toEqual(found(1, 0, 0));
  });

  test('is not public, not deleted and not queued twice while its file is being downloaded', async () => {
    const id = await makeVideo(site.base.db, {
      source_url: `${source.origin}/watch/good`,
      video_url: 'videos/aa/none/video-1.mp4',
      created_at: new Date('2026-01-01T00:00:00Z'),
      views: 3,
    });
    await writeStored('videos/aa/other/x.txt');
    expect(await admin.health.redownloadMissing()).toEqual(found(1, 1, 1));
    await expect(site.client.videos.get({ id })).rejects.toMatchObject({ status: 404 });
    expect((await site.client.videos.list()).videos).toEqual([]);
    expect(await admin.health.redownloadMissing()).toEqual(found(0, 0, 0));
    const { rows } = await sql`select from download_jobs`.execute(site.base.db);
    expect(rows).toHaveLength(1);
    await cleanNow(site.base, AbortSignal.timeout(60_000));
    expect(await videoOf(id)).toMatchObject({ status: 'processing', views: 3 });
    // Without its download it waits for a decision, unlike a newcomer.
    await sql`delete from download_jobs`.execute(site.base.db);
    await cleanNow(site.base, AbortSignal.timeout(60_000));
    expect(await videoOf(id)).toMatchObject({ status: 'hidden', hidden_reason: 'gone', views: 3 });
    expect((await admin.health.gone()).videos).toMatchObject([{ id, class: 'file_missing' }]);
  });

  test('is hidden with its views if its source is gone too, and can be restored by a decision', async () => {
    const id = await makeVideo(site.base.db, {
      source_url: `${source.origin}/watch/status-404`,
      video_url: 'videos/aa/none/video-1.mp4',
      views: 17,
    });
    await writeStored('videos/aa/other/x.txt');
    await site.startWorker({ limits: LIMITS });
    await admin.health.redownloadMissing();
    await untilStatus(id, 'hidden');
    expect(await videoOf(id)).toMatchObject({ hidden_reason: 'gone', views: 17 });
    expect((await admin.health.gone()).videos).toMatchObject([
      {
        id,
        kind: 'hosted',
        views: 17,
        class: 'file_missing',
        message: expect.stringMatching(/^Its file was missing, .*: The address answered 404 Not Found\.$/),
        nextCheckAt: null,
      },
    ]);
    expect(await admin.health.decide({ id, decision: 'restore' })).toMatchObject({ status: 'processing' });
  });

  test('stays removed if that happens while its file is being downloaded', async () => {
    const id = await makeVideo(site.base.db, {
      source_url: `${source.origin}/watch/good`,
      video_url: 'videos/aa/none/video-1.mp4',
    });
    await writeStored('videos/aa/other/x.txt');
    await admin.health.redownloadMissing();
    expect(await removeVideo(site.base.db, id)).toBe(true);
    await site.startWorker({ limits: LIMITS });
    await expect
      .poll(async () => (await selectLatestDownloads(site.base.db, 1))[0]?.status, { timeout: 60_000 })
      .toBe('failed');
    expect(await videoOf(id)).toMatchObject({ status: 'removed', hidden_reason: null });
  });
});

describe('a pass', () => {
  async function fill(videos: number): Promise<void> {
    await makeVideo(site.base.db, { kind: 'embed' });
    await writeStored('videos/aa/other/x.txt');
    await sql`insert into videos (title, slug, category, source_url, source_url_hash, status, published_at, video_url)
      select 'Chart ' || n, 'chart', 'Charts', 'https://source.test/' || n,
        sha256(('https://source.test/' || n)::bytea), 'published', now(), 'videos/aa/' || n || '/video-1.mp4'
      from generate_series(1, ${videos}::int) as n`.execute(site.base.db);
    await sql`insert into stored_files (key, video_id, purpose, name)
      select video_url, id, 'play', 'video.mp4' from videos where kind = 'hosted'`.execute(site.base.db);
  }

  const desk = (queue: Parameters<typeof redownloadMissing>[0]['queue']) => {
    const { db, clock, storages } = site.base;
    return { db, clock, storages, queue };
  };
  const context = (signal = new AbortController().signal) => ({ signal, log: site.base.log });

  test('resumes where it was interrupted, and counts nothing twice', async () => {
    await fill(1200);
    await withQueue(async (queue) => {
      await redownloadMissing(desk(queue), 0);
      const { storage } = site;
      const stopping = new AbortController();
      let asked = 0;
      const head: typeof storage.head = (key) => {
        asked += 1;
        if (asked === 700) stopping.abort(new Error('The worker is stopping.'));
        return storage.head(key);
      };
      const stopped = { ...desk(queue), storages: createStorages({ ...storage, head }) };
      await expect(finishFileCheck(stopped, context(stopping.signal))).rejects.toThrow('stopping');
      const halfway = await site.base.db.selectFrom('file_checks').selectAll().executeTakeFirstOrThrow();
      expect(halfway.checked).toBeGreaterThan(0);
      expect(halfway.checked).toBeLessThan(1200);
      expect(halfway.finished_at).toBeNull();
      await Promise.all([
        finishFileCheck(desk(queue), context()),
        finishFileCheck(desk(queue), context()),
        redownloadMissing(desk(queue)),
      ]);
    });
    const pass = await site.base.db.selectFrom('file_checks').selectAll().executeTakeFirstOrThrow();
    expect(pass).toMatchObject({ checked: 1200, missing: 1200, requeued: 1200 });
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from download_jobs where status = 'pending'`.execute(site.base.db);
    expect(rows[0]?.n).toBe(1200);
  });

  test('hides no video if the storage is unreadable or missing', async () => {
    await fill(3);
    const { storage } = site;
    await rm(storage.pathOf('videos'), { recursive: true });
    await expect(admin.health.redownloadMissing()).rejects.toMatchObject({
      status: 503,
      sentence: expect.stringMatching(/^The storage has no folder "videos"\./),
    });
    await withQueue(async (queue) => {
      await writeStored('videos/aa/other/x.txt');
      const head = () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
      const broken = { ...desk(queue), storages: createStorages({ ...storage, head }) };
      await expect(redownloadMissing(broken)).rejects.toThrow('The storage cannot be read (EIO)');
    });
    expect((await site.client.videos.list()).videos).toHaveLength(4);
    expect(await admin.health.redownloadMissing()).toMatchObject({ checked: 3, missing: 3, done: true });
  });
});

async function writeStored(key: string): Promise<void> {
  const { storage } = site;
  const file = `${site.base.config.dataDir}/new-file`;
  await writeFile(file, 'x');
  await storage.adopt(file, key);
}
