import { Readable } from 'node:stream';
import { createStorages, type Storage } from '@vesper/core/storage/storage.ts';
import { cleanNow } from '@vesper/upkeep/storage';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestBucket, type TestBucket } from '../../../../test/s3-server.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { fetchMedia, play, type StoredVideo, storeVideo } from '../../../../test/stored-videos.ts';
import { hideVideo, removeVideo, showHidden } from '../../videos/index.ts';
import { recordFiles } from './file-queries.ts';
import { settleFiles } from './quarantine.ts';
import { claimQuarantineWork, endQuarantineWork, renewQuarantineWork } from './quarantine-queries.ts';

const DAY_MS = 24 * 3600 * 1000;

let bucket: TestBucket;
let site: TestSite;
let laterMs = 0;

beforeAll(async () => {
  bucket = await startTestBucket();
  const clock = { now: () => new Date(Date.now() + laterMs) };
  site = await startTestSite({ ...bucket.env, QUARANTINE_DAYS: '7' }, { clock });
});
afterEach(async () => {
  await site.stopWorkers();
  await sql`delete from videos`.execute(site.base.db);
  laterMs = 0;
  await clean(0);
});
afterAll(async () => {
  await site.close();
  await bucket.close();
});

const clean = (minAgeMs?: number) => cleanNow(site.base, AbortSignal.timeout(60_000), minAgeMs);
const settle = (id: string, storages = site.base.storages) =>
  settleFiles({ db: site.base.db, storages }, id, new AbortController().signal);
const work = () => site.base.db.selectFrom('quarantine_work').selectAll().execute();

async function quarantined(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.listQuarantine()) keys.push(key);
  return keys.sort();
}

async function untilSettled(): Promise<void> {
  await expect.poll(work, { timeout: 60_000, interval: 20 }).toEqual([]);
}

async function expectPlaying({ id, bytes }: StoredVideo): Promise<void> {
  const answer = await play(site, id);
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(bytes)).toBe(true);
}

describe.each(['fs', 's3'] as const)('in %s a video', (place) => {
  const storage = () => site.base.storages.at(place);

  test('that is hidden because of a notice is put aside, and plays again when it is shown', async () => {
    const video = await storeVideo(site, {}, storage());
    const { signedUrl } = await site.client.media.signVideo({ id: video.id });
    await site.startWorker();
    expect(await hideVideo(site.base.db, video.id, 'takedown')).toBe(true);
    await untilSettled();
    expect(await quarantined(storage())).toEqual([video.key]);
    expect(await storage().head(video.key)).toBeUndefined();
    expect((await fetchMedia(site, signedUrl)).status).toBe(404);
    expect(await showHidden(site.base.db, video.id, 'takedown')).toBe(true);
    await untilSettled();
    await expectPlaying(video);
    expect(await quarantined(storage())).toEqual([]);
  });

  test('ends where its status requires, wherever the work was interrupted', async () => {
    const video = await storeVideo(site, {}, storage());
    for (const shown of [false, true, false, true]) {
      if (shown) await showHidden(site.base.db, video.id, 'takedown');
      else await hideVideo(site.base.db, video.id, 'takedown');
      // Killed before and after the move; the work stays queued.
      const breaking = (after: boolean): Storage => {
        const broken = (move: (key: string) => Promise<boolean>) => async (key: string) => {
          if (after) await move(key);
          throw new Error('The worker was killed.');
        };
        const real = storage();
        return { ...real, quarantine: broken(real.quarantine), release: broken(real.release) };
      };
      for (const after of [false, true])
        await expect(settle(video.id, createStorages(breaking(after)))).rejects.toThrow('killed');
      expect(await work()).toHaveLength(1);
      await site.startWorker();
      await untilSettled();
      await site.stopWorkers();
      expect(await quarantined(storage())).toEqual(shown ? [] : [video.key]);
      if (shown) await expectPlaying(video);
    }
  });

  test('that was removed is kept for its days and then removed for good', async () => {
    const video = await storeVideo(site, {}, storage());
    const other = await storeVideo(site, {}, storage());
    await removeVideo(site.base.db, video.id);
    await settle(video.id);
    laterMs = 6.9 * DAY_MS;
    await clean();
    expect(await quarantined(storage())).toEqual([video.key]);
    laterMs = 7.1 * DAY_MS;
    expect((await clean()).filesRemoved).toBe(1);
    expect(await quarantined(storage())).toEqual([]);
    await expectPlaying(other);
    expect((await site.base.db.selectFrom('stored_files').selectAll().execute()).length).toBe(1);
  });
});

test.each(['basis', 'gone', 'administrator'] as const)('hidden for %s, files stay', async (reason) => {
  const video = await storeVideo(site);
  await hideVideo(site.base.db, video.id, reason);
  expect(await work()).toEqual([]);
  expect(await site.storage.head(video.key)).toBeDefined();
});

test('a file that videos share is put aside with the last of them, and back with the first', async () => {
  const { db } = site.base;
  const one = await storeVideo(site);
  const other = await storeVideo(site);
  const shared = { purpose: 'play', name: 'video.mp4', place: 'fs', sizeBytes: one.bytes.length } as const;
  await recordFiles(db, other.id, [{ ...shared, key: one.key }]);
  await removeVideo(db, one.id);
  await settle(one.id);
  await expectPlaying({ ...one, id: other.id });
  await hideVideo(db, other.id, 'takedown');
  await settle(other.id);
  expect(await quarantined(site.storage)).toEqual([one.key]);
  await showHidden(db, other.id, 'takedown');
  await settle(other.id);
  await expectPlaying({ ...one, id: other.id });
});

test('files that are recorded for a video after it was removed are put aside too', async () => {
  const { db } = site.base;
  const video = await storeVideo(site);
  await removeVideo(db, video.id);
  await site.startWorker();
  await untilSettled();
  const key = video.key.replace('video-1.mp4', '720p-1.mp4');
  await site.storage.put(key, Readable.from([video.bytes]));
  await recordFiles(db, video.id, [{ key, purpose: 'play', name: '720p.mp4', place: 'fs', sizeBytes: 1 }]);
  await untilSettled();
  expect(await quarantined(site.storage)).toEqual([key, video.key].sort());
});

test('what a worker that came too late put aside is put back by the next cleaning', async () => {
  const stray = await storeVideo(site);
  await site.storage.quarantine(stray.key);
  const left = await storeVideo(site);
  await sql`update stored_files set quarantined_at = now() where video_id = ${left.id}`.execute(site.base.db);
  laterMs = 3600 * 1000;
  await clean();
  await site.startWorker();
  await untilSettled();
  await expectPlaying(stray);
  await expectPlaying(left);
});

test('in quarantine, what no row names any more is an orphan', async () => {
  const { id } = await storeVideo(site);
  await removeVideo(site.base.db, id);
  await settle(id);
  await sql`delete from videos where id = ${id}`.execute(site.base.db);
  await clean();
  expect(await quarantined(site.storage)).toHaveLength(1);
  laterMs = 3600 * 1000;
  await clean();
  expect(await quarantined(site.storage)).toEqual([]);
});

test('work that has a new reason is begun again, and what must be shown comes first', async () => {
  const { db } = site.base;
  const [hidden, shown] = [await storeVideo(site), await storeVideo(site)];
  await hideVideo(db, hidden.id, 'takedown');
  await hideVideo(db, shown.id, 'takedown');
  await showHidden(db, shown.id, 'takedown');
  const first = await claimQuarantineWork(db, 60_000);
  expect(first).toMatchObject({ videoId: shown.id });
  const second = await claimQuarantineWork(db, 60_000);
  if (!first || !second) throw new Error('There is nothing to do.');
  expect(second).toMatchObject({ videoId: hidden.id });
  expect(await claimQuarantineWork(db, 60_000)).toBeUndefined();
  expect(await renewQuarantineWork(db, second, 60_000)).toBe(true);
  await showHidden(db, hidden.id, 'takedown');
  expect(await renewQuarantineWork(db, second, 60_000)).toBe(false);
  await endQuarantineWork(db, first);
  await endQuarantineWork(db, second);
  expect(await work()).toMatchObject([{ video_id: hidden.id, is_release: true, leased_until: null }]);
});

test('a place that does not answer is asked again, after a pause', async () => {
  const video = await storeVideo(site, {}, site.base.storages.at('s3'));
  await hideVideo(site.base.db, video.id, 'takedown');
  bucket.failNext(1000, 403);
  await site.startWorker();
  await expect.poll(async () => (await work())[0]?.failures, { timeout: 60_000 }).toBe(1);
  expect((await work())[0]?.leased_until).toBeNull();
  bucket.failNext(0);
  await sql`update quarantine_work set run_at = now()`.execute(site.base.db);
  await untilSettled();
  expect(await quarantined(site.base.storages.at('s3'))).toEqual([video.key]);
});
