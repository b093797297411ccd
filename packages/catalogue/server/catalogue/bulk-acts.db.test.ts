import type { BulkAct, Client } from '@vesper/contract';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { makeCategory, makeVideo } from '../../../test/factories.ts';
import { makeManyVideos } from '../../../test/many-videos.ts';
import { startWorkerProcess } from '../../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { type BulkActDeps, runBatch, startBulkDeletion } from './bulk-acts.ts';

let site: TestSite;
let admin: Client;
let deps: BulkActDeps;
let closeQueue: () => Promise<void>;

beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  closeQueue = () => boss.stop({ graceful: false });
  deps = { ...site.base, queue: queue as Queue };
});
beforeEach(async () => {
  await sql`truncate bulk_acts restart identity cascade`.execute(site.base.db);
  await sql`delete from videos`.execute(site.base.db);
});
afterEach(() => site.stopWorkers());
afterAll(async () => {
  await closeQueue();
  await site.close();
});

const make = (fields: Parameters<typeof makeVideo>[1] = {}) =>
  makeVideo(site.base.db, { kind: 'remote', video_url: 'https://a.test/a.mp4', ...fields });

/** Only what acts change. */
async function states(): Promise<unknown[]> {
  const { rows } = await sql`select id, status, hidden_reason, removal_reason, category, tags from videos
    order by id`.execute(site.base.db);
  return rows;
}

/** A call would compete with the worker for the processor. */
async function progressOf(id: string): Promise<{ done: number; state: string } | undefined> {
  const { rows } = await sql<{ done: number; state: string }>`
    select done, state from bulk_acts where id = ${id}`.execute(site.base.db);
  return rows[0];
}

const ended = async (id: string): Promise<BulkAct> => {
  await expect
    .poll(async () => (await progressOf(id))?.state, { timeout: 200_000, interval: 50 })
    .not.toBe('running');
  return admin.catalogue.bulkAct({ id });
};

const workOff = async (id: string) => {
  while (await runBatch(site.base, Number(id)));
  return admin.catalogue.bulkAct({ id });
};

const countOf = async (status: string) => (await admin.catalogue.counts()).status[status] ?? 0;

describe('an act on many videos', () => {
  test('on videos given by id is done immediately, and reports skipped ones', async () => {
    const [a, b, c] = [await make(), await make({ status: 'removed' }), await make()];
    const act = await admin.catalogue.startBulkAct({ act: 'hide', ids: [a, b, c, 'none'] });
    expect(act).toMatchObject({
      ...{ act: 'hide', state: 'completed', total: 4, totalIsCapped: false, done: 2, filter: null },
      ...{
        skipped: { already: 1, missing: 1 },
        canBeUndone: true,
        orderedBy: expect.stringMatching(/^test-/),
      },
    });
    expect(await countOf('hidden')).toBe(2);
    expect((await admin.catalogue.bulkActs()).map(({ id }) => id)).toEqual([act.id]);
  });

  test('by filter changes no other videos, and undo restores everything', async () => {
    await makeManyVideos(site.base.db, { count: 900, categories: 2, hiddenEvery: 9 });
    const before = await states();
    const filter = { status: 'published', category: 'Charts 1' } as const;
    const { total } = await admin.catalogue.total(filter);
    const begun = await admin.catalogue.startBulkAct({ act: 'remove', filter, reason: 'A trial.' });
    expect(begun).toMatchObject({ total, totalIsCapped: false, state: 'running', done: 200, filter });
    expect(await workOff(begun.id)).toMatchObject({ state: 'completed', done: total, skipped: {} });
    expect(await countOf('removed')).toBe(total);
    expect((await site.client.videos.list({ category: 'Charts 1' })).pagination.totalVideos).toBe(0);
    const reasons = await sql<{ n: number }>`
      select count(*) as n from videos where removal_reason = 'A trial.'`.execute(site.base.db);
    expect(reasons.rows[0]?.n).toBe(total);
    const undone = await workOff((await admin.catalogue.undoBulkAct({ id: begun.id })).id);
    expect(undone).toMatchObject({ act: 'undo', state: 'completed', total, done: total, skipped: {} });
    expect(await states()).toEqual(before);
    expect((await admin.catalogue.bulkAct({ id: begun.id })).canBeUndone).toBe(false);
  });

  test('changes categories and tags, with the search and the lists', async () => {
    await makeCategory(site.base.db, 'Waves');
    const a = await make({ title: 'A spiral', tags: ['Red', 'keep'] });
    const b = await make({ title: 'A wheel', tags: ['blue'], status: 'hidden', hidden_reason: 'basis' });
    const before = await states();
    const ids = [a, b];
    const moved = await admin.catalogue.startBulkAct({ act: 'set_category', ids, category: 'Waves' });
    const more = await admin.catalogue.startBulkAct({ act: 'add_tags', ids, tags: ['RED', ' dark  green'] });
    const fewer = await admin.catalogue.startBulkAct({ act: 'remove_tags', ids, tags: ['BLUE'] });
    expect([moved.done, more.done, fewer.done]).toEqual([2, 2, 1]);
    expect(await admin.catalogue.get({ id: a })).toMatchObject({
      category: 'Waves',
      tags: ['Red', 'keep', 'dark green'],
    });
    expect(
      (await site.client.videos.list({ category: 'Waves', search: 'green spiral' })).videos,
    ).toHaveLength(1);
    for (const act of [fewer, more, moved])
      expect(await admin.catalogue.undoBulkAct({ id: act.id })).toMatchObject({
        state: 'completed',
        done: act.done,
      });
    expect(await states()).toEqual(before);
    expect((await site.client.videos.list({ search: 'green' })).videos).toEqual([]);
  });
});

describe('undoing', () => {
  test('skips videos that have changed since or may not be public', async () => {
    const [a, b, c, d] = [await make(), await make(), await make(), await make()];
    const act = await admin.catalogue.startBulkAct({ act: 'hide', ids: [a, b, c, d] });
    await admin.catalogue.act({ id: b, act: 'remove', reason: 'Doubtful.' });
    await sql`delete from videos where id = ${c}`.execute(site.base.db);
    await sql`insert into blocked_addresses (hash, reason)
      select source_url_hash, 'It was deleted.' from videos where id = ${d}`.execute(site.base.db);
    const undone = await admin.catalogue.undoBulkAct({ id: act.id });
    expect(undone).toMatchObject({
      total: 4,
      done: 1,
      skipped: { changed: 1, missing: 1, address_deleted: 1 },
    });
    expect((await site.client.videos.list()).videos.map(({ id }) => id)).toEqual([a]);
    expect((await admin.catalogue.get({ id: b })).removalReason).toBe('Doubtful.');
  });

  test('requested twice at once is done once', async () => {
    const act = await admin.catalogue.startBulkAct({ act: 'hide', ids: [await make()] });
    const second = await site.admin();
    const ends = await Promise.allSettled([
      admin.catalogue.undoBulkAct({ id: act.id }),
      second.catalogue.undoBulkAct({ id: act.id }),
    ]);
    expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { status: 409, sentence: 'This change has already been undone.' } },
    ]);
  });

  test('is refused for deletions, undos and unknown acts', async () => {
    const ids = [await make()];
    const { id } = await admin.catalogue.startBulkAct({ act: 'hide', ids });
    const undoing = await admin.catalogue.undoBulkAct({ id });
    const deletion = await startBulkDeletion(deps, { ids }, 'anna');
    const refusals = await Promise.all(
      [undoing.id, deletion.id, '999'].map((one) =>
        admin.catalogue.undoBulkAct({ id: one }).catch((error) => error.status as number),
      ),
    );
    expect(refusals).toEqual([409, 409, 404]);
  });
});

describe('an interrupted act', () => {
  test('continues with the next worker after a crash, and nothing is done twice', async () => {
    await makeManyVideos(site.base.db, { count: 1400 });
    const before = await states();
    const act = await admin.catalogue.startBulkAct({ act: 'remove', filter: {}, reason: 'A trial.' });
    const worker = startWorkerProcess(site);
    await expect
      .poll(async () => (await progressOf(act.id))?.done, { timeout: 200_000, interval: 5 })
      .toBeGreaterThanOrEqual(400);
    worker.kill('SIGKILL');
    await worker.ended;
    expect(await admin.catalogue.bulkAct({ id: act.id })).toMatchObject({ state: 'running' });
    await site.startWorker();
    expect(await ended(act.id)).toMatchObject({ state: 'completed', done: 1400, skipped: {} });
    expect(await countOf('removed')).toBe(1400);
    const undone = await admin.catalogue.undoBulkAct({ id: act.id });
    expect(await ended(undone.id)).toMatchObject({ state: 'completed', done: 1400 });
    expect(await states()).toEqual(before);
  }, 400_000);

  test('stays where it is when stopped by hand', async () => {
    await makeManyVideos(site.base.db, { count: 500 });
    const { id } = await admin.catalogue.startBulkAct({ act: 'hide', filter: {} });
    expect(await admin.catalogue.stopBulkAct({ id })).toMatchObject({ state: 'stopped', done: 200 });
    expect(await workOff(id)).toMatchObject({ state: 'stopped', done: 200 });
    expect(await countOf('hidden')).toBe(200);
    const other = await admin.catalogue.startBulkAct({ act: 'hide', ids: [await make()] });
    await expect(admin.catalogue.stopBulkAct({ id: other.id })).rejects.toMatchObject({ status: 409 });
  });
});

describe('deleting many', () => {
  test('deletes rows and files, and blocks the addresses', async () => {
    await makeManyVideos(site.base.db, { count: 450 });
    const kept = await make({ status: 'hidden', hidden_reason: 'takedown' });
    await sql`delete from loose_files`.execute(site.base.db);
    const begun = await startBulkDeletion(deps, { filter: {} }, 'anna');
    expect(await workOff(begun.id)).toMatchObject({
      state: 'completed',
      done: 450,
      skipped: { taken_down: 1 },
    });
    expect((await admin.catalogue.list()).videos.map(({ id }) => id)).toEqual([kept]);
    const { rows } = await sql<{ blocked: number; loose: number }>`
      select (select count(*) from blocked_addresses) as blocked,
        (select count(*) from loose_files where key like 'videos/many/%') as loose`.execute(site.base.db);
    expect(rows).toMatchObject([{ blocked: expect.any(Number), loose: 900 }]);
    expect(rows[0]?.blocked).toBeGreaterThanOrEqual(450);
  });
});
