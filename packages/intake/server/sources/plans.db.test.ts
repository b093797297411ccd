import { removeVideosOfSource, sourceHasVideos } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { makePermission, makeSource, makeVideo } from '../../../test/factories.ts';
import { followBasis } from '../withdrawal/deletion.ts';

const SOURCES = 6;
const VIDEOS_EACH = 1000;
const GROWING_TABLES = ['videos', 'download_jobs'];
/** A round that finds nothing to do looks at each source in each of three ways, and at no video. */
const ROWS = 3 * SOURCES;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await makeVideo(db);
  for (let n = 0; n < SOURCES; n += 1) await fillSource(await makeSource(db), n);
  await database.pool.query('vacuum analyze');
});
afterAll(() => database.drop());

/** Half of the sources are covered with all they have; the videos of the others are hidden already. */
async function fillSource(id: string, n: number): Promise<void> {
  const { db } = database;
  const [status, reason] = n % 2 === 0 ? ['published', null] : ['hidden', 'basis'];
  await sql`
    insert into videos (title, category, source_url, source_url_hash, slug, source_id, status, hidden_reason, published_at)
    select 'Chart ' || n, 'Charts', ${id} || n, sha256((${id} || n)::bytea), 'chart', ${id}, ${status}, ${reason}, now()
    from generate_series(1, ${VIDEOS_EACH}::int) n`.execute(db);
  if (reason === null) return;
  await sql`delete from source_permissions where source_id = ${id}`.execute(db);
  await makePermission(db, id, { scope: ['metadata'] });
}

/** A database that writes down what it is asked. */
function recording() {
  const asked: Asked[] = [];
  const db = recordingDb(database.pool, (query) => asked.push(query));
  return { db, asked };
}

test('a round with nothing to do reads no videos, however many there are', async () => {
  const { db, asked } = recording();
  const clock = { now: () => new Date() };
  const done = await followBasis({ db, clock }, new AbortController().signal);
  expect(done).toEqual({ stopped: [], hidden: 0, shown: 0 });
  const statements = asked.filter((query) => !/^(?:begin|commit)/.test(query.sql));
  expect(statements).toHaveLength(6);
  for (const query of statements) {
    const parameters = query.parameters.map((one) => (one instanceof Date ? one.toISOString() : one));
    for (const step of await explain(database.pool, query.sql, parameters)) {
      if (!GROWING_TABLES.includes(step['Relation Name'] ?? '')) continue;
      expect(rowsOf(step), `${step['Node Type']}: ${query.sql}`).toBeLessThanOrEqual(ROWS);
    }
  }
});

test('a source whose videos were all cleared is found empty, and taken from them in batches, without walking over them', async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from video_sources limit 1');
  const id = rows[0]?.id ?? '';
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('update library set generation = generation + 1, cleared_at = now()');
    await client.query('delete from video_counts where not kept');
    await client.query('delete from video_count_changes where not kept');
    await client.query('commit');
  } finally {
    client.release();
  }
  const { db, asked } = recording();
  expect(await sourceHasVideos(db, id)).toBe(false);
  expect(await removeVideosOfSource(db, id, 100)).toBe(100);
  for (const query of asked)
    for (const step of await explain(database.pool, query.sql, query.parameters)) {
      if (step['Relation Name'] !== 'videos') continue;
      expect(rowsOf(step), `${step['Node Type']}: ${query.sql}`).toBeLessThanOrEqual(100);
    }
});
