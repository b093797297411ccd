import type { Db } from '@vesper/core/db/pool.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Asked, explain, recordingDb, rowsOf } from '../../../test/explain.ts';
import { selectQuarantineTotals, selectTotals } from './files/file-queries.ts';
import {
  announceFile,
  deleteLooseFiles,
  lockLooseFiles,
  noteLooseFiles,
  selectNamedFiles,
} from './files/loose-queries.ts';
import { selectKeysToMove } from './files/move-queries.ts';
import {
  claimQuarantineWork,
  deleteExpiredFiles,
  isInUse,
  markIfUnwanted,
  queueMisplaced,
  selectKeysInRows,
  selectLyingFiles,
  unmark,
} from './files/quarantine-queries.ts';

const VIDEOS = 10_000;
const GROWING_TABLES = ['videos', 'stored_files', 'loose_files', 'quarantine_work', 'media_jobs'];

let database: TestDatabase;
let db: Db;
let asked: Asked[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = recordingDb(database.pool, (query) => asked.push(query));
  await fill(database);
});
beforeEach(() => {
  asked = [];
});
afterAll(() => database.drop());

/** Two files per video; one key shared by a tenth; a hundredth removed; many loose. */
async function fill({ pool }: TestDatabase): Promise<void> {
  await pool.query(`insert into categories (name, slug) values ('Charts', 'charts')`);
  await pool.query(`insert into videos (id, title, slug, category, source_url, source_url_hash, status, published_at)
    select 'v' || lpad(n::text, 6, '0'), 'Chart ' || n, 'chart', 'Charts', 'https://source.test/' || n,
      sha256(('https://source.test/' || n)::bytea), 'published', now()
    from generate_series(1, ${VIDEOS}) as n`);
  await pool.query(`insert into stored_files (key, video_id, purpose, name, size_bytes)
    select case when id < 'v001000' and purpose = 'play' then 'videos/seed/video.mp4'
                else 'videos/' || right(id, 2) || '/' || id || '/' || purpose end, id, purpose, name, 1000
    from videos, (values ('play', 'video.mp4'), ('thumbnail', '640.webp')) as f (purpose, name)`);
  await pool.query(`insert into loose_files (place, key, since)
    select 'fs', 'videos/gone/' || n, now() + n * interval '1 minute' from generate_series(1, ${VIDEOS}) as n`);
  await pool.query(`update videos set status = 'removed' where id > 'v009900'`);
  await pool.query(`update stored_files set quarantined_at = now() where video_id > 'v009950'`);
  await pool.query(`insert into quarantine_work (video_id, is_release)
    select id, false from videos where id < 'v005000'`);
  await pool.query(`insert into media_jobs (video_id, step) select id, 'pictures' from videos`);
  await pool.query('select fold_storage_changes()');
  await pool.query('vacuum analyze');
}

async function expectPlans(rows: number): Promise<void> {
  expect(asked.length).toBeGreaterThan(0);
  for (const { sql, parameters } of asked) {
    for (const node of await explain(database.pool, sql, parameters)) {
      const step = `${node['Node Type']} on ${node['Relation Name'] ?? 'rows'} in ${sql}`;
      expect(rowsOf(node), step).toBeLessThanOrEqual(rows);
      if (GROWING_TABLES.includes(node['Relation Name'] ?? '') && rows < VIDEOS)
        expect(node['Node Type'], step).not.toBe('Seq Scan');
    }
  }
}

test('the keys to move come by a page, a shared one once', async () => {
  const keys = await selectKeysToMove(db, 'fs', { afterKey: 'videos/9', limit: 100 });
  expect(keys).toHaveLength(100);
  const last = await selectKeysToMove(db, 'fs', { afterKey: 'videos/sed', limit: 100 });
  expect(last).toEqual(['videos/seed/video.mp4']);
  await expectPlans(210);
});

test('files are announced, noted, found named and taken by their keys', async () => {
  await announceFile(db, { place: 's3', key: 'videos/new' });
  await noteLooseFiles(db, 'fs', [{ key: 'videos/x', sizeBytes: 1, modifiedAt: new Date() }]);
  const files = Array.from({ length: 100 }, (_, n) => ({
    place: 'fs' as const,
    key: `videos/00/v00${n}/play`,
  }));
  await selectNamedFiles(db, files);
  await isInUse(db, { place: 'fs', key: 'videos/seed/video.mp4' });
  await selectKeysInRows(
    db,
    'fs',
    files.map(({ key }) => key),
  );
  await deleteLooseFiles(db, files);
  await expectPlans(110);
});

test('loose files are taken when they are due, the others are not read', async () => {
  const due = new Date(Date.now() + 30 * 60_000);
  const of = { places: ['fs', 's3'] as const, leftBefore: due, announcedBefore: due, limit: 50 };
  expect((await lockLooseFiles(db, of)).length).toBeGreaterThan(20);
  await expectPlans(60);
});

test('a video is put aside and back by its own rows', async () => {
  await markIfUnwanted(db, 'v009910');
  await selectLyingFiles(db, 'v009910');
  await unmark(db, 'v009910', { place: 'fs', key: 'videos/10/v009910/play' });
  await claimQuarantineWork(db, 1000);
  await queueMisplaced(db, { place: 'fs', keys: ['videos/10/v009910/play'], where: 'in place' });
  await queueMisplaced(db, { place: 'fs', keys: ['videos/10/v009910/play'], where: 'aside' });
  await expectPlans(12);
});

test('what has lain in quarantine for its time is found without the rest, and totals without the files', async () => {
  expect(await deleteExpiredFiles(db, new Date(Date.now() + 60_000), 20)).toHaveLength(20);
  expect((await selectTotals(db)).length).toBeGreaterThan(0);
  await selectQuarantineTotals(db);
  await expectPlans(110);
});
