import type { Db } from '@vesper/core/db/pool.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeVideo } from '../../../test/factories.ts';
import { PRIORITY, queueMediaJobs, selectMediaJob } from './job-queries.ts';
import { returnMediaJobs } from './lease-queries.ts';
import {
  completeMediaJob,
  endMediaJobWithError,
  giveBackMediaJob,
  type LeasedMediaJob,
  takeMediaJob,
  VideoChangedError,
} from './media-lease.ts';

const LEASE_MS = 60_000;

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
beforeEach(() => db.deleteFrom('videos').execute());
afterAll(() => database.drop());

const film = () => makeVideo(db, { video_url: 'videos/a/b.mp4' });
const ask = async (videoId: string, step: 'film' | 'pictures' | 'renditions', priority: number) =>
  (await queueMediaJobs(db, { step, videoIds: [videoId], priority }))[0] ?? '';
const take = async (): Promise<LeasedMediaJob> => {
  const leased = await takeMediaJob(db, LEASE_MS);
  if (!leased) throw new Error('Nothing is waiting.');
  return leased;
};
const fail = (leased: LeasedMediaJob, error: unknown) =>
  endMediaJobWithError(db, leased, error, { log: silentLog });
const endPauses = async () => {
  await sql`update media_jobs set run_at = now() where run_at is not null`.execute(db);
  await returnMediaJobs(db, 100);
};

describe('whose turn it is', () => {
  test('what a person asked for, then new videos, then runs over many; among equals the first', async () => {
    const wanted = [
      await ask(await film(), 'renditions', PRIORITY.rerun),
      await ask(await film(), 'renditions', PRIORITY.newVideo),
      await ask(await film(), 'renditions', PRIORITY.newVideo),
      await ask(await film(), 'pictures', PRIORITY.byHand),
    ];
    const taken: string[] = [];
    for (const _ of wanted) taken.push((await take()).job.id);
    expect(taken).toEqual([wanted[3], wanted[1], wanted[2], wanted[0]]);
    expect(await takeMediaJob(db, LEASE_MS)).toBeUndefined();
  });

  test('one step of a video at a time', async () => {
    const videoId = await film();
    await ask(videoId, 'pictures', PRIORITY.byHand);
    await ask(videoId, 'renditions', PRIORITY.byHand);
    const pictures = await take();
    expect(await takeMediaJob(db, LEASE_MS)).toBeUndefined();
    await completeMediaJob(db, pictures, []);
    expect((await take()).job.step).toBe('renditions');
  });
});

describe('a step that is requested again', () => {
  test('while it waits, is done once', async () => {
    const videoId = await film();
    const id = await ask(videoId, 'pictures', PRIORITY.rerun);
    expect(await ask(videoId, 'pictures', PRIORITY.byHand)).toBe(id);
    expect((await take()).job).toMatchObject({ id, priority: PRIORITY.byHand });
    expect(await takeMediaJob(db, LEASE_MS)).toBeUndefined();
  });

  test('while it runs, is done once more afterwards', async () => {
    const videoId = await film();
    const id = await ask(videoId, 'pictures', PRIORITY.byHand);
    const first = await take();
    await ask(videoId, 'pictures', PRIORITY.byHand);
    await ask(videoId, 'pictures', PRIORITY.byHand);
    expect(await takeMediaJob(db, LEASE_MS)).toBeUndefined();
    expect(await completeMediaJob(db, first, [])).toBe(true);
    expect(await completeMediaJob(db, await take(), [])).toBe(true);
    expect(await takeMediaJob(db, LEASE_MS)).toBeUndefined();
    expect(await selectMediaJob(db, id)).toMatchObject({ status: 'completed', leases: 2 });
  });
});

describe('a job that ends badly', () => {
  test('is retried after a temporary error, and fails with a sentence in the end', async () => {
    const id = await ask(await film(), 'renditions', PRIORITY.byHand);
    for (let n = 1; n <= 3; n += 1) {
      await fail(await take(), new Error('The bucket does not answer.'));
      expect(await selectMediaJob(db, id)).toMatchObject({ status: 'pending', attempts: n });
      expect(await takeMediaJob(db, LEASE_MS)).toBeUndefined();
      await endPauses();
    }
    await fail(await take(), new Error('The bucket does not answer.'));
    expect(await selectMediaJob(db, id)).toMatchObject({
      status: 'failed',
      attempts: 4,
      error: 'It failed after 4 tries; the last problem: Unexpected: The bucket does not answer.',
    });
  });

  test('because the worker stops, or the video changed, counts nothing', async () => {
    const id = await ask(await film(), 'renditions', PRIORITY.byHand);
    for (let n = 0; n < 8; n += 1) await giveBackMediaJob(db, await take());
    await fail(await take(), new VideoChangedError('It is being downloaded.'));
    expect(await selectMediaJob(db, id)).toMatchObject({
      status: 'pending',
      attempts: 0,
      deaths: 0,
      error: null,
    });
    expect(await takeMediaJob(db, LEASE_MS)).toBeUndefined();
    await endPauses();
    expect((await take()).job.id).toBe(id);
  });
});
