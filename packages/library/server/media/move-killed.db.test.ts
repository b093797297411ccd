import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@vesper/core/lib/log.ts';
import { cleanNow } from '@vesper/upkeep/storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCommand } from '../../../test/run-command.ts';
import { startTestBucket, type TestBucket } from '../../../test/s3-server.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { play, type StoredVideo, storeVideo } from '../../../test/stored-videos.ts';

const FILES = 40;
const VISITORS = 2;

let bucket: TestBucket;
let site: TestSite;
let laterMs = 0;

beforeAll(async () => {
  bucket = await startTestBucket();
  const clock = { now: () => new Date(Date.now() + laterMs) };
  site = await startTestSite(bucket.env, { clock, log: createLog('silent', {}) });
});
afterAll(async () => {
  await site.close();
  await bucket.close();
});

async function countAt(place: string): Promise<number> {
  const { n } = await site.base.db
    .selectFrom('stored_files')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('place', '=', place)
    .executeTakeFirstOrThrow();
  return n;
}

const startMove = () => startCommand(site, ['storage', 'move', '--to', 's3'], bucket.env);

/** Kills the move once so many files have been moved. */
async function killMoveAt(moved: number): Promise<void> {
  const move = startMove();
  await expect.poll(() => countAt('s3'), { timeout: 240_000, interval: 20 }).toBeGreaterThanOrEqual(moved);
  await sleep(randomInt(20));
  move.kill('SIGKILL');
  await move.ended;
}

/** Plays random videos until `isOver`; returns how many. */
async function watch(videos: readonly StoredVideo[], state: { isOver: boolean }): Promise<number> {
  let watched = 0;
  while (!state.isOver) {
    const video = videos[randomInt(videos.length)] as StoredVideo;
    const { status, bytes } = await play(site, video.id);
    expect(status, video.key).toBe(200);
    expect(bytes.equals(video.bytes), video.key).toBe(true);
    watched += 1;
    // Leaves processor time for the move and the bucket.
    await sleep(20);
  }
  return watched;
}

test('a move that is killed ends complete, with every video playing all the while', {
  timeout: 600_000,
}, async () => {
  const videos: StoredVideo[] = [];
  for (let n = 0; n < FILES; n += 1) videos.push(await storeVideo(site));
  const state = { isOver: false };
  const visitors = Promise.all(Array.from({ length: VISITORS }, () => watch(videos, state)));
  const failed = visitors.then(
    () => undefined,
    (error: unknown) => error,
  );

  await killMoveAt(randomInt(5, 20));
  expect(await countAt('fs')).toBeGreaterThan(0);
  const { code, output } = await startMove().ended;
  expect(output).toMatch(/Moved \d+ files/);
  expect(code).toBe(0);
  expect(await countAt('s3')).toBe(FILES);

  // An hour later the old copies are cleaned.
  laterMs = 3600 * 1000;
  await cleanNow(site.base, AbortSignal.timeout(60_000));
  for await (const { key } of site.storage.list()) expect(key).toBe('nothing');
  state.isOver = true;
  expect(await failed).toBeUndefined();
  const watched = (await visitors).reduce((sum, n) => sum + n, 0);
  expect(watched).toBeGreaterThan(10);
  for (const { id, bytes } of videos) expect((await play(site, id)).bytes.equals(bytes)).toBe(true);
  expect(await site.base.db.selectFrom('loose_files').selectAll().execute()).toEqual([]);
});
