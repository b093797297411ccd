import { silentLog } from '@vesper/core/lib/log.ts';
import { createRefusals } from '@vesper/library/refusals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE_VIDEOS, createCatalogueDatabase } from '../../../test/catalogue-database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { insertRun } from './run-queries.ts';
import { carryOn } from './run-worker.ts';
import { listRuns } from './runs.ts';
import type { Translator } from './translator.ts';

const LOOKED_AT = 500;

let database: TestDatabase;
let asked: Asked[] = [];

beforeAll(async () => {
  database = await createCatalogueDatabase();
  await database.pool.query(
    `insert into video_translations (video_id, language_code, title, description)
     select id, l.code, title, '' from (select * from videos order by published_at desc limit $1) v,
       (values ('es'), ('de')) as l (code)`,
    [CATALOGUE_VIDEOS - 100],
  );
  await database.pool.query('analyze video_translations, videos, translation_faults');
});
afterAll(() => database.drop());

test('a chunk of a batch reads its own videos, without table scans, however deep it is', async () => {
  const db = recordingDb(database.pool, (query) => asked.push(query));
  const translator: Translator = {
    name: 'apertium',
    supported: async (codes) => [...codes],
    translate: async (texts) => texts.map((text) => `es ${text}`),
  };
  const id = await insertRun(db, {
    languageCode: 'es',
    translator: 'test',
    most: 100_000,
    startedBy: 'test',
  });
  await carryOn({ db, translator, refusals: createRefusals(db) }, String(id), {
    signal: new AbortController().signal,
    log: silentLog,
  });
  const [run] = await listRuns(db, { limit: 20, before: 999_999_999 });
  expect(run).toMatchObject({ state: 'completed', errorCount: 0, reachedEnd: true });
  expect(run?.skippedCount).toBeGreaterThan(CATALOGUE_VIDEOS / 2);
  const statements = asked.filter(
    ({ sql }) => sql.trimStart().startsWith('with') || sql.includes('from translation_runs'),
  );
  asked = [];
  expect(statements.length).toBeGreaterThan(10);
  for (const { sql, parameters } of statements) {
    for (const node of await explain(database.pool, sql, parameters)) {
      const step = `${node['Node Type']} on ${node['Relation Name'] ?? 'rows'} in ${sql}`;
      expect(rowsOf(node), step).toBeLessThanOrEqual(LOOKED_AT + 1);
      if (['videos', 'video_translations'].includes(node['Relation Name'] ?? ''))
        expect(node['Node Type'], step).not.toBe('Seq Scan');
    }
  }
});
