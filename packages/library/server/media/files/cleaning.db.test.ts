import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStorages, type Storage } from '@vesper/core/storage/storage.ts';
import { cleanNow } from '@vesper/upkeep/storage';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo, nameFiles } from '../../../../test/factories.ts';
import { startTestBucket } from '../../../../test/s3-server.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { storeVideo } from '../../../../test/stored-videos.ts';
import { checkStorage } from './check-storage.ts';
import { announceFile } from './loose-queries.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

async function store(key: string, ageMinutes = 60): Promise<void> {
  const file = site.storage.pathOf(key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, key);
  const then = new Date(Date.now() - ageMinutes * 60_000);
  await utimes(file, then, then);
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of site.storage.list()) keys.push(key);
  return keys.sort();
}

const looseFiles = () => site.base.db.selectFrom('loose_files').selectAll().execute();

const clean = (minAgeMs?: number) => cleanNow(site.base, AbortSignal.timeout(60_000), minAgeMs);

test('only files that are old enough and belong to no video are removed', async () => {
  const { db } = site.base;
  const published = await makeVideo(db);
  const coming = await makeVideo(db, { status: 'processing', published_at: null });
  const named = `videos/${published.slice(0, 2)}/${published}/video-1.mp4`;
  const further = ['preview-1.mp4', 'storyboard-1.vtt', 'hls-1.m3u8'].map((name) =>
    named.replace('video-1.mp4', name),
  );
  const [preview_url, storyboard_url, hls_url] = further as [string, string, string];
  await nameFiles(db, published, { video_url: named, preview_url, storyboard_url, hls_url });
  const kept = [
    named,
    ...further,
    `videos/${coming.slice(0, 2)}/${coming}/video-1.mp4`,
    'seed/video.mp4',
    'videos/aa/gone/young.mp4',
  ];
  const orphans = [`videos/${published.slice(0, 2)}/${published}/video-0.mp4`, 'videos/aa/gone/video-1.mp4'];
  for (const key of [...kept.slice(0, -1), ...orphans]) await store(key);
  await store('videos/aa/gone/young.mp4', 1);

  expect(await clean()).toMatchObject({ filesRemoved: 2 });
  expect(await storedKeys()).toEqual([...kept].sort());

  expect(await clean(0)).toMatchObject({ filesRemoved: 1 });
  expect(await storedKeys()).toEqual(kept.slice(0, -1).sort());
});

describe('a file that is left', () => {
  test('by its row can be read for half an hour more, whatever its age', async () => {
    const { db } = site.base;
    const id = await makeVideo(db);
    const keys = [1, 2].map((n) => `videos/${id.slice(0, 2)}/${id}/video-${n}.mp4`);
    for (const video_url of keys) {
      await store(video_url);
      await nameFiles(db, id, { video_url });
    }
    expect(await clean()).toMatchObject({ filesRemoved: 0 });
    await sql`update loose_files set since = now() - interval '29 minutes'`.execute(db);
    expect(await clean()).toMatchObject({ filesRemoved: 0 });
    await sql`update loose_files set since = now() - interval '31 minutes'`.execute(db);
    expect(await clean()).toMatchObject({ filesRemoved: 1 });
    expect(await site.storage.head(keys[0] ?? '')).toBeUndefined();
    expect(await site.storage.head(keys[1] ?? '')).toBeDefined();
    expect(await looseFiles()).toEqual([]);
  });

  test('and named again meanwhile, stays', async () => {
    const { db } = site.base;
    const id = await makeVideo(db);
    const [first, second] = ['a', 'b'].map((n) => `videos/${id.slice(0, 2)}/${id}/video-${n}.mp4`);
    for (const video_url of [first, second, first] as string[]) {
      await store(video_url);
      await nameFiles(db, id, { video_url });
    }
    await sql`update loose_files set since = now() - interval '1 hour'`.execute(db);
    expect(await clean()).toMatchObject({ filesRemoved: 1 });
    expect(await site.storage.head(first ?? '')).toBeDefined();
  });

  test('by a writer that had announced it is removed hours later', async () => {
    const key = 'videos/aa/announced/video-1.mp4';
    await announceFile(site.base.db, { place: 'fs', key });
    await store(key);
    expect(await clean()).toMatchObject({ filesRemoved: 0 });
    await sql`update loose_files set since = now() - interval '7 hours'`.execute(site.base.db);
    expect(await clean()).toMatchObject({ filesRemoved: 1 });
  });

  test('waits for a writer that announces it while it is being removed', async () => {
    const { db, storages } = site.base;
    const key = 'videos/aa/contested/video-1.mp4';
    await store(key);
    let announced: Promise<void> | undefined;
    const order: string[] = [];
    const slow = {
      ...site.storage,
      async remove(removed: string) {
        announced ??= announceFile(db, { place: 'fs', key }).then(() => void order.push('announced'));
        await sleep(300);
        await site.storage.remove(removed);
        order.push('removed');
      },
    };
    const base = { ...site.base, storages: createStorages(slow) };
    expect(await cleanNow(base, AbortSignal.timeout(60_000))).toMatchObject({ filesRemoved: 1 });
    await announced;
    expect(order).toEqual(['removed', 'announced']);
    await storages.main.put(key, Readable.from(['again']));
    expect(await clean(1)).toMatchObject({ filesRemoved: 0 });
    // Without a grace period, announced files go too.
    expect(await clean(0)).toMatchObject({ filesRemoved: 1 });
    await storages.main.put(key, Readable.from(['again']));
    await sql`delete from loose_files`.execute(db);
    await site.storage.remove(key);
  });

  test('at a place that its row does not name any more is an orphan there', async () => {
    const bucket = await startTestBucket();
    const both = await startTestSite(bucket.env);
    try {
      const video = await storeVideo(both);
      const s3 = both.base.storages.at('s3');
      await s3.put(video.key, Readable.from(['copy']));
      await s3.put('videos/aa/none/video-1.mp4', Readable.from(['orphan']));
      const check = (storages = both.base.storages) =>
        checkStorage({
          db: both.base.db,
          storages,
          now: new Date(Date.now() + 24 * 3600 * 1000),
          signal: AbortSignal.timeout(60_000),
        });
      expect(await check()).toMatchObject([
        { place: 'fs', lying: { files: 1 }, orphans: { files: 0 }, missing: 0 },
        { place: 's3', lying: { files: 2 }, orphans: { files: 2, bytes: 10 }, missing: 0 },
      ]);
      // In a bucket, the age counts from the start of the upload.
      const at = (hours: number) => ({
        ...both.base,
        clock: { now: () => new Date(Date.now() + hours * 3600 * 1000) },
      });
      expect((await cleanNow(at(5), AbortSignal.timeout(60_000))).filesRemoved).toBe(0);
      expect((await cleanNow(at(7), AbortSignal.timeout(60_000))).filesRemoved).toBe(2);
      // A silent place does not stop the other from being cleaned.
      const silent = createStorages(brokenBucket(s3), [both.storage]);
      await both.storage.put('videos/aa/none/video-1.mp4', Readable.from(['orphan']));
      const report = await cleanNow({ ...at(1), storages: silent }, AbortSignal.timeout(60_000));
      expect(report).toMatchObject({ filesRemoved: 1, faults: ['s3: The bucket does not answer.'] });
      expect(await check(silent)).toMatchObject([
        { place: 's3', fault: 'The bucket does not answer.' },
        { place: 'fs', fault: undefined },
      ]);
      await both.storage.remove(video.key);
      expect((await check())[0]).toMatchObject({ missing: 1, missingKeys: [video.key] });
    } finally {
      await both.close();
      await bucket.close();
    }
  });
});

function brokenBucket(s3: Storage): Storage {
  return {
    ...s3,
    // biome-ignore lint/correctness/useYield: It fails before its first file.
    async *list() {
      throw new Error('The bucket does not answer.');
    },
  };
}

test('work folders of downloads that are over go; those of open ones, and what is none, stay', async () => {
  const { db, config } = site.base;
  const hash = Buffer.alloc(32, 7);
  const { id } = await db
    .insertInto('download_jobs')
    .values({ source_url: 'https://source.test/a', source_url_hash: hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  const folder = (name: string) => path.join(config.dataDir, 'work', name);
  for (const name of [id, randomUUID(), 'letters']) await mkdir(folder(name), { recursive: true });
  expect(await clean()).toMatchObject({ workFoldersRemoved: 1 });
  await db.updateTable('download_jobs').set({ status: 'failed' }).where('id', '=', id).execute();
  expect(await clean()).toMatchObject({ workFoldersRemoved: 1 });
  expect(await readdir(folder('.'))).toEqual(['letters']);
  await rm(folder('letters'), { recursive: true });
});
