import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSuperuser, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { type ActFilter, selectActs } from './queries.ts';

const ACTS = 30_000;
const LIMIT = 51;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await asSuperuser(database.superuser, fillLog);
});
afterAll(() => database.drop());

async function fillLog(db: Db) {
  // These rows form no chain, so the trigger would refuse them.
  await sql`alter table audit_log disable trigger audit_log_moves_head`.execute(db);
  await sql`insert into audit_log (seq, act, phase, at, action, outcome, actor_name, subject, prev_hash, hash)
    select n, n, 'ended', timestamptz '2026-01-01Z' + n * interval '1 minute',
      case when n % 3000 = 0 then 'sources.create' else 'downloads.add' end,
      case when n % 1000 = 0 then 'refused' else 'done' end,
      case when n % 2000 = 0 then 'ben' else 'anna' end, 'subject-' || n % 5000,
      decode(repeat('00', 32), 'hex'), sha256(n::text::bytea)
    from generate_series(1, ${ACTS}::int) n`.execute(db);
  await sql`insert into audit_log (seq, act, phase, at, action, actor_name, prev_hash, hash)
    select ${ACTS}::int + n, ${ACTS}::int + n, 'begun', timestamptz '2026-02-01Z', 'crawler.start', 'anna',
      decode(repeat('00', 32), 'hex'), sha256(n::text::bytea)
    from generate_series(1, 5) n`.execute(db);
  await sql`insert into audit_log (seq, act, phase, at, action, outcome, actor_name, prev_hash, hash)
    select n, n, 'ended', timestamptz '2026-03-01Z', 'keywords.create', 'done', 'dora',
      decode(repeat('00', 32), 'hex'), sha256(n::text::bytea)
    from generate_series(${ACTS}::int + 6, 2 * ${ACTS}::int) n`.execute(db);
  await sql`update audit_head set seq = 2 * ${ACTS}::int`.execute(db);
  await sql`alter table audit_log enable trigger audit_log_moves_head`.execute(db);
  await sql`analyze`.execute(db);
}

const filters: Record<string, ActFilter> = {
  'the latest': {},
  'a rare administrator': { administrator: 'ben' },
  'a rare action': { action: 'sources.create' },
  'what was refused': { outcome: 'refused' },
  'what is unknown': { outcome: 'unknown' },
  'two common things that never come together': { administrator: 'dora', action: 'downloads.add' },
  'a day': { since: new Date('2026-01-05Z'), until: new Date('2026-01-06Z') },
};

test.each(Object.entries(filters))('%s reads a page, however long the log is', async (_name, filter) => {
  const asked: Asked[] = [];
  await selectActs(
    recordingDb(database.pool, (query) => asked.push(query)),
    filter,
    LIMIT,
  );
  expect(asked).toHaveLength(1);
  for (const { sql: text, parameters } of asked)
    for (const node of await explain(database.pool, text, parameters)) {
      if (node['Relation Name'] === 'personal_tokens' || node['Relation Name'] === 'audit_head') continue;
      expect(node['Node Type']).not.toBe('Seq Scan');
      expect(rowsOf(node)).toBeLessThanOrEqual(5 * LIMIT);
    }
});
