import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { typedAddressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { insertBlocks } from '@vesper/intake/block-list';
import { selectSource } from '@vesper/intake/sources';
import { removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeQueue } from '../../app/composition/compose-queue.ts';
import { runBatch } from '../../catalogue/server/catalogue/bulk-acts.ts';
import { moveInCommands } from '../../catalogue/server/move-ins/commands.ts';
import { noteFilms } from '../../catalogue/server/move-ins/note-films.ts';
import { testClip } from '../../test/clips.ts';
import { makeSource, makeVideo } from '../../test/factories.ts';
import { editionOf } from '../../test/hostile-videos.ts';
import { type EndedJob, type Ingest, startIngest } from '../../test/ingest.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
let ingest: Ingest;
let clip: Buffer;
let folder: string;
let sourceId: string;

beforeAll(async () => {
  clip = await testClip('good');
});
beforeEach(async () => {
  site = await startTestSite();
  ingest = await startIngest(site);
  folder = await mkdtemp(path.join(tmpdir(), 'films-'));
  sourceId = await makeSource(site.base.db, { name: 'Old site', kind: 'folder', url: 'https://old.test/' });
  return async () => {
    await ingest.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  };
});

const put = (name: string, edition = name) => writeFile(path.join(folder, name), editionOf(clip, edition));
const putList = (...lines: string[]) => writeFile(path.join(folder, 'films.csv'), lines.join('\n'));

/** Runs the command; returns its output. */
async function run(operands: string[], options: Record<string, string | boolean> = {}): Promise<string> {
  const printed: string[] = [];
  const command = moveInCommands['move-in'];
  await command?.run({
    ...{
      base: site.base,
      operands,
      options,
      operator: 'cli:tester',
      print: (line) => void printed.push(line),
    },
    async withQueue(use) {
      const { boss, queue } = await composeQueue(site.connection, silentLog);
      return use(queue).finally(() => boss.stop({ graceful: false }));
    },
  });
  return printed.join('\n');
}
const moveIn = (options: Record<string, string | boolean> = {}) =>
  run([folder], { source: 'Old site', ...options });
const byList = (options: Record<string, string | boolean> = {}) =>
  moveIn({ list: path.join(folder, 'films.csv'), ...options });
const undo = (id: number, isMeant = true) => run([], { undo: String(id), ...(isMeant ? { yes: true } : {}) });

/** Runs all pending downloads; the ended jobs by path. */
async function bring(): Promise<Map<string, EndedJob>> {
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from download_jobs where status = 'pending' order by position`.execute(
    site.base.db,
  );
  const ended = new Map<string, EndedJob>();
  for (const { id, external_id } of rows) {
    await ingest.run(id);
    ended.set(external_id, await ingest.jobOf(id));
  }
  return ended;
}

async function films(): Promise<Record<string, string>> {
  await drainOutbox(site.base.db);
  const { rows } = await sql<{ path: string; state: string }>`
    select path, state from moved_films order by path`.execute(site.base.db);
  return Object.fromEntries(rows.map((row) => [row.path, row.state]));
}

async function answerAt(address: string): Promise<[status: number, location: string | null]> {
  const { status, headers, body } = await fetch(site.url + address, { redirect: 'manual' });
  await body?.cancel();
  return [status, headers.get('location')];
}

const rowsOf = async (text: ReturnType<typeof sql>) => (await text.execute(site.base.db)).rows;
const everything = async () => {
  await drainOutbox(site.base.db);
  return Promise.all([
    rowsOf(sql`select * from move_ins order by id`),
    rowsOf(sql`select * from moved_films order by path`),
    rowsOf(sql`select * from old_addresses order by hash`),
    rowsOf(sql`select * from download_jobs order by id`),
    rowsOf(sql`select * from videos order by id`),
  ]);
};

describe('a folder with a list', () => {
  const LIST = [
    'file,title,tags,category,published,views,address,mood',
    'a.mp4,Slow waves,waves|sea,Nature,2019-05-31 18:00:00,1234,/watch.php?id=1,calm',
    'twin.mp4,The same once more,,,,7,/watch.php?id=2,',
    'broken.mp4,No film,,,,,/watch.php?id=3,',
    '../out.mp4,Outside,,,,,,',
    'none.mp4,Away,,,,,,',
    'b.mp4,Fast waves,,,2031-01-01,,,',
  ];

  test('comes in with dates, views and tags, each film once, and every old address leads on', async () => {
    await put('a.mp4');
    await put('twin.mp4', 'a.mp4');
    await writeFile(path.join(folder, 'broken.mp4'), 'no film at all');
    await put('b.mp4');
    await putList(...LIST);
    const printed = await byList();
    expect(printed).toContain('Unused columns: "mood".');
    expect(printed).toContain('3 new, 3 unusable');
    expect(printed).toContain('Line 5: Its path must not have "..", "." or empty parts.');
    expect(printed).toContain('Line 6: This file is not in the folder.');
    expect(printed).toContain('Line 7: Its date, "2031-01-01", is in the future.');
    expect(await answerAt('/watch.php?id=1')).toEqual([404, null]);
    const before = await readdir(folder);

    const ended = await bring();
    expect(await films()).toEqual({ 'a.mp4': 'here', 'broken.mp4': 'failed', 'twin.mp4': 'duplicate' });
    const id = ended.get('a.mp4')?.video_id ?? '';
    expect(ended.get('twin.mp4')?.video_id).toBe(id);
    const { videos } = await site.client.videos.list();
    expect(videos).toHaveLength(1);
    expect(videos[0]).toMatchObject({ id, title: 'Slow waves', views: 1234, category: 'Nature' });
    expect(videos[0]?.tags).toEqual(['waves', 'sea']);
    expect(await rowsOf(sql`select published_at, source_id, external_id from videos`)).toEqual([
      { published_at: new Date('2019-05-31T18:00:00Z'), source_id: sourceId, external_id: 'a.mp4' },
    ]);
    expect(await rowsOf(sql`select views::int from catalogue_totals`)).toEqual([{ views: 1234 }]);
    expect(await rowsOf(sql`select metric from stat_changes where metric = 'views'`)).toEqual([]);

    expect(await answerAt('/watch.php?id=1')).toEqual([301, `/video/${id}`]);
    expect(await answerAt('/watch.php?id=2')).toEqual([301, `/video/${id}`]);
    expect(await answerAt('/watch.php?id=3')).toEqual([404, null]);
    expect(await answerAt('/watch.php?id=1&x=2')).toEqual([404, null]);
    // The operator's files are unchanged.
    expect(await readdir(folder)).toEqual(before);
    expect(await readFile(path.join(folder, 'a.mp4'))).toEqual(editionOf(clip, 'a.mp4'));
  }, 60_000);

  test('changes nothing when read again; a changed film or line is reported and skipped', async () => {
    await put('a.mp4');
    await put('b.mp4');
    await putList('file|title|views', 'a.mp4|One|5', 'b.mp4|Two|6');
    await byList();
    await bring();
    const before = await everything();
    expect(await byList()).toBe('2 already in the library\nNothing to import.');
    expect(await byList({ 'dry-run': true })).toBe('2 already in the library\nNothing to import.');
    await putList('file|title|views', 'a.mp4|Another|5', 'b.mp4|Two|6');
    await put('b.mp4', 'another edition');
    expect(await byList()).toContain('2 changed since their import (skipped)');
    expect(await everything()).toEqual(before);
  }, 60_000);
});

test('an address without a query is for all queries; a film’s whole address, for the domain of its host', async () => {
  await sql`update domains set domain = 'main.test', address = 'https://main.test'`.execute(site.base.db);
  await put('a.mp4');
  await put('b.mp4');
  await putList(
    'file,address',
    'a.mp4,/films/%C3%A9t%C3%A9.html|https://www.main.test/of-main|/p?a=b+c',
    'b.mp4,https://elsewhere.test/of-others/|/|/video/0b6e2b5e-5b0e-4d3f-8a52-6a3f8f6f2d10|/films/été.html',
  );
  const printed = await byList();
  expect(printed).toContain('Line 3: The old address "/" is one that this site answers itself.');
  expect(printed).toContain(
    'is one that this site answers itself.\n    Line 3: The old address "/films/été.html" already leads to a.mp4',
  );
  const ended = await bring();
  const a = [301, `/video/${ended.get('a.mp4')?.video_id}`];
  const b = [301, `/video/${ended.get('b.mp4')?.video_id}`];
  for (const address of [
    '/films/%c3%a9t%c3%a9.html',
    '/films/été.html/',
    '/films/%C3%A9t%C3%A9.html?ref=mail',
  ])
    expect(await answerAt(address), address).toEqual(a);
  expect(await answerAt('/of-main')).toEqual(a);
  expect(await answerAt('/p?a=b%20c')).toEqual(a);
  expect(await answerAt('/p')).toEqual([404, null]);
  expect(await answerAt('/of-others')).toEqual(b);
  expect(await rowsOf(sql`select distinct domain from old_addresses order by 1`)).toEqual([
    { domain: '' },
    { domain: 'main.test' },
  ]);
  await sql`update domains set domain = 'other.test', address = 'https://other.test'`.execute(site.base.db);
  await site.client.domains.config();
  await expect.poll(() => answerAt('/of-main'), { timeout: 10_000 }).toEqual([404, null]);
  await removeVideo(site.base.db, ended.get('b.mp4')?.video_id ?? '');
  expect(await answerAt('/of-others')).toEqual(b);
  expect((await answerAt(String(b[1])))[0]).toBe(410);
}, 60_000);

test('a film interrupted in the middle is there once in the end', async () => {
  await put('a.mp4');
  await moveIn();
  const [job] = await site.base.db.selectFrom('download_jobs').select('id').execute();
  for (let nth = 0; nth < 3; nth += 1) {
    const stopping = new AbortController();
    let asked = 0;
    const requireRoom = async () => {
      asked += 1;
      if (nth < 2 || asked > 1) stopping.abort(new Error('The worker is killed.'));
    };
    await ingest.run(job?.id ?? '', { disks: { ...ingest.pipeline.disks, requireRoom } }, stopping.signal);
    expect(await films()).toEqual({ 'a.mp4': nth < 2 ? 'waiting' : expect.stringMatching(/waiting|here/) });
  }
  await bring();
  expect(await films()).toEqual({ 'a.mp4': 'here' });
  expect((await site.client.videos.list()).pagination.totalVideos).toBe(1);
}, 60_000);

test('a film that a list blocks, or that was removed, stays away', async () => {
  const { db } = site.base;
  await put('blocked.mp4');
  await put('removed.mp4');
  const sha256 = createHash('sha256').update(editionOf(clip, 'blocked.mp4')).digest();
  const block = { reason: 'Unwanted', caseId: null, by: 'ada' };
  await insertBlocks(db, { addressHashes: [], externalIds: [], contents: [sha256] }, block);
  await moveIn();
  const ended = await bring();
  expect(ended.get('blocked.mp4')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('block list'),
  });
  await removeVideo(db, ended.get('removed.mp4')?.video_id ?? '');
  expect(await moveIn()).toContain('1 to import again, 1 removed here (skipped)');
  await mkdir(path.join(folder, 'again'));
  await copyFile(path.join(folder, 'removed.mp4'), path.join(folder, 'again', 'removed.mp4'));
  await moveIn();
  expect((await bring()).get('again/removed.mp4')?.error).toBe(
    'This video was removed and will not be imported again.',
  );
}, 60_000);

test('a film that has changed since its move-in is not published', async () => {
  await put('a.mp4');
  await put('b.mp4');
  await moveIn();
  await put('a.mp4', 'another edition');
  const { disks } = ingest.pipeline;
  const [, second] = await site.base.db
    .selectFrom('download_jobs')
    .select('id')
    .orderBy('external_id')
    .execute();
  let isChanged = false;
  const requireRoom = async () => {
    if (!isChanged) await put('b.mp4', 'a longer edition');
    isChanged = true;
  };
  await ingest.run(second?.id ?? '', { disks: { ...disks, requireRoom } });
  await bring();
  expect(await rowsOf(sql`select id from videos where status = 'published'`)).toEqual([]);
  expect(await rowsOf(sql`select error from download_jobs order by external_id`)).toEqual([
    {
      error: expect.stringContaining('a.mp4 is still being written, or has changed since its import began.'),
    },
    {
      error: expect.stringContaining('b.mp4 is still being written, or has changed since its import began.'),
    },
  ]);
}, 60_000);

test('a film that was at a blocked address stays away', async () => {
  for (const name of ['a.mp4', 'b.mp4', 'c.mp4']) await put(name);
  await putList('file,address', 'a.mp4,/watch?v=1', 'b.mp4,HTTPS://Other.test/b#top', 'c.mp4,/watch?v=3');
  const addressHashes = ['https://old.test/watch?v=1', 'https://other.test/b'].map(typedAddressHash);
  await insertBlocks(
    site.base.db,
    { addressHashes, externalIds: [], contents: [] },
    { reason: 'Unwanted', caseId: null, by: 'ada' },
  );
  const printed = await byList();
  expect(printed).toContain('1 new, 2 unusable');
  expect(printed).toContain('Line 2: This video is on the block list and will not be imported.');
  expect(await films()).toEqual({ 'c.mp4': 'waiting' });
});

test('an undo removes what came in; edited videos stay; moving in again brings all back', async () => {
  const { db, clock } = site.base;
  for (const name of ['a.mp4', 'edited.mp4', 'late.mp4']) await put(name);
  await putList('file,address,views', 'a.mp4,/a.html,5', 'edited.mp4,/e.html,6');
  await byList();
  const ended = await bring();
  await moveIn({ 'dry-run': true });
  const editedId = ended.get('edited.mp4')?.video_id ?? '';
  await sql`update videos set edited_fields = '{title}' where id = ${editedId}`.execute(db);
  await putList('file,address,views', 'a.mp4,/a.html,5', 'edited.mp4,/e.html,6', 'late.mp4,/l.html,1');
  await sql`update move_ins set noted_at = null`.execute(db);
  await byList();
  expect(await films()).toEqual({ 'a.mp4': 'here', 'edited.mp4': 'here', 'late.mp4': 'waiting' });
  const asked = await undo(1, false);
  expect(asked).toContain('Videos to be removed: 1.');
  expect(asked).toContain('Films that will not be imported: 1.');
  expect(asked).toContain('Videos kept because they were edited or hidden by hand: 1.');
  expect(asked).toContain('Nothing was changed. Add --yes to do it.');
  expect(await films()).toMatchObject({ 'a.mp4': 'here' });

  await undo(1);
  await expect(byList()).rejects.toThrow('An import of the source Old site is still being undone.');
  const [act] = await db.selectFrom('bulk_acts').select('id').execute();
  await runBatch({ db, clock }, Number(act?.id));
  expect(await films()).toEqual({ 'a.mp4': 'undone', 'edited.mp4': 'here', 'late.mp4': 'undone' });
  expect((await site.client.videos.list()).videos.map(({ id }) => id)).toEqual([editedId]);
  expect(await answerAt('/a.html')).toEqual([404, null]);
  expect(await answerAt('/e.html')).toEqual([301, `/video/${editedId}`]);
  expect(await bring()).toEqual(new Map());
  // An edited video can be downloaded again.
  await sql`delete from videos where id = ${editedId}`.execute(db);
  await sql`update download_jobs set status = 'pending', video_id = null
    where external_id = 'edited.mp4'`.execute(db);
  expect((await bring()).get('edited.mp4')).toMatchObject({ status: 'completed', error: null });
  await expect(undo(1)).rejects.toThrow('This import has already been undone.');
  await expect(undo(9)).rejects.toThrow('This import does not exist.');

  expect(await byList()).toContain('2 to import again, 1 already in the library');
  await bring();
  expect(await films()).toEqual({ 'a.mp4': 'here', 'edited.mp4': 'here', 'late.mp4': 'here' });
  expect((await site.client.videos.list()).pagination.totalVideos).toBe(3);
  expect((await answerAt('/a.html'))[0]).toBe(301);
}, 60_000);

test('an undo leaves what was hidden or removed by hand, and moving in again does not bring it back', async () => {
  const { db, clock } = site.base;
  for (const name of ['a.mp4', 'hidden.mp4', 'removed.mp4', 'soon.mp4']) await put(name);
  await moveIn();
  const ended = await bring();
  const idOf = (name: string) => ended.get(name)?.video_id ?? '';
  await sql`update videos set status = 'hidden', hidden_reason = 'administrator' where id = ${idOf('hidden.mp4')}`.execute(
    db,
  );
  await removeVideo(db, idOf('removed.mp4'));
  await undo(1);
  // Removed by hand before the undo reaches it.
  await removeVideo(db, idOf('soon.mp4'));
  const [act] = await db.selectFrom('bulk_acts').select('id').execute();
  await runBatch({ db, clock }, Number(act?.id));
  expect(await films()).toMatchObject({ 'a.mp4': 'undone', 'hidden.mp4': 'here', 'removed.mp4': 'here' });
  expect(await moveIn()).toContain('1 to import again, 1 already in the library, 2 removed here (skipped)');
  await bring();
  expect((await site.client.videos.list()).videos.map(({ title }) => title)).toEqual(['a']);
}, 60_000);

test('a film is not imported once its move-in was undone', async () => {
  await put('a.mp4');
  await moveIn();
  const [job] = await site.base.db.selectFrom('download_jobs').select('id').execute();
  const requireRoom = async () => void (await undo(1).catch(() => undefined));
  await ingest.run(job?.id ?? '', { disks: { ...ingest.pipeline.disks, requireRoom } });
  expect(await rowsOf(sql`select id from videos`)).toEqual([]);
  expect(await films()).toEqual({ 'a.mp4': 'undone' });
}, 60_000);

test('an undo while films are being noted ends the command, and no film of it comes in', async () => {
  const { db, clock } = site.base;
  const names = Array.from({ length: 201 }, (_, n) => `film-${n}.mp4`);
  for (const name of names) await writeFile(path.join(folder, name), name);
  async function* found() {
    for (const name of names) {
      // The first 200 are one batch.
      if (name === 'film-200.mp4') await undo(1);
      yield { type: 'film', where: name, path: name, facts: new Map() } as const;
    }
  }
  const source = await selectSource(db, sourceId);
  if (!source) throw new Error('There is no source.');
  const noting = { db, source, folder, list: null, orderedBy: 'ada', domains: new Set<string>() };
  await expect(noteFilms({ ...noting, now: clock.now(), isDry: false }, found())).rejects.toThrow(
    'This import was undone in the meantime. Run the command again.',
  );
  expect(new Set(Object.values(await films()))).toEqual(new Set(['undone']));
  expect(await bring()).toEqual(new Map());
});

test('the back office shows how the films stand, and undoes', async () => {
  await put('a.mp4');
  await writeFile(path.join(folder, 'bad.mp4'), 'no film');
  await putList('file,title,address', 'a.mp4,One,/one', 'bad.mp4,Two,/two');
  await byList();
  await bring();
  const admin = await site.admin();
  const [listed] = await admin.moveIns.list();
  expect(listed).toMatchObject({
    id: 1,
    sourceName: 'Old site',
    orderedBy: 'cli:tester',
    oldAddresses: 1,
    undoneAt: null,
  });
  expect(listed?.films).toEqual({ waiting: 0, working: 0, here: 1, duplicate: 0, failed: 1, undone: 0 });
  const { films: failed } = await admin.moveIns.films({ id: '1' });
  expect(failed).toMatchObject([
    { path: 'bad.mp4', title: 'Two', error: expect.any(String), oldAddresses: ['/two'] },
  ]);
  expect(await admin.moveIns.undoing({ id: '1' })).toEqual({
    removes: 1,
    edited: 0,
    named: 0,
    ends: 0,
    oldAddresses: 1,
  });
  const { db } = site.base;
  const copies = await Promise.all(Array.from({ length: 20 }, () => makeVideo(db, { source_id: sourceId })));
  await sql`insert into moved_films (source_id, path, move_in_id, size_bytes, modified_at, said, state, video_id)
    select ${sourceId}, id, 1, 1, now(), '{}', 'here', id from unnest(${copies}::text[]) as id`.execute(db);
  const hasty = await site.admin({ isConfirmed: false });
  await expect(hasty.moveIns.undo({ id: '1' })).rejects.toMatchObject({ status: 403 });
  expect(await admin.moveIns.undo({ id: '1' })).toMatchObject({ removes: 21 });
  expect((await admin.moveIns.get({ id: '1' })).undoneAt).not.toBeNull();
  await expect(admin.moveIns.get({ id: '2' })).rejects.toMatchObject({ status: 404 });
  await expect(admin.moveIns.get({ id: 'x' })).rejects.toMatchObject({ status: 400 });
}, 60_000);
