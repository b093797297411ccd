import { DOWNLOAD_ERROR_CLASSES, DOWNLOAD_STATUSES, endingOf } from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;

beforeEach(async () => {
  site = await startTestSite();
  await sql`insert into crawler_runs (id, discovered_at) values ('run', now())`.execute(site.base.db);
});
afterEach(() => site.close());

/** Each `[name, error class, cancelled]`: one download of the run, which ends like that. */
async function endAs(endings: readonly [string, string | null, boolean][]) {
  const { db } = site.base;
  for (const [name] of endings)
    await sql`insert into download_jobs (id, source_url, source_url_hash, crawler_run_id)
      values (${name}, ${`https://charts.test/${name}`}, sha256(${name}::bytea), 'run')`.execute(db);
  for (const [name, errorClass, isCancelled] of endings)
    await sql`update download_jobs set status = 'failed', error = 'Why.', error_class = ${errorClass},
      cancelled_at = case when ${isCancelled} then now() end, completed_at = now() where id = ${name}`.execute(
      db,
    );
}

const ENDINGS: [string, string | null, boolean][] = [
  ['broken', 'http_404', false],
  ['slow', 'timeout', false],
  ['twin', 'duplicate', false],
  ['private', 'robots', false],
  ['busy', 'http_429', false],
  ['resting', 'paused', false],
  ['taken-down', 'removed', true],
  ['by-hand', null, true],
];

test('left-out and cancelled downloads are counted apart from failed ones', async () => {
  await endAs(ENDINGS);
  const admin = await site.admin();
  expect(await admin.downloads.counts()).toMatchObject({ pending: 0, failed: 2, leftOut: 5, cancelled: 1 });
  expect(await admin.crawler.run({ id: 'run' })).toMatchObject({
    status: 'completed',
    videosFailed: 2,
    videosLeftOut: 5,
    videosTakenOut: 1,
    error: '1 of its downloads was removed from the queue.',
  });
  const ids = async (filter: object) => (await admin.downloads.list(filter)).map(({ id }) => id).sort();
  expect(await ids({ ending: 'failed' })).toEqual(['broken', 'slow']);
  expect(await ids({ ending: 'left_out', runId: 'run' })).toEqual([
    'busy',
    'private',
    'resting',
    'taken-down',
    'twin',
  ]);
  expect(await ids({ ending: 'cancelled', search: 'charts' })).toEqual(['by-hand']);
  expect(await ids({ ending: 'failed', errorClass: 'timeout' })).toEqual(['slow']);
  expect(await ids({ ending: 'failed', status: 'completed' })).toEqual([]);
  expect(await ids({ status: 'failed' })).toHaveLength(ENDINGS.length);
  expect(await admin.downloads.count({ ending: 'left_out' })).toMatchObject({ count: 5 });
  expect(
    (await admin.downloads.list({ ending: 'left_out' })).every(({ ending }) => ending === 'left_out'),
  ).toBe(true);
  await drainOutbox(site.base.db);
  const { rows } = await sql`select metric, label, sum(value)::int as n from stat_changes
    where metric like 'downloads%' group by 1, 2 order by 1, 2`.execute(site.base.db);
  expect(rows).toEqual([
    { metric: 'downloads_failed', label: 'http_404', n: 1 },
    { metric: 'downloads_failed', label: 'timeout', n: 1 },
    ...['duplicate', 'http_429', 'paused', 'removed', 'robots'].map((label) => ({
      metric: 'downloads_left_out',
      label,
      n: 1,
    })),
  ]);
});

test('retrying all failed downloads skips left-out ones, and removes the retried ones from the counts', async () => {
  await endAs(ENDINGS);
  const admin = await site.admin();
  expect(await admin.downloads.retryFailed({})).toMatchObject({ count: 2 });
  expect(await admin.downloads.counts()).toMatchObject({ pending: 2, failed: 0, leftOut: 5, cancelled: 1 });
  expect(await admin.downloads.retryFailed({ errorClass: 'paused' })).toMatchObject({ count: 1 });
  expect(await admin.crawler.run({ id: 'run' })).toMatchObject({ videosFailed: 0, videosLeftOut: 4 });
});

test('the database and the contract mean the same by each ending', async () => {
  const cases = DOWNLOAD_STATUSES.flatMap((status) =>
    [...DOWNLOAD_ERROR_CLASSES, null].flatMap((errorClass) =>
      [true, false].map((cancelled) => ({ status, errorClass, cancelled })),
    ),
  );
  for (const one of cases) {
    const { rows } = await sql<{ state: string }>`
      select download_state(${one.status}, ${one.errorClass}, case when ${one.cancelled} then now() end) as state`.execute(
      site.base.db,
    );
    expect(rows[0]?.state, JSON.stringify(one)).toBe(endingOf(one) ?? one.status);
  }
});
