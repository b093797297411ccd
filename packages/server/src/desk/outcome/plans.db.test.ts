import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requireNotBlocked } from '../../intake/block-list/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../test/explain.ts';
import { makeVideo } from '../../test/factories.ts';
import { selectRequests } from '../intake/copyright/request-queries.ts';
import { takeOff } from './taking-off/take-off.ts';

const ROWS = 6_000;
const GROWING_TABLES = [
  ...[
    'cases',
    'case_targets',
    'case_papers',
    'takedown_videos',
    'videos',
    'download_jobs',
    'addresses',
    'video_redirects',
    'source_strikes',
  ],
  ...['blocked_addresses', 'blocked_external_ids', 'blocked_contents'],
];

let database: TestDatabase;
let db: Db;
let sourceId: string;
let videoId: string;
let asked: Asked[] = [];

/** One in five requests waits; all are from the same complainant, which is the worst that can be. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  db = recordingDb(pool, (query) => asked.push(query));
  const source = await pool.query(
    `insert into video_sources (name, base_url, enabled) values ('Charts', 'https://charts.test/', false) returning id`,
  );
  sourceId = source.rows[0].id;
  videoId = await makeVideo(database.db, {
    source_id: sourceId,
    external_id: 'named',
    content_sha256: Buffer.alloc(32, 9),
  });
  const url = `'https://charts.test/watch/' || n`;
  const hash = `sha256(convert_to(${url}, 'UTF8'))`;
  await pool.query(
    `insert into videos (title, category, source_url, source_url_hash, slug, source_id, external_id, content_sha256,
       status, published_at)
     select 'Chart', 'Charts', ${url}, ${hash}, 'chart', '${sourceId}', 'v' || n, ${hash}, 'published', now()
     from generate_series(1, ${ROWS}) as n`,
  );
  await pool.query(
    `insert into download_jobs (source_url, source_url_hash, status, source_id, external_id)
     select ${url}, ${hash}, case n % 4 when 0 then 'pending' else 'completed' end, '${sourceId}', 'v' || n
     from generate_series(1, ${ROWS}) as n`,
  );
  await pool.query(
    `insert into addresses (hash, url, source_id, decision, first_seen_at, last_decided_at)
     select ${hash}, ${url}, '${sourceId}', 'known', now(), now() from generate_series(1, ${ROWS}) as n`,
  );
  await pool.query(
    `insert into cases (id, mailbox_mac, kind, state, received_at, decided_at)
     select 'c' || n, '\\x01', 'copyright', (array['open', 'approved', 'denied', 'denied', 'approved'])[1 + n % 5],
       now() - n * interval '1 minute', case when n % 5 > 0 then now() end from generate_series(1, ${ROWS}) as n`,
  );
  await pool.query(
    `insert into case_targets (case_id, position, video_id, shape)
     select c.id, 0, v.id, 'page' from cases c join videos v on v.external_id = 'v' || substr(c.id, 2)`,
  );
  await pool.query(
    `insert into case_papers (case_id, at, what, digest)
     select id, now(), what, sha256('x') from cases, unnest(array['submission', 'note', 'reason']) as what`,
  );
  await pool.query(
    `insert into video_redirects (from_id, to_id)
     select a.id, b.id from (select id, row_number() over (order by id) as n from videos) a
     join (select id, row_number() over (order by id) as n from videos) b on b.n = a.n + 1 where a.n % 2 = 0`,
  );
  await pool.query(
    `insert into source_strikes (source_name, case_id, video_id, at)
     select 'Gone', r.id, v.id, now() from (select id, row_number() over (order by id) as n from cases) r
     join (select id, row_number() over (order by id) as n from videos) v using (n) where n % 3 = 0`,
  );
  for (const [table, columns] of [
    ['blocked_addresses', `(hash, reason) select ${hash}, 'No.'`],
    ['blocked_contents', `(sha256, reason) select ${hash}, 'No.'`],
    ['blocked_external_ids', `(source_id, external_id, reason) select '${sourceId}', 'b' || n, 'No.'`],
  ])
    await pool.query(`insert into ${table} ${columns} from generate_series(1, ${ROWS}) as n`);
  await pool.query('vacuum analyze');
}, 120_000);
afterAll(() => database.drop());
beforeEach(() => {
  asked = [];
});

test('a page of requests reads a page, of any status, however deep it lies', async () => {
  const limit = 50;
  for (const status of ['all', 'pending', 'approved', 'denied'] as const) {
    const first = await selectRequests(db, { status, limit });
    expect(first).toHaveLength(limit);
    const { rows } = await database.pool.query(
      `select id from cases order by received_at offset ${ROWS / 2} limit 1`,
    );
    await selectRequests(db, { status, before: rows[0].id, limit });
  }
  // For each one of the page, 25 earlier ones of either end.
  await expectPlans(25 * 2 * limit);
});

test('a takedown reads what belongs to its video, and no more', async () => {
  const caseId = (
    await database.pool.query(
      'select id from cases where id not in (select case_id from source_strikes) limit 1',
    )
  ).rows[0].id;
  await db
    .transaction()
    .execute((tx) =>
      takeOff(tx, {
        caseRow: { id: caseId, kind: 'copyright' },
        videoIds: [videoId],
        strikes: true,
        now: new Date(),
      }).then(() => Promise.reject('undone')),
    )
    .catch((reason) => expect(reason).toBe('undone'));
  asked = asked.filter(
    ({ sql }) => /^\s*(?:select|with|update|insert)/.test(sql) && !/pg_advisory/.test(sql),
  );
  await expectPlans(50);
});

test('asking the block list is three look-ups', async () => {
  await requireNotBlocked(db, {
    ...{ addressHashes: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)], sourceId, externalId: 'none' },
    contentSha256: Buffer.alloc(32, 3),
  });
  await expectPlans(4);
});

async function expectPlans(rows: number): Promise<void> {
  const statements = asked;
  asked = [];
  expect(statements.length).toBeGreaterThan(0);
  for (const { sql, parameters } of statements) {
    if (/^(?:begin|commit|rollback)/.test(sql)) continue;
    for (const node of await explain(database.pool, sql, parameters)) {
      const table = node['Relation Name'];
      const step = `${node['Node Type']} on ${table ?? 'rows'} in ${sql.slice(0, 400)}`;
      if (!table || !GROWING_TABLES.includes(table)) continue;
      expect(node['Node Type'], step).not.toBe('Seq Scan');
      expect(rowsOf(node), step).toBeLessThanOrEqual(rows);
    }
  }
}
