import type { Db } from '@vesper/core/db/pool.ts';
import { addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { makeCategory, makeSource } from '../../../test/factories.ts';
import { claimRevisits, queueRevisits } from './queries.ts';

const VIDEOS = 20_000;
const GROWING_TABLES = ['videos', 'revisits'];

let database: TestDatabase;
let db: Db;
let sourceId: string;
let asked: Asked[] = [];

/** All pages of one source were revisited once, and one in ten is due again. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  db = recordingDb(pool, (query) => asked.push(query));
  await makeCategory(database.db, 'Charts');
  sourceId = await makeSource(database.db);
  for (let n = 0; n < 3; n += 1) await makeSource(database.db);
  await pool.query(
    `insert into videos (title, slug, category, source_url, source_url_hash, status, published_at, source_id)
     select 'Chart', 'chart', 'Charts', 'https://charts.test/' || n, sha256(('https://charts.test/' || n)::bytea),
       'published', now(), $1 from generate_series(1, ${VIDEOS}) as n`,
    [sourceId],
  );
  await pool.query(
    `insert into revisits (video_id, source_id, visited_at, due_at)
     select id, source_id, now() - interval '2 days',
       case when get_byte(source_url_hash, 0) % 10 = 0 then now() - interval '1 hour' end from videos`,
  );
  await pool.query('vacuum analyze');
}, 120_000);
beforeEach(() => {
  asked = [];
});
afterAll(() => database.drop());

async function expectPlans(rows: number): Promise<void> {
  expect(asked.length).toBeGreaterThan(0);
  for (const { sql, parameters } of asked) {
    for (const node of await explain(database.pool, sql, parameters)) {
      const step = `${node['Node Type']} on ${node['Relation Name'] ?? 'rows'} in ${sql}`;
      expect(rowsOf(node), step).toBeLessThanOrEqual(rows);
      if (GROWING_TABLES.includes(node['Relation Name'] ?? ''))
        expect(node['Node Type'], step).not.toBe('Seq Scan');
    }
  }
}

test('due pages are found without the others', async () => {
  const due = await claimRevisits(db, { now: new Date(), leaseUntil: new Date(), perLane: 5, limit: 100 });
  expect(due).toHaveLength(5);
  await expectPlans(20);
});

test('changed pages are queued by their own rows', async () => {
  const pages = Array.from({ length: 50 }, (_, n) => ({
    addressHash: addressHash(`https://charts.test/${n * 100 + 1}`),
    ...{ externalId: null, metadata: { title: 'Chart' } },
  }));
  await queueRevisits(db, sourceId, pages, new Date());
  asked = asked.map(({ sql, parameters }) => ({
    sql,
    parameters: parameters.map((one) =>
      Array.isArray(one)
        ? one.map((each) => (Buffer.isBuffer(each) ? `\\x${each.toString('hex')}` : each))
        : one,
    ),
  }));
  await expectPlans(100);
});
