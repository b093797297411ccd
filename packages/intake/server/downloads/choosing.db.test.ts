import { BY_HAND } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloadCalls } from '../../../test/download-calls.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { completeDownload, takeDownload } from './download-lease.ts';

let site: TestSite;
let sourceId: string;
beforeAll(async () => {
  site = await startTestSite();
  sourceId = await makeSource(site.base.db, { name: 'Charts' });
});
beforeEach(() => sql`delete from download_jobs`.execute(site.base.db));
afterAll(() => site.close());

const call = downloadCalls(() => site);
const add = async (url: string) => (await call('add', { sourceUrl: url })).id;
const urlsOf = async (filter: object) =>
  (await call('list', { limit: 100, ...filter })).map((job) => job.sourceUrl);
const change = (id: string, fields: Record<string, unknown>) =>
  site.base.db.updateTable('download_jobs').set(fields).where('id', '=', id).execute();
const fail = (id: string, errorClass: string) =>
  change(id, { status: 'failed', error: 'It failed.', error_class: errorClass });

describe('the list shows those', () => {
  test('of a source, or added by hand; of a run; of a video; with their titles', async () => {
    const { db } = site.base;
    const one = await add('https://one.test/a');
    const two = await add('https://one.test/b');
    const three = await add('https://two.test/c');
    const { rows } = await sql<{ id: string }>`
      insert into crawler_runs (status) values ('completed') returning id`.execute(db);
    const runId = rows[0]?.id ?? '';
    const videoId = await makeVideo(db, { title: 'A slow gradient' });
    await change(two, { source_id: sourceId, metadata: JSON.stringify({ title: 'As the feed calls it' }) });
    await change(three, { crawler_run_id: runId, video_id: videoId });

    expect(await urlsOf({ sourceId })).toEqual(['https://one.test/b']);
    expect(await urlsOf({ sourceId: BY_HAND })).toEqual(['https://two.test/c', 'https://one.test/a']);
    expect(await urlsOf({ runId })).toEqual(['https://two.test/c']);
    expect(await urlsOf({ videoId })).toEqual(['https://two.test/c']);
    const listed = await call('list', { limit: 100 });
    expect(listed.map(({ id, title, runId: run, sourceId: source }) => ({ id, title, run, source }))).toEqual(
      [
        { id: three, title: 'A slow gradient', run: runId, source: null },
        { id: two, title: 'As the feed calls it', run: null, source: sourceId },
        { id: one, title: null, run: null, source: null },
      ],
    );
    await expect(call('list', { sourceId, runId })).rejects.toThrow('Please give only one of');
  });

  test('at an address, however it is written, or at hosts whose names begin so', async () => {
    await add('https://charts.test/a?x=1');
    await add('https://charts-two.test/b');
    await add('https://other.test/c');
    expect(await urlsOf({ search: 'https://Charts.test/a?x=1&utm_source=y' })).toEqual([
      'https://charts.test/a?x=1',
    ]);
    expect(await urlsOf({ search: ' charts.test/a?x=1 ' })).toEqual(['https://charts.test/a?x=1']);
    expect(await urlsOf({ search: 'chart' })).toEqual([
      'https://charts-two.test/b',
      'https://charts.test/a?x=1',
    ]);
    expect(await urlsOf({ search: 'CHARTS.' })).toEqual(['https://charts.test/a?x=1']);
    expect(await urlsOf({ search: 'charts', status: 'failed' })).toEqual([]);
    expect(await urlsOf({ search: '%' })).toEqual([]);
    await expect(call('list', { search: 'http://a b/' })).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('that failed with errors of one class, page by page, and how many they are', async () => {
    const ids = [];
    for (let n = 0; n < 6; n += 1) ids.push(await add(`https://one.test/${n}`));
    for (const [n, id] of ids.entries()) if (n < 5) await fail(id, n < 3 ? 'network' : 'http_5xx');
    const [first] = await call('list', { limit: 1, errorClass: 'network' });
    expect(first?.id).toBe(ids[2]);
    expect((await call('list', { errorClass: 'network', before: first?.id })).map(({ id }) => id)).toEqual([
      ids[1],
      ids[0],
    ]);
    expect(await call('list', { errorClass: 'network', status: 'pending' })).toEqual([]);
    expect(await call('count', { errorClass: 'network' })).toEqual({ count: 3, isCapped: false });
    expect(await call('count', { sourceId: BY_HAND, status: 'failed' })).toEqual({
      count: 5,
      isCapped: false,
    });
    expect(await call('count', { search: 'one' })).toEqual({ count: 6, isCapped: false });
    expect(await call('failures')).toEqual([
      { errorClass: 'network', count: 3, isCapped: false },
      { errorClass: 'http_5xx', count: 2, isCapped: false },
    ]);
  });
});

describe('many at once', () => {
  test('that were selected are cancelled or retried; if none is left, the caller is told', async () => {
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.push(await add(`https://one.test/${n}`));
    await change(ids[2] ?? '', { status: 'completed' });
    const both = await Promise.allSettled([call('cancelChosen', { ids }), call('cancelChosen', { ids })]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: { count: 2, message: '2 downloads were cancelled.' } },
    ]);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    expect(await call('counts')).toMatchObject({ pending: 0, cancelled: 2, completed: 1 });
    expect(await call('retryChosen', { ids: [...ids, 'nobody'] })).toMatchObject({ count: 2 });
    await expect(call('retryChosen', { ids })).rejects.toMatchObject({ code: 'conflict' });
    expect(await call('counts')).toMatchObject({ pending: 2, cancelled: 0, completed: 1 });
    await expect(call('cancelChosen', { ids: [] })).rejects.toThrow('Please select 1 to 500 jobs.');
  });

  test('of a source that are waiting are cancelled, and no others', async () => {
    await sql`insert into download_jobs (source_url, source_url_hash, source_id)
      select 'https://many.test/' || n, sha256(n::text::bytea), ${sourceId}
      from generate_series(1, 2300) n`.execute(site.base.db);
    await add('https://one.test/a');
    const leased = await takeDownload(site.base.db, '', 60_000);
    await call('retry', { id: leased?.job.id }).catch(() => {});
    expect(await call('cancelPending', { sourceId })).toMatchObject({ count: 2300 });
    expect(await call('counts')).toMatchObject({ pending: 0, processing: 1, failed: 0, cancelled: 2300 });
    await expect(call('cancelPending', {})).rejects.toThrow('Please give a sourceId');
  });
});

describe('the next', () => {
  test('is taken before all others, even while paused; one that is not waiting is rejected', async () => {
    await add('https://one.test/a');
    const later = await add('https://two.test/b');
    await change(later, { run_at: new Date(Date.now() + 3_600_000) });
    expect(await call('moveUp', { id: later })).toMatchObject({
      status: 'pending',
      nextTryAt: null,
      priority: 20,
    });
    const leased = await takeDownload(site.base.db, '', 60_000);
    expect(leased?.job.id).toBe(later);
    await expect(call('moveUp', { id: later })).rejects.toThrow('This download is already in progress.');
    await call('cancel', { id: later });
    await expect(call('moveUp', { id: later })).rejects.toThrow(
      'This download is not waiting: it has ended.',
    );
    await expect(call('moveUp', { id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('cancelling against the end of a download: one of the two, and the other is told', async () => {
  const { db } = site.base;
  for (let n = 0; n < 12; n += 1) {
    const url = `https://race.test/${n}`;
    await add(url);
    const leased = await takeDownload(db, '', 60_000);
    if (!leased) throw new Error('Nothing is waiting.');
    const videoId = await makeVideo(db);
    const [cancelled, completed] = await Promise.allSettled([
      call('cancel', { id: leased.job.id }),
      db.transaction().execute((tx) => completeDownload(tx, leased, videoId)),
    ]);
    const isDone = completed.status === 'fulfilled' && completed.value;
    expect(cancelled.status).toBe(isDone ? 'rejected' : 'fulfilled');
    const { events } = await (await site.admin()).jobs.timeline({ id: leased.job.id });
    expect(events.at(-1)?.kind).toBe(isDone ? 'completed' : 'cancelled');
    expect(events.filter(({ kind }) => kind === 'completed' || kind === 'cancelled')).toHaveLength(1);
  }
});
