import { drainOutbox } from '@vesper/core/db/outbox.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { testPlans } from '../../../test/reads-of.ts';
import { selectFilesBatch } from './file-check-queries.ts';
import { claimDueVideos, countGoneVideos, selectGoneVideos, updateHealth } from './queries.ts';

const VIDEOS = 8_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fill(database);
});
afterAll(() => database.drop());

async function fill({ db, pool }: TestDatabase): Promise<void> {
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
  // In batches: each counts itself in one row, and a transaction keeps every version of it.
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
  await pool.query(`insert into stored_files (key, video_id, purpose, name)
    select 'videos/' || id, id, 'play', 'video.mp4' from videos`);
  await pool.query('vacuum analyze');
}

const now = () => new Date();
const lease = (perLane: number) => ({ now: now(), leaseUntil: now(), perLane, limit: 100 });

testPlans(() => database.db, 150, {
  'looking for due videos': async (tx) => expect(await claimDueVideos(tx, lease(5))).toHaveLength(10),
  'a result': async (tx) => {
    const [due] = await claimDueVideos(tx, lease(1));
    if (!due) throw new Error('Nothing is due.');
    const found = { ...due, nextCheckAt: now(), lastClass: 'alive', lastMessage: null, checkedAt: now() };
    expect(await updateHealth(tx, due, found)).toBe(true);
  },
  'a page of gone videos': async (tx) => {
    const last = (await selectGoneVideos(tx, { limit: 5, after: undefined })).at(-1);
    const after = last && { goneAt: last.gone_at, videoId: last.id };
    expect(await selectGoneVideos(tx, { limit: 5, after })).toHaveLength(5);
  },
  // Rows are read where the visibility map is not set yet.
  'a capped count of gone videos': async (tx) => expect(await countGoneVideos(tx, 100)).toBe(100),
  'a batch of files': async (tx) => {
    await selectFilesBatch(tx, '8', 20);
  },
});
