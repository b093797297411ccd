import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readAll } from '@vesper/core/storage/storage.suite.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startCommand } from '../../../../test/run-command.ts';
import { startTestBucket, type TestBucket } from '../../../../test/s3-server.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { play, storeVideo } from '../../../../test/stored-videos.ts';
import { progressLine } from '../../../../upkeep/server/storage/move-storage.ts';
import { removeVideo } from '../../videos/index.ts';
import { recordFiles } from './file-queries.ts';
import { removeAnnounced } from './loose-files.ts';
import { type Move, type MoveProgress, moveFiles, newProgress } from './move-files.ts';
import { settleFiles } from './quarantine.ts';

let bucket: TestBucket;
let site: TestSite;
let folder: Storage;
let s3: Storage;

beforeAll(async () => {
  bucket = await startTestBucket();
  site = await startTestSite(bucket.env);
  folder = site.storage;
  s3 = site.base.storages.at('s3');
});
afterEach(async () => {
  await sql`delete from videos`.execute(site.base.db);
  await sql`delete from loose_files`.execute(site.base.db);
  for (const storage of site.base.storages.all) {
    for (const key of await lyingIn(storage)) await storage.remove(key);
    for await (const { key } of storage.listQuarantine()) await storage.removeQuarantined(key);
  }
  bucket.requests.length = 0;
});
afterAll(async () => {
  await site.close();
  await bucket.close();
});

async function move(change: Partial<Move> = {}): Promise<MoveProgress> {
  const progress = newProgress();
  const { signal } = new AbortController();
  await moveFiles({ db: site.base.db, from: folder, to: s3, signal, ...change }, progress);
  return progress;
}

const rowsOf = () =>
  site.base.db.selectFrom('stored_files').select(['key', 'place', 'size_bytes']).orderBy('key').execute();

async function lyingIn(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.sort();
}

describe('a move', () => {
  test('takes every file there, its rows say so, and it can be taken back', async () => {
    const videos = [await storeVideo(site), await storeVideo(site), await storeVideo(site)];
    expect(await move()).toMatchObject({ files: 3, rows: 3, failed: 0, ended: 'all done' });
    expect(await rowsOf()).toMatchObject(
      videos
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ key, bytes }) => ({ key, place: 's3', size_bytes: bytes.length })),
    );
    expect(await move()).toMatchObject({ files: 0, ended: 'all done' });
    await rm(site.storage.root, { recursive: true });
    expect(await move({ from: s3, to: folder })).toMatchObject({ files: 3 });
    expect(await lyingIn(folder)).toEqual(videos.map(({ key }) => key).sort());
    for (const { id, bytes } of videos) expect((await play(site, id)).bytes).toEqual(bytes);
  });

  test('leaves a file alone that was replaced meanwhile', async () => {
    const video = await storeVideo(site);
    const newer = video.key.replace('video-1', 'video-2');
    const replacing: Storage = {
      ...s3,
      async put(key, body, options) {
        const stored = await s3.put(key, body, options);
        await folder.put(newer, Readable.from([Buffer.from('newer')]));
        const row = { key: newer, purpose: 'play', name: 'video.mp4', place: 'fs', sizeBytes: 5 } as const;
        if (key === video.key) await recordFiles(site.base.db, video.id, [row]);
        return stored;
      },
    };
    expect(await move({ to: replacing, limit: 1 })).toMatchObject({ files: 0, failed: 0 });
    expect(await rowsOf()).toEqual([{ key: newer, place: 'fs', size_bytes: 5 }]);
  });

  test('names no copy that was removed again before its row could name it', async () => {
    const { db, storages } = site.base;
    const video = await storeVideo(site);
    const unlucky: Storage = {
      ...s3,
      async read(key) {
        const bytes = await readAll(s3, key);
        // Other work on the video has failed, and removes the files that it announced.
        await removeAnnounced({ db, storages }, [{ place: 's3', key }]);
        return bytes && Readable.from([bytes]);
      },
    };
    expect(await move({ to: unlucky })).toMatchObject({
      files: 0,
      failures: [{ key: video.key, sentence: expect.stringContaining('removed meanwhile') }],
    });
    expect(await rowsOf()).toMatchObject([{ key: video.key, place: 'fs' }]);
    expect((await play(site, video.id)).bytes).toEqual(video.bytes);
    expect(await move()).toMatchObject({ files: 1, failed: 0 });
    expect((await play(site, video.id)).bytes).toEqual(video.bytes);
  });

  test('counts what cannot be moved, says why, and takes the others', async () => {
    const [lost, changed, good] = [await storeVideo(site), await storeVideo(site), await storeVideo(site)];
    await folder.remove(lost.key);
    const careless: Storage = {
      ...s3,
      async read(key) {
        if (key !== changed.key) return s3.read(key);
        return Readable.from([Buffer.alloc(changed.bytes.length)]);
      },
    };
    const { failures, ...progress } = await move({ to: careless });
    expect(progress).toMatchObject({ files: 1, failed: 2, ended: 'all done' });
    expect(failures.toSorted((one, other) => (one.sentence < other.sentence ? -1 : 1))).toEqual([
      { key: lost.key, sentence: 'It is missing from "fs".' },
      { key: changed.key, sentence: 'Its copy differs. Nothing was changed.' },
    ]);
    expect((await play(site, good.id)).bytes).toEqual(good.bytes);
    expect((await play(site, changed.id)).bytes).toEqual(changed.bytes);
    // The next move retries.
    expect(await move()).toMatchObject({ files: 1, failed: 1 });
  });

  test('does not take a file along that is put into quarantine while it is copied', async () => {
    const { id, key } = await storeVideo(site);
    const slow: Storage = {
      ...s3,
      async put(...file) {
        const stored = await s3.put(...file);
        await removeVideo(site.base.db, id);
        await settleFiles(site.base, id, new AbortController().signal);
        return stored;
      },
    };
    expect(await move({ to: slow })).toMatchObject({ files: 0, failed: 0 });
    expect(await rowsOf()).toMatchObject([{ key, place: 'fs' }]);
    expect(await lyingIn(folder)).toEqual([]);
  });

  test('of two at once each file is moved by one, and both end well', async () => {
    const videos = [];
    for (let n = 0; n < 8; n += 1) videos.push(await storeVideo(site));
    const both = await Promise.all([move(), move()]);
    expect(both.map(({ failed }) => failed)).toEqual([0, 0]);
    expect(both.reduce((sum, { files }) => sum + files, 0)).toBe(8);
    expect(await lyingIn(s3)).toEqual(videos.map(({ key }) => key).sort());
    for (const { id, bytes } of videos) expect((await play(site, id)).bytes).toEqual(bytes);
  });
});

test('the command names what failed and exits with 1; shows and checks what lies where', async () => {
  const [lost] = [await storeVideo(site), await storeVideo(site)];
  await folder.remove(lost.key);
  const move = await startCommand(site, ['storage', 'move', '--to', 's3'], bucket.env).ended;
  expect(move.code).toBe(1);
  expect(move.output).toContain('1 files could not be moved and stay where they are:');
  expect(move.output).toContain(`${lost.key}: It is missing from "fs".`);
  const check = await startCommand(site, ['storage', 'check'], bucket.env).ended;
  expect(check.code).toBe(1);
  expect(check.output).toMatch(/^fs {2}play {7}1 file, .*\ns3 {2}play {7}1 file, /);
  expect(check.output).toContain(`fs: missing, though a row names them: 1.\n    ${lost.key}\n`);
  expect(check.output).toContain('s3: missing, though a row names them: 0.\n');
});

test('the line that tells how far it is counts by bytes, or by files where sizes are not known', () => {
  const progress = { ...newProgress(), rows: 20, bytes: 900_000, bytesCopied: 1_000_000 };
  expect(progressLine(progress, { files: 100, bytes: 4_000_000 }, 10)).toBe(
    '20 of 100 files, 1.0 MB of 4.0 MB, 100 KB/s, about 30 s left.',
  );
  expect(progressLine(newProgress(), { files: 0, bytes: 0 }, 0)).toBe(
    '0 of 0 files, 0 bytes of 0 bytes, 0 bytes/s.',
  );
});
