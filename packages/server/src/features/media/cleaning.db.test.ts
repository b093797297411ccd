import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanNow } from '../../main/cleaning.ts';
import { makeVideo, nameFiles } from '../../test/factories.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

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

test('work folders of downloads that are over go, those of open ones stay', async () => {
  const { db, config } = site.base;
  const hash = Buffer.alloc(32, 7);
  const { id } = await db
    .insertInto('download_jobs')
    .values({ source_url: 'https://source.test/a', source_url_hash: hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  const folder = (name: string) => path.join(config.dataDir, 'work', name);
  for (const name of [id, 'long-over']) await mkdir(folder(name), { recursive: true });
  expect(await clean()).toMatchObject({ workFoldersRemoved: 1 });
  await db.updateTable('download_jobs').set({ status: 'failed' }).where('id', '=', id).execute();
  expect(await clean()).toMatchObject({ workFoldersRemoved: 1 });
});
