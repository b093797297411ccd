import type { Db } from '@vesper/core/db/pool.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { judgeAddresses } from './judge.ts';
import { listRunLedger, sumUpSource, why } from './ledger.ts';
import { recordDecisions } from './queries.ts';

const ROWS = 8_000;
const GROWING_TABLES = ['addresses', 'videos', 'download_jobs', 'blocked_addresses'];
const RUN = '00000000-0000-4000-8000-000000000001';
const now = new Date('2026-11-21T10:00:00Z');

let database: TestDatabase;
let db: Db;
let sourceId: string;
let asked: Asked[] = [];

/** Addresses 0, 1, 2...: the odd ones are in the ledger, and some have videos or finished jobs. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  db = recordingDb(pool, (query) => asked.push(query));
  const source = await pool.query(
    `insert into video_sources (name, base_url, enabled) values ('Charts', 'https://charts.test/', false)
     returning id`,
  );
  sourceId = source.rows[0].id;
  const url = `'https://charts.test/watch/' || n`;
  const hash = `sha256(convert_to(${url}, 'UTF8'))`;
  await pool.query(`insert into crawler_runs (id, status) values ('${RUN}', 'completed')`);
  await pool.query(`insert into categories (name, slug) values ('Charts', 'charts')`);
  await pool.query(
    `insert into addresses (hash, url, source_id, run_id, decision, first_seen_at, last_decided_at)
     select ${hash}, ${url}, '${sourceId}', '${RUN}', (array['new', 'over_quota', 'failed', 'known'])[1 + n % 4],
       now(), now()
     from generate_series(0, ${ROWS - 1}) as n`,
  );
  await pool.query(
    `insert into videos (title, category, source_url, source_url_hash, slug, source_id, external_id, status, published_at)
     select 'Chart', 'Charts', ${url}, ${hash}, 'chart', '${sourceId}', 'v' || n, 'published', now()
     from generate_series(0, ${ROWS - 1}) as n`,
  );
  await pool.query(
    `insert into download_jobs (source_url, source_url_hash, status, source_id, external_id)
     select ${url}, ${hash}, 'completed', '${sourceId}', 'j' || n from generate_series(0, ${ROWS - 1}) as n`,
  );
  await pool.query(
    `insert into blocked_addresses (hash, reason)
     select sha256(convert_to('x' || n, 'UTF8')), 'No.' from generate_series(0, ${ROWS - 1}) as n`,
  );
  await pool.query('analyze');
}, 120_000);
afterAll(() => database.drop());
beforeEach(() => {
  asked = [];
});

test('deciding on a batch looks up each address, and no more', async () => {
  const urls = Array.from({ length: 500 }, (_, n) => `https://charts.test/watch/${n * 40}`);
  const externalIds = urls.map((_, n) => `e${n}`);
  await judgeAddresses(db, { sourceId, runId: RUN, urls, now });
  await judgeAddresses(db, { sourceId, runId: RUN, urls, externalIds, now });
  const unseen = urls.map((url) => `${url}-`);
  await judgeAddresses(db, { sourceId, runId: RUN, urls: [...urls, ...unseen], withoutRoom: true, now });
  await expectPlans(2 * urls.length);
});

test('writing a batch reads nothing but it', async () => {
  const decisions = Array.from({ length: 500 }, (_, n) => ({
    url: `https://charts.test/new/${n}`,
    decision: 'over_quota' as const,
    videoId: null,
  }));
  const by = { sourceId, runId: RUN, now };
  await db.transaction().execute(async (tx) => {
    for (const isUnseen of [true, false])
      await recordDecisions(
        tx,
        by,
        decisions.map((one) => ({ ...one, isUnseen })),
      );
  });
  asked = asked.filter(({ sql }) => /insert into addresses/.test(sql) && /on conflict/.test(sql));
  await expectPlans(decisions.length);
});

test('why an address is not here is a handful of rows', async () => {
  await why(db, 'https://charts.test/watch/77');
  await why(db, 'https://charts.test/never');
  await expectPlans(2);
});

test("a page of a run's ledger reads a page of each decision, however deep it lies", async () => {
  const limit = 50;
  const first = await listRunLedger(db, { id: RUN, limit });
  expect(first.entries).toHaveLength(limit);
  await listRunLedger(db, { id: RUN, limit, after: Math.floor((first.next ?? 0) / 2) });
  await listRunLedger(db, { id: RUN, limit, decision: 'failed' });
  await listRunLedger(db, { id: RUN, limit, decision: 'robots' });
  await expectPlans(8 * limit);
});

test('summarising the last addresses of a source reads a thousand of them', async () => {
  await sumUpSource(db, sourceId);
  await expectPlans(1_000);
});

async function expectPlans(rows: number): Promise<void> {
  const statements = asked;
  asked = [];
  expect(statements.length).toBeGreaterThan(0);
  for (const { sql, parameters } of statements) {
    for (const node of await explain(database.pool, sql, parameters)) {
      const table = node['Relation Name'];
      const step = `${node['Node Type']} on ${table ?? 'rows'} in ${sql.slice(0, 300)}`;
      if (!table || !GROWING_TABLES.includes(table)) continue;
      expect(node['Node Type'], step).not.toBe('Seq Scan');
      expect(rowsOf(node), step).toBeLessThanOrEqual(rows);
    }
  }
}
