import { randomUUID } from 'node:crypto';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import { addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startAdmission } from '../../../test/admission.ts';
import { makeVideo } from '../../../test/factories.ts';
import { decisionOfFailure, recordOutcome, restartRunCounts } from '../ledger/index.ts';
import { listRunLedger, why } from '../ledger/ledger.ts';
import type { SourceItem } from '../readers/index.ts';
import { admit, type FreshItem } from './admit.ts';
import { insertRun } from './queries.ts';
import { siftAll } from './sift-all.ts';

let site: Awaited<ReturnType<typeof startAdmission>>;
let sourceId: string;

beforeEach(async () => {
  site = await startAdmission();
  sourceId = await site.addSource('Charts');
});
afterEach(() => site.close());

const url = (name: string) => `https://charts.test/watch/${name}`;
const item = (name: string, externalId?: string): SourceItem => ({
  type: 'item',
  loc: url(name),
  metadata: null,
  ...(externalId && { externalId }),
});

function decide(names: readonly (string | SourceItem)[], room = 100, runId: string | null = null) {
  const items = names.map((name) => (typeof name === 'string' ? item(name) : name));
  return admit(site.admission, { sourceId, runId, room, items });
}

async function rowOf(name: string) {
  const { rows } = await sql<{ xmin: string; decision: string; video_id: string | null; first: Date }>`
    select xmin::text, decision, video_id, first_seen_at as first from addresses
    where hash = ${addressHash(url(name))}`.execute(site.database.db);
  return rows[0];
}

async function queuedUrls(): Promise<string[]> {
  const jobs = await site.database.db.selectFrom('download_jobs').select('source_url').execute();
  return jobs.map((job) => job.source_url).sort();
}

async function startRun(): Promise<string> {
  const run = await insertRun(site.database.db, { targetCount: 50, scheduledFor: null });
  if (!run) throw new Error('A run is in progress.');
  return run.id;
}

describe('a batch of addresses', () => {
  test('is queued once, in any spelling, and then known', async () => {
    const decisions = await decide(['1', '1?utm_source=x', '1#t=5', '2']);
    expect(decisions).toMatchObject({ new: 2, known: 0, over_quota: 0 });
    expect(await queuedUrls()).toEqual([url('1'), url('2')]);
    expect(await decide(['1', '2', '3'])).toMatchObject({ new: 1, known: 2 });
  });

  test('waits for room without being written again, and is queued when there is some', async () => {
    expect(await decide(['1', '2', '3'], 1)).toMatchObject({ new: 1, over_quota: 2 });
    const before = await rowOf('2');
    expect(await decide(['1', '2', '3'], 0)).toMatchObject({ new: 0, known: 1, over_quota: 2 });
    expect(await rowOf('2')).toEqual(before);
    site.setNow('2026-11-22T10:00:00Z');
    expect(await decide(['1', '2', '3'], 5)).toMatchObject({ new: 2, known: 1 });
    expect(await rowOf('2')).toMatchObject({ decision: 'new', first: before?.first });
    expect(await queuedUrls()).toHaveLength(3);
  });

  test('is not queued if a video or a finished job exists, even if the ledger does not know it', async () => {
    const { db } = site.database;
    const videoId = await makeVideo(db, { source_url: url('video') });
    await decide(['job']);
    await sql`update download_jobs set status = 'completed', video_id = ${videoId}`.execute(db);
    await sql`delete from addresses`.execute(db);
    expect(await decide(['video', 'job'])).toMatchObject({ new: 0, known: 2 });
    expect(await rowOf('video')).toMatchObject({ decision: 'known', video_id: videoId });
    const before = await rowOf('video');
    expect(await decide(['video', 'job'])).toMatchObject({ known: 2 });
    expect(await rowOf('video')).toEqual(before);
    await db.deleteFrom('videos').execute();
    await drainOutbox(db);
    expect(await rowOf('video')).toMatchObject({ video_id: null });
    expect(await decide(['video', 'job'])).toMatchObject({ new: 2, known: 0 });
  });

  test('is not queued while it is blocked, and returns with its video', async () => {
    const { db } = site.database;
    const videoId = await makeVideo(db, { source_url: url('removed') });
    await removeVideo(db, videoId);
    await db
      .insertInto('blocked_addresses')
      .values({ hash: addressHash(url('listed')), reason: 'No.' })
      .execute();
    expect(await decide(['removed', 'listed', 'other'])).toMatchObject({ new: 1, blocked: 2 });
    expect(await rowOf('removed')).toMatchObject({ decision: 'blocked', video_id: videoId });
    const before = await rowOf('listed');
    expect(await decide(['removed', 'listed'])).toMatchObject({ blocked: 2 });
    expect(await rowOf('listed')).toEqual(before);
    await db.updateTable('videos').set({ status: 'published' }).execute();
    await db.deleteFrom('blocked_addresses').execute();
    expect(await decide(['removed', 'listed'])).toMatchObject({ new: 1, known: 1 });
  });

  test('is a duplicate if the source lists its id under another address', async () => {
    const { db } = site.database;
    const videoId = await makeVideo(db, { source_url: url('a'), source_id: sourceId, external_id: 'A' });
    const gone = await makeVideo(db, { source_url: url('c'), source_id: sourceId, external_id: 'C' });
    await removeVideo(db, gone);
    expect(await decide([item('a2', 'A'), item('b1', 'B'), item('b2', 'B'), item('c2', 'C')])).toMatchObject({
      new: 1,
      duplicate: 2,
      blocked: 1,
    });
    expect(await rowOf('a2')).toMatchObject({ decision: 'duplicate', video_id: videoId });
    expect(await decide([item('b3', 'B'), item('b2', 'B'), item('a2', 'A')])).toMatchObject({
      new: 0,
      known: 1,
      duplicate: 2,
    });
    expect((await why(db, url('b2'))).reason).toBe(
      'The source listed the same video under another address, which was in the library or the download queue. If that is gone, a crawl may add this address.',
    );
    expect((await why(db, url('a2'))).reason).toMatch(/^It is a duplicate of the video/);
    const elsewhere = await site.addSource('Elsewhere');
    const candidates = { sourceId: elsewhere, runId: null, room: 5, items: [item('b4', 'B')] };
    expect(await admit(site.admission, candidates)).toMatchObject({ new: 1 });
    expect(await queuedUrls()).toEqual([url('b1'), url('b4')]);
  });

  test('is retried after a temporary failure, once it is due', async () => {
    const { db } = site.database;
    await decide(['passing', 'final', 'empty']);
    const fail = async (name: string, errorClass: string, retryAt: Date | null) => {
      const hash = addressHash(url(name));
      await sql`update download_jobs set status = 'failed', retry_at = ${retryAt} where source_url_hash = ${hash}`.execute(
        db,
      );
      const outcome = {
        hash,
        decision: decisionOfFailure(errorClass),
        errorClass,
        detail: 'It said no.',
        retryAt,
      };
      await recordOutcome(db, outcome, site.admission.clock.now());
    };
    await fail('passing', 'timeout', new Date('2026-11-21T22:00:00Z'));
    await fail('final', 'http_404', null);
    await fail('empty', 'no_video', null);
    expect(await rowOf('empty')).toMatchObject({ decision: 'no_video' });
    expect(await decide(['passing', 'final', 'empty'])).toMatchObject({ new: 0, known: 3 });
    expect((await why(db, url('passing'))).reason).toBe(
      'It said no. A crawl may retry it after 2026-11-21 22:00 UTC.',
    );
    site.setNow('2026-11-21T22:00:01Z');
    expect(await decide(['passing', 'final', 'empty'])).toMatchObject({ new: 1, known: 2 });
    expect(await rowOf('passing')).toMatchObject({ decision: 'new' });
  });

  test('is in the queue, the ledger and the counts, or in none of them', async () => {
    const runId = await startRun();
    // Counting comes last.
    await sql`alter table crawler_run_counts add constraint away check (false) not valid`.execute(
      site.database.db,
    );
    const candidates = { sourceId, runId, room: 5, items: [item('1')] };
    await expect(admit(site.admission, candidates)).rejects.toThrow('away');
    expect(await queuedUrls()).toEqual([]);
    expect(await rowOf('1')).toBeUndefined();
    expect((await listRunLedger(site.database.db, { id: runId, limit: 10 })).totals).toEqual([]);
  });

  test('does not deadlock with concurrent batches, and is queued once', async () => {
    const other = await site.addSource('Other');
    const names = Array.from({ length: 300 }, (_, n) => `n${n}`);
    const batches = [0, 1, 2, 3, 4, 5].map((n) => {
      const items = (n % 2 ? [...names].reverse() : names).map((name) => item(name));
      return admit(site.admission, { sourceId: n < 3 ? sourceId : other, runId: null, room: 60, items });
    });
    const outcomes = await Promise.all(batches);
    const queued = await queuedUrls();
    expect(new Set(queued).size).toBe(outcomes.reduce((sum, one) => sum + one.new, 0));
    expect(queued.length).toBeGreaterThanOrEqual(180);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from addresses`.execute(
      site.database.db,
    );
    expect(rows[0]?.n).toBe(300);
  });
});

describe('the counts of a run', () => {
  test('stay exact when it restarts, and its ledger has pages', async () => {
    const { db } = site.database;
    await decide(['old']);
    const runId = await startRun();
    const names = ['old', ...Array.from({ length: 25 }, (_, n) => `n${n}`)];
    await decide(names, 20, runId);
    await restartRunCounts(db, runId);
    await decide(names, 0, runId);
    await restartRunCounts(db, runId);
    await decide(names, 2, runId);
    const all = await listRunLedger(db, { id: runId, limit: 200 });
    expect(all.totals).toEqual([
      { sourceId, decision: 'known', count: 1 },
      { sourceId, decision: 'new', count: 22 },
      { sourceId, decision: 'over_quota', count: 3 },
    ]);
    expect(all.entries).toHaveLength(25);
    const paged: string[] = [];
    let after: number | undefined;
    do {
      const page = await listRunLedger(db, { id: runId, limit: 10, after });
      paged.push(...page.entries.map((entry) => entry.url));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(paged).toEqual(all.entries.map((entry) => entry.url));
    const waiting = await listRunLedger(db, { id: runId, limit: 50, decision: 'over_quota' });
    expect(waiting.entries).toHaveLength(3);
    expect(waiting.entries[0]?.reason).toMatch(/no room/);
    await expect(listRunLedger(db, { id: 'nobody', limit: 1 })).rejects.toThrow(
      'This crawler run does not exist',
    );
  });

  test('leave videos added by an earlier run in the ledger of that run', async () => {
    const { db } = site.database;
    const runId = await startRun();
    await decide(['1'], 5, runId);
    const videoId = await makeVideo(db, { source_url: url('1') });
    await sql`update addresses set video_id = ${videoId}`.execute(db);
    await sql`update download_jobs set status = 'completed'`.execute(db);
    await sql`update crawler_runs set status = 'completed'`.execute(db);
    expect(await decide(['1'], 5, await startRun())).toMatchObject({ new: 0, known: 1 });
    const { entries } = await listRunLedger(db, { id: runId, limit: 5 });
    expect(entries).toMatchObject([{ url: url('1'), decision: 'new', videoId }]);
  });

  test('stop once there is enough, return what the caller may queue, and throw database errors', async () => {
    await decide(['m1', 'm2'], 1);
    let read = 0;
    async function* entries() {
      for (; read < 100; read += 1) yield item(`m${read}`);
    }
    const fresh: string[] = [];
    const options = {
      ...{ sourceId, runId: null, batchSize: 4, onProblem: () => {}, onFileDecided: () => {} },
      onFresh: (items: readonly FreshItem[]) => fresh.push(...items.map(({ item }) => item.loc)),
      isEnough: () => fresh.length >= 6,
    };
    await siftAll(site.admission, options, entries());
    expect(fresh.slice(0, 7)).toEqual(['m0', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'].map(url));
    expect(read).toBeLessThan(20);
    expect(await queuedUrls()).toEqual([url('m1')]);
    expect(await rowOf('m0')).toBeUndefined();
    const failing = siftAll(site.admission, { ...options, runId: randomUUID() }, entries());
    await expect(failing).rejects.toThrow('The crawler run has ended.');
  });
});

describe('why an address is not here', () => {
  const reason = async (name: string) => (await why(site.database.db, url(name))).reason;

  test('is one sentence, whatever the outcome', async () => {
    const { db } = site.database;
    expect(await why(db, `${url('never')}?utm_source=x`)).toEqual({
      url: url('never'),
      decision: null,
      reason: 'No source has listed this address, and it was not added by hand.',
      source: null,
      firstSeenAt: null,
      decidedAt: null,
      videoId: null,
      jobId: null,
    });
    await decide(['queued', 'waiting'], 1);
    expect(await reason('queued')).toBe('It is waiting in the download queue.');
    expect(await why(db, url('waiting'))).toMatchObject({
      decision: 'over_quota',
      reason: 'There was no room left: the target or the daily quota was used up. A later crawl may add it.',
      source: { id: sourceId, name: 'Charts' },
      firstSeenAt: '2026-11-21T10:00:00.000Z',
    });
    await sql`update download_jobs set status = 'processing'`.execute(db);
    expect(await reason('queued')).toBe('It is being downloaded.');
    await sql`update download_jobs set status = 'failed', error = 'The address answered 404 Not Found.'`.execute(
      db,
    );
    expect(await reason('queued')).toBe('Its download failed: The address answered 404 Not Found.');
    await sql`update download_jobs set cancelled_at = now()`.execute(db);
    expect(await reason('queued')).toBe('Its download was cancelled.');
    await db.deleteFrom('download_jobs').execute();
    expect(await reason('queued')).toMatch(/its job is gone/);
    const id = await makeVideo(db, { source_url: url('here'), title: 'Test chart' });
    expect(await reason('here')).toBe('It is in the library as the video "Test chart".');
    await removeVideo(db, id);
    expect(await reason('here')).toBe(
      'The address is blocked: its video was removed and will not be imported again.',
    );
    await expect(why(db, 'nonsense')).rejects.toThrow('is not an http or https address');
  });
});
