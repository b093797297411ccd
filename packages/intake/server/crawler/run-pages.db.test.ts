import type { Client } from '@vesper/contract';
import { addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSource } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { recordDecisions } from '../ledger/index.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());

test('a run is shown with what it could not read, and its addresses with their downloads', async () => {
  const { db } = site.base;
  const sourceId = await makeSource(db);
  const { rows } = await sql<{ id: string }>`
    insert into crawler_runs (status, discovered_at, scheduled_for)
    values ('completed', '2026-11-20T03:00:00Z', '2026-11-20T02:00:00Z') returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`insert into crawler_problems (crawler_run_id, source_id, url, message)
    select ${id}, ${sourceId}, 'https://a.test/' || n, 'It is not a sitemap.' from generate_series(1, 120) n`.execute(
    db,
  );
  const run = await admin.crawler.run({ id });
  expect(run).toMatchObject({
    id,
    videosOpen: 0,
    discoveredAt: '2026-11-20T03:00:00.000Z',
    scheduledFor: '2026-11-20T02:00:00.000Z',
  });
  expect(run.problems).toHaveLength(100);
  expect(run.problems[0]).toMatchObject({
    sourceId,
    url: 'https://a.test/1',
    message: 'It is not a sitemap.',
  });
  await expect(admin.crawler.run({ id: 'nobody' })).rejects.toMatchObject({ status: 404 });

  const url = 'https://a.test/watch/1';
  const { rows: jobs } = await sql<{ id: string }>`
    insert into download_jobs (source_url, source_url_hash, crawler_run_id, source_id)
    values (${url}, ${addressHash(url)}, ${id}, ${sourceId}) returning id`.execute(db);
  const decisions = [url, 'https://a.test/watch/2'].map((one) => ({
    url: one,
    decision: 'new' as const,
    videoId: null,
    isUnseen: true,
  }));
  await recordDecisions(db, { sourceId, runId: id, now: new Date() }, decisions);
  const { entries } = await admin.ledger.ofRun({ id });
  expect(Object.fromEntries(entries.map((entry) => [entry.url, entry.jobId]))).toEqual({
    [url]: jobs[0]?.id,
    'https://a.test/watch/2': null,
  });
});

test('the last addresses of a source are summed up by outcome and kind of reason', async () => {
  const { db } = site.base;
  const sourceId = await makeSource(db, { name: 'Summed up', url: 'https://sum.test/' });
  await sql`insert into addresses (hash, url, source_id, decision, error_class, detail, first_seen_at, last_decided_at)
    select sha256(url::bytea), url, ${sourceId}::uuid, one.decision, one.error_class, one.detail, now(), now()
    from generate_series(1, 1100) as n,
      lateral (select 'https://sum.test/' || n as url) as a,
      lateral (select * from (values
        (0, 'no_video', 'no_video', 'Script ' || n || ' of "' || url || '" could not be read.'),
        (1, 'no_video', 'no_video', 'Its page is about several videos.'),
        (2, 'known', null, null)) as kinds (kind, decision, error_class, detail)
        where kind = least(n % 10, 2)) as one
    order by n`.execute(db);
  const { outcomes } = await admin.ledger.ofSource({ id: sourceId });
  expect(outcomes.map(({ decision, count, example }) => [decision, count, example.url])).toEqual([
    ['known', 800, 'https://sum.test/1099'],
    ['no_video', 100, 'https://sum.test/1100'],
    ['no_video', 100, 'https://sum.test/1091'],
  ]);
  expect(outcomes[1]?.example.reason).toBe('Script 1100 of "https://sum.test/1100" could not be read.');
  expect(outcomes.every(({ advice }) => /[.]$/.test(advice))).toBe(true);
  // Addresses that were queued and downloaded are known by now.
  await sql`update addresses set decision = 'new', video_id = 'added' where decision = 'known'`.execute(db);
  const [first] = (await admin.ledger.ofSource({ id: sourceId })).outcomes;
  expect(first).toMatchObject({ decision: 'known', count: 800 });
  await expect(admin.ledger.ofSource({ id: 'nobody' })).rejects.toMatchObject({ status: 404 });
});
