import { silentLog } from '@vesper/core/lib/log.ts';
import { conditionsOf } from '@vesper/site/operation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../test/explain.ts';
import { makeSource } from '../../test/factories.ts';
import { readConfig } from '../settings/config.ts';
import { composeBase } from './compose.ts';
import { watchDisks } from './disks.ts';
import { createSiteLook } from './site-look.ts';

const MANY = 20_000;
/** Counts stop at a thousand; the last day has a few values per hour and label. */
const MOST_READ = 2500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await pool.query(
    `insert into download_jobs (source_url, source_url_hash, status)
     select 'https://a.test/' || n, sha256(n::text::bytea), case when n % 2 = 0 then 'pending' else 'completed' end
     from generate_series(1, ${MANY}) n`,
  );
  await pool.query(
    `insert into mail_outbox (kind, domain, from_name, to_address, mailbox, subject, body, status, sent_at)
     select 'test', 'a.test', 'A', 'a@a.test', 'a@a.test', 'A', '', s, case s when 'sent' then now() end
     from (values ('waiting'), ('failed'), ('sent')) v (s), generate_series(1, ${MANY})`,
  );
  await pool.query(
    `insert into cases (kind, state, received_at, due_at)
     select 'copyright', 'open', now(), now() + (n - 5000) * interval '1 minute' from generate_series(1, ${MANY}) n`,
  );
  await pool.query(
    `insert into stat_buckets (span, starts_at, metric, label, value)
     select 'hour', date_bin('1 hour', now(), '2000-01-01 00:00Z') - n * interval '1 hour', m, l::text, 1
     from unnest(array['downloads_failed', 'views']) m, generate_series(0, 2000) n, generate_series(1, 10) l
     on conflict do nothing`,
  );
  const source = await makeSource(database.db);
  await pool.query(
    `update video_sources set reading_result = 'not_read', reading_at = now(), reading_since = now() where id = $1`,
    [source],
  );
  await pool.query('analyze');
}, 120_000);
afterAll(() => database.drop());

test('a look reads few rows, however many exist', async () => {
  const asked: Asked[] = [];
  const env = { DATA_DIR: '/tmp', DISK_WARN_BELOW: '0B', DISK_STOP_BELOW: '0B' };
  const base = await composeBase(readConfig(env, '/'), database.connection, { name: 'test', log: silentLog });
  const db = recordingDb(database.pool, (query) => asked.push(query));
  const disks = watchDisks(base.config);
  const facts = await createSiteLook({ base: { ...base, db }, disks, translator: undefined })();
  await base.close();
  expect(facts.known).toMatchObject({
    cases: { overdue: 1000, dueSoon: 1000 },
    mail: { waiting: 1000, failed: 1000, lastSentAt: expect.any(Date) },
    downloads: { pending: MANY / 2, oldestReadyAt: expect.any(Date) },
  });
  expect(conditionsOf(facts).map(({ key }) => key)).toEqual(
    expect.arrayContaining(['no-worker', 'cases-overdue', 'cases-due', 'mail-failed']),
  );
  expect(facts.known?.sources).toMatchObject([{ state: 'not_read' }]);
  expect(asked.length).toBeLessThan(25);
  for (const { sql, parameters } of asked)
    for (const node of await explain(database.pool, sql, parameters))
      expect(rowsOf(node), sql).toBeLessThan(MOST_READ);
});
