import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { drainOutbox } from '../../kernel/db/outbox.ts';
import type { Db } from '../../kernel/db/pool.ts';
import {
  deleteAbandonedVideos,
  discardVideos,
  lockVideosToRedownload,
  returnToProcessing,
} from '../../library/videos/index.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../test/explain.ts';
import { selectFilesBatch } from './file-check-queries.ts';
import { listGoneVideos } from './gone-videos.ts';
import { claimDueVideos, updateHealth } from './queries.ts';
import { survivalOfSource } from './survival.ts';

const VIDEOS = 8_000;
const GROWING_TABLES = ['videos', 'video_health', 'download_jobs'];

let database: TestDatabase;
let db: Db;
let sourceId: string;
let asked: Asked[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = recordingDb(database.pool, (query) => asked.push(query));
  await fill(database);
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from video_sources where name = 'Large'`,
  );
  sourceId = rows[0]?.id ?? '';
});
beforeEach(() => {
  asked = [];
});
afterAll(() => database.drop());

/** Most videos of one source, all due at once; a quarter of them hosted; a tenth gone. */
async function fill({ pool }: TestDatabase): Promise<void> {
  await pool.query(`insert into categories (name, slug) values ('Charts', 'charts')`);
  await pool.query(`insert into video_sources (name, base_url, enabled) values ('Large', 'https://large.test/', false),
    ('Small', 'https://small.test/', false), ('Empty', 'https://empty.test/', false)`);
  await pool.query(`insert into videos (title, slug, category, source_url, source_url_hash, status, published_at,
      kind, source_id, created_at)
    select 'Chart ' || n, 'chart', 'Charts', 'https://source.test/' || n,
      sha256(('https://source.test/' || n)::bytea), 'published', now() - n * interval '20 minutes',
      (array['hosted', 'remote', 'remote', 'embed'])[n % 4 + 1],
      (select id from video_sources where name = case when n % 1000 = 1 then 'Small' else 'Large' end),
      now() - n * interval '20 minutes'
    from generate_series(1, ${VIDEOS}) as n`);
  await drainOutbox(db);
  // In batches: each counts itself in one row, of which a transaction keeps every version.
  for (let n = 0; n < 20; n += 1)
    await pool.query(
      `update video_health set last_alive_at = now(), next_check_at = now() - interval '1 hour'
       where get_byte(sha256(video_id::bytea), 0) % 20 = ${n}`,
    );
  await pool.query(`update videos set status = 'hidden', hidden_reason = 'gone'
    where kind = 'embed' and id in (select id from videos order by id limit ${VIDEOS / 10})`);
  await drainOutbox(db);
  await pool.query(`insert into download_jobs (source_url, source_url_hash, status, metadata)
    select source_url, source_url_hash, 'completed', '{}' from videos`);
  await pool.query('vacuum analyze');
}

/** No statement since the beginning of the test may walk a growing table, or handle more than `rows` rows in a step. */
async function expectPlans(rows: number): Promise<void> {
  const statements = asked.filter(({ sql }) => /\b(?:select|update|delete)\b/.test(sql));
  expect(statements.length).toBeGreaterThan(0);
  for (const { sql, parameters } of statements) {
    for (const node of await explain(database.pool, sql, parameters)) {
      const step = `${node['Node Type']} on ${node['Relation Name'] ?? 'rows'} in ${sql}`;
      expect(rowsOf(node), step).toBeLessThanOrEqual(rows);
      if (GROWING_TABLES.includes(node['Relation Name'] ?? ''))
        expect(node['Node Type'], step).not.toBe('Seq Scan');
    }
  }
}

const now = () => new Date();

test('due videos are found without the others', async () => {
  const due = await claimDueVideos(db, { now: now(), leaseUntil: now(), perLane: 5, limit: 100 });
  expect(due).toHaveLength(10);
  await expectPlans(40);
});

test('a result touches its own row', async () => {
  const [due] = await claimDueVideos(db, { now: now(), leaseUntil: now(), perLane: 1, limit: 1 });
  if (!due) throw new Error('Nothing is due.');
  asked = [];
  const found = { ...due, nextCheckAt: now(), lastClass: 'alive', lastMessage: null, checkedAt: now() };
  expect(await updateHealth(db, due, found)).toBe(true);
  await expectPlans(2);
});

test('gone videos come by a page', async () => {
  const first = await listGoneVideos(db, { limit: 50 });
  expect(first.videos).toHaveLength(50);
  const second = await listGoneVideos(db, { limit: 50, after: first.next ?? '' });
  expect(second.videos).toHaveLength(50);
  await expectPlans(1001);
});

test('a survival curve is read from its counts', async () => {
  const { ages } = await survivalOfSource(db, sourceId);
  expect(ages[0]?.observed).toBeGreaterThan(VIDEOS / 2);
  await expectPlans(60);
});

test('a batch of files is a batch of videos', async () => {
  await selectFilesBatch(db, '', 500);
  await selectFilesBatch(db, '8', 500);
  await expectPlans(500);
});

test('videos are taken back, dropped and cleaned up by their own rows', async () => {
  const { rows } = await database.pool.query<{ id: string; source_url_hash: Buffer }>(
    `select id, source_url_hash from videos where kind = 'hosted' order by id limit 100`,
  );
  const ids = rows.map(({ id }) => id);
  const taken = await lockVideosToRedownload(db, ids);
  expect(taken).toHaveLength(100);
  await returnToProcessing(db, ids);
  await discardVideos(
    db,
    taken.slice(0, 50).map((video) => video.source_url_hash),
  );
  await deleteAbandonedVideos(db, now());
  const { rows: left } = await database.pool.query(
    `select from videos where hidden_reason = 'gone' and kind = 'hosted'`,
  );
  expect(left).toHaveLength(100);
  await expectPlans(400);
});
