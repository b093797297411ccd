import type { PublicVideos } from '@vesper/library/videos';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsigned } from '../../../../bench/subjects.ts';
import { CATALOGUE_VIDEOS, createCatalogueDatabase } from '../../../test/catalogue-database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { getKeywordPage } from './keywords.ts';

const KEYWORDS = 100;
const FULLEST = 'keyword-1';
const LINKS_OF_FULLEST = CATALOGUE_VIDEOS / 10;
const PAGE = 24;

let database: TestDatabase;
let publicVideos: PublicVideos;
let asked: Asked[] = [];

beforeAll(async () => {
  database = await createCatalogueDatabase();
  await fillKeywords();
  const db = recordingDb(database.pool, (query) => asked.push(query));
  publicVideos = { db, addresses: unsigned };
});
afterAll(() => database.drop());

async function fillKeywords(): Promise<void> {
  const { pool } = database;
  await pool.query(
    `insert into keywords (keyword, slug, language_code, meta_title, meta_description)
     select 'k', 'keyword-' || n, 'de', 'Title', 'Description' from generate_series(1, $1::int) as n`,
    [KEYWORDS],
  );
  await pool.query(
    `insert into keyword_videos (keyword_id, video_id, relevance_score)
     select k.id, v.id, v.n % 7
     from (select id, slug, row_number() over () as n from keywords) k
     join (select id, row_number() over () as n from videos) v
       on (v.n + k.n) % (case k.slug when $1 then 10 else 100 end) = 0`,
    [FULLEST],
  );
  await pool.query(
    `insert into video_translations (video_id, language_code, title, description)
     select id, 'de', 'Titel', 'Beschreibung' from videos`,
  );
  await pool.query('analyze languages, keywords, keyword_videos, video_translations');
}

test('a keyword page reads its own links, without table scans', async () => {
  const refusals = { get: async () => ({ isRefused: () => false }) };
  const uncounted = { register: async () => ({ found: true, counted: false }) };
  const visitor = { address: '127.0.0.1', userAgent: '' };
  for (const page of [1, 10, 99]) {
    const request = { lang: 'de', slug: FULLEST, page, limit: PAGE };
    const { pagination } = await getKeywordPage({ ...publicVideos, refusals }, uncounted, request, visitor);
    expect(pagination.totalVideos).toBe(LINKS_OF_FULLEST);
  }
  const statements = asked;
  asked = [];
  expect(statements.length).toBeGreaterThan(0);
  for (const { sql, parameters } of statements) {
    for (const node of await explain(database.pool, sql, parameters)) {
      const step = `${node['Node Type']} on ${node['Relation Name'] ?? 'rows'} in ${sql}`;
      expect(rowsOf(node), step).toBeLessThanOrEqual(LINKS_OF_FULLEST);
      if (node['Relation Name'] && !['languages', 'library'].includes(node['Relation Name']))
        expect(node['Node Type'], step).not.toBe('Seq Scan');
    }
  }
});
