import { readFileSync } from 'node:fs';
import type { VideoFilter } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFilledDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { makeManyVideos } from '../../../test/many-videos.ts';
import { deleteCleared, selectBatch } from '../../../upkeep/server/clearing/queries.ts';
import { lockSubjects } from './act-queries.ts';
import { selectDetails } from './details-queries.ts';
import { countVideos, findVideos } from './finding.ts';
import { foldVideoCounts, type ListKey } from './finding-queries.ts';

const VIDEOS = 30_000;
const ZEBRA = 'Zebra stripes';
const PAGE = 50;
/** What finding.ts scans and reads, and a little more. */
const PASSED = 6_200;
const LOOKED_AT = 1_600;
/** A page, one more, and its end. */
const A_PAGE = 3 * PAGE;
const GROWING_TABLES = [
  'videos',
  'video_search',
  'media_jobs',
  'duplicate_decisions',
  'stored_files',
  'download_jobs',
];

let database: TestDatabase;
let db: Db;
let sourceId: string;
let rare: string;
let asked: Asked[] = [];

async function fill({ db: filled, pool }: TestDatabase): Promise<void> {
  const few = await makeSource(filled, { name: 'Few' });
  const other = await makeSource(filled);
  await makeManyVideos(filled, { count: 500, sourceId: few, embedEvery: 3, pictureless: true });
  await makeManyVideos(filled, { count: VIDEOS, categories: 20, hiddenEvery: 40, sourceId: other });
  const zebra = await makeVideo(filled, { title: ZEBRA, tags: ['zebra'], status: 'removed' });
  await sql`update videos set created_at = '2020-01-01' where id = ${zebra}`.execute(filled);
  await sql`
    insert into duplicate_decisions (source_url, source_url_hash, title, video_id, existing_video_id, test, reason, outcome)
    select source_url, source_url_hash, title, id, lag(id) over (order by id), 'likeness', 'Alike.',
      case when views % 100 = 7 then 'suspected' else 'kept' end from videos limit 5000`.execute(filled);
  await sql`insert into media_jobs (video_id, step, status, error)
    select id, 'pictures', 'completed', case when views % 20 = 3 then 'No preview.' end
    from videos`.execute(filled);
  await sql`insert into download_jobs (source_url, source_url_hash, status, video_id)
    select source_url, source_url_hash, 'completed', id from videos`.execute(filled);
  await foldVideoCounts(filled);
  await pool.query('vacuum analyze');
}

beforeAll(async () => {
  const files = [import.meta.url, new URL('../../../test/many-videos.ts', import.meta.url)];
  const contents = files.map((file) => readFileSync(new URL(file), 'utf8')).join('\n');
  database = await createFilledDatabase(contents, fill);
  sourceId = await idOf(`video_sources where name = 'Few'`);
  rare = await idOf(`videos where title = '${ZEBRA}'`);
  db = recordingDb(database.pool, (query) => asked.push(query));
}, 300_000);
afterAll(() => database.drop());

async function idOf(rows: string): Promise<string> {
  return (await database.pool.query<{ id: string }>(`select id from ${rows}`)).rows[0]?.id ?? '';
}

/** Every recent plan node handles few rows, by its indexes. */
async function expectPlans(rows: number, lookedAt = Math.min(rows, LOOKED_AT)): Promise<void> {
  const statements = asked.filter((one) => /^\s*(select|with|delete|insert|update)/i.test(one.sql));
  asked = [];
  expect(statements.length).toBeGreaterThan(0);
  for (const { sql: text, parameters } of statements) {
    for (const node of await explain(database.pool, text, parameters)) {
      const step = `${node['Node Type']} on ${node['Relation Name'] ?? 'rows'} in ${text}`;
      // Arrays, such as a video's few tags.
      if (node['Node Type'] !== 'Function Scan') expect(rowsOf(node), step).toBeLessThanOrEqual(rows);
      if (!GROWING_TABLES.includes(node['Relation Name'] ?? '')) continue;
      expect(node['Node Type'], step).not.toBe('Seq Scan');
      // Other scans cost many times as much.
      if (node['Node Type'] !== 'Index Only Scan') expect(rowsOf(node), step).toBeLessThanOrEqual(lookedAt);
    }
  }
}

async function page(filter: VideoFilter, before?: ListKey) {
  asked = [];
  return findVideos(db, filter, { before, limit: PAGE, rendersByDefault: true });
}

test('a page of everything, and of each thing that has an index, reads a page', async () => {
  const filters: VideoFilter[] = [
    {},
    ...[{ status: 'published' }, { status: 'hidden' }, { reason: 'administrator' }, { kind: 'embed' }],
    ...[{ sourceId }, { category: 'Charts 7' }, { problem: 'no_picture' }],
  ] as VideoFilter[];
  for (const filter of filters) {
    const { total } = await countVideos(db, filter);
    // Up to one walk may be read whole and sorted.
    const most = total <= PASSED ? PASSED : A_PAGE;
    const first = await page(filter);
    expect(first.rows).toHaveLength(PAGE);
    await expectPlans(most);
    const second = await page(filter, first.next);
    expect(second.rows).toHaveLength(PAGE);
    expect(second.rows[0]?.id).not.toBe(first.rows[0]?.id);
    await expectPlans(most);
  }
});

test('a filter that matches few of many videos stops at the scan limit', async () => {
  const filters: VideoFilter[] = [
    // Both common, never together.
    { search: 'row7 of', tag: 'even0' },
    { search: 'chart', tag: 'even1', problem: 'no_duration' },
    { search: 'chart', reason: 'takedown', status: 'published' },
  ];
  for (const filter of filters) {
    expect((await page(filter)).rows).toEqual([]);
    await expectPlans(PASSED);
    await countVideos(db, filter);
    await expectPlans(PASSED);
  }
});

test('a common word is found along the list, a rare one by its index, whether public or not', async () => {
  expect((await page({ search: 'chart' })).rows).toHaveLength(PAGE);
  await expectPlans(600);
  expect((await page({ search: 'row77' })).rows).toHaveLength(PAGE);
  await expectPlans(PASSED);
  expect((await page({ search: 'zebra' })).rows.map(({ id }) => id)).toEqual([rare]);
  await expectPlans(600);
  // The common word is not looked up.
  expect((await page({ search: 'chart', tag: 'zebra' })).rows).toEqual([]);
  await expectPlans(600);
  expect((await page({ problem: 'possible_duplicate' })).rows).toHaveLength(PAGE);
  await expectPlans(PASSED);
  // Too many candidates: found along the list, as far as that goes.
  expect(await page({ problem: 'making_failed' })).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ problems: ['making_failed'] })]),
    isComplete: false,
  });
  await expectPlans(PASSED);
});

test('a walk that finds nothing says that there may be more, and can be continued', async () => {
  // One word is too common for candidates, and the tag is no word.
  let seen = 0;
  let before: ListKey | undefined;
  for (let pages = 0; pages < 10; pages += 1) {
    const { rows, next, isComplete } = await page({ tag: '!!!' }, before);
    await expectPlans(PASSED);
    seen += rows.length;
    expect(isComplete).toBe(next === undefined);
    if (!next) break;
    before = next;
  }
  expect(seen).toBe(0);
  expect(before).toBeDefined();
});

test('totals come from counters, or from a bounded count', async () => {
  asked = [];
  expect(await countVideos(db, {})).toEqual({ total: VIDEOS + 501, totalIsCapped: false });
  expect(await countVideos(db, { category: 'Charts 7' })).toEqual({
    total: VIDEOS / 20,
    totalIsCapped: false,
  });
  await expectPlans(100);
  const combined = await countVideos(db, { kind: 'remote', status: 'published' });
  expect(combined).toEqual({ total: 1000, totalIsCapped: true });
  await expectPlans(PASSED);
  expect(await countVideos(db, { search: 'zebra' })).toEqual({ total: 1, totalIsCapped: false });
  await expectPlans(200);
  expect(await countVideos(db, { tag: '!!!' })).toEqual({ total: 0, totalIsCapped: true });
  await expectPlans(PASSED);
});

test('one video, an act on a batch, and a batch of a clearing read no others', async () => {
  asked = [];
  await selectDetails(db, rare);
  await expectPlans(30);
  const ids = (await page({})).rows.map(({ id }) => id);
  asked = [];
  await lockSubjects(db, ids, new Date());
  await expectPlans(A_PAGE);
  const batch = await selectBatch(db, '', PAGE);
  await deleteCleared(db, batch, 0);
  await expectPlans(A_PAGE);
});
