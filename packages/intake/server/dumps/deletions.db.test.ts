import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DumpRig, startDumpRig } from '../../../test/dump-rig.ts';
import { undoDeletions } from './runs.ts';

let rig: DumpRig;
let sourceId: string;

beforeAll(async () => {
  rig = await startDumpRig();
});
beforeEach(async () => {
  rig.files.clear();
  await sql`delete from videos`.execute(rig.db);
  await sql`delete from download_jobs`.execute(rig.db);
  await sql`delete from video_sources`.execute(rig.db);
  await sql`delete from addresses`.execute(rig.db);
  rig.files.set('/videos.csv', dumpOf(0, 60));
  sourceId = await rig.addDump();
  await rig.admin.dumps.change({ id: sourceId, deletionsUrl: `${rig.origin}/deleted.txt` });
});
afterAll(() => rig.close());

test('setting a deletion list, which can hide all videos of its source, requires the password', async () => {
  const hasty = await rig.site.admin({ isConfirmed: false });
  const changes = { id: sourceId, deletionsUrl: `${rig.origin}/other.txt` };
  await expect(hasty.dumps.change(changes)).rejects.toMatchObject({ status: 403 });
  await hasty.dumps.change({ ...changes, deletionsUrl: `${rig.origin}/deleted.txt` });
});

const dumpOf = (from: number, to: number) =>
  [
    'id;title;url;embed',
    ...Array.from({ length: to - from }, (_, n) => from + n).map(
      (n) => `id-${n};A pale ring of ${n};https://charts.test/watch/v${n};https://player.test/embed/v${n}`,
    ),
  ].join('\n');

const deleteIds = (count: number, end = '') =>
  rig.files.set('/deleted.txt', Array.from({ length: count }, (_, n) => `id-${n}`).join('\n') + end);

async function countOf(condition: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from videos where ${sql.raw(condition)}`.execute(rig.db);
  return rows[0]?.n ?? 0;
}

const WITHDRAWN = `status = 'hidden' and hidden_reason = 'withdrawn'`;
const idOf = async (n: number) => {
  const { rows } = await sql<{ id: string }>`select id from videos where external_id = ${`id-${n}`}`.execute(
    rig.db,
  );
  return rows[0]?.id ?? '';
};

const undo = async (runId: string) => {
  await rig.admin.dumps.undo({ id: sourceId, runId });
  await undoDeletions(rig.db, runId, new AbortController().signal);
  return (await rig.admin.dumps.runs({ id: sourceId })).find(({ id }) => id === runId);
};

describe('a deletion list', () => {
  test.each<[string, (n: number) => string]>([
    ['ids', (n) => `id-${n}`],
    ['addresses', (n) => `https://charts.test/watch/v${n}`],
    [
      'players, which are known by their provider’s page',
      (n) => `<iframe src="https://player.test/embed/v${n}"></iframe>`,
    ],
  ])('of %s hides the listed videos, and shows them again when undone', async (_name, line) => {
    await rig.read(sourceId);
    rig.files.set('/deleted.txt', Array.from({ length: 40 }, (_, n) => line(n)).join('\n'));
    const run = await rig.read(sourceId, 'deletions');
    expect(run).toMatchObject({ state: 'completed', lines: 40, hidden: 40, badLines: 0 });
    expect(await countOf(WITHDRAWN)).toBe(40);
    expect((await rig.site.client.videos.list()).pagination.totalVideos).toBe(20);
    expect((await rig.site.client.videos.list({ search: 'pale ring 32' })).videos).toEqual([]);
    const { total } = await rig.admin.catalogue.total({ status: 'hidden', reason: 'withdrawn' });
    expect(total).toBe(40);
    expect(await undo(run.id)).toMatchObject({ state: 'undone', shown: 40 });
    expect((await rig.site.client.videos.list()).pagination.totalVideos).toBe(60);
  });

  test('does nothing the second time, nor after it was undone', async () => {
    await rig.read(sourceId);
    deleteIds(10);
    const { id } = await rig.read(sourceId, 'deletions');
    deleteIds(11);
    expect(await rig.read(sourceId, 'deletions')).toMatchObject({ hidden: 1 });
    await undo(id);
    deleteIds(11, '\n');
    expect(await rig.read(sourceId, 'deletions')).toMatchObject({ lines: 11, hidden: 0 });
    expect(await countOf(WITHDRAWN)).toBe(1);
  });

  test('respects decisions that people made before and since', async () => {
    await rig.read(sourceId);
    const [byHand, removed, published] = [await idOf(0), await idOf(1), await idOf(2)];
    await rig.admin.catalogue.act({ id: byHand, act: 'hide' });
    await rig.admin.catalogue.act({ id: removed, act: 'remove', reason: 'Doubtful.' });
    const publishedAt = new Date(Date.now() + 3_600_000).toISOString();
    await rig.admin.catalogue.change({ id: await idOf(3), version: 0, publishedAt });
    deleteIds(4);
    const run = await rig.read(sourceId, 'deletions');
    expect([run.hidden, await countOf(WITHDRAWN)]).toEqual([2, 2]);
    await rig.admin.catalogue.act({ id: published, act: 'publish' });
    deleteIds(4, '\n');
    expect((await rig.read(sourceId, 'deletions')).hidden).toBe(0);
    await undo(run.id);
    expect(await countOf(`hidden_reason = 'administrator'`)).toBe(1);
    expect(await countOf(`hidden_reason = 'scheduled'`)).toBe(1);
    expect(await countOf(`status = 'removed'`)).toBe(1);
  });

  test('blocks videos that are not in the library yet, until it is undone', async () => {
    deleteIds(5);
    const { id } = await rig.read(sourceId, 'deletions');
    rig.files.set('/videos.csv', dumpOf(0, 8));
    expect((await rig.read(sourceId)).decisions).toEqual({ blocked: 5, new: 3 });
    await undo(id);
    rig.files.set('/videos.csv', `${dumpOf(0, 8)}\n`);
    expect((await rig.read(sourceId)).decisions).toEqual({ known: 3, new: 5 });
  });

  test('ends its source’s waiting downloads, and nobody else’s', async () => {
    await sql`update video_sources set delivery = 'hosted'`.execute(rig.db);
    rig.files.set('/videos.csv', dumpOf(0, 4));
    await rig.read(sourceId);
    await sql`insert into download_jobs (source_url, source_url_hash) values ('https://charts.test/watch/v9',
      sha256('https://charts.test/watch/v9'))`.execute(rig.db);
    rig.files.set('/deleted.txt', 'url\nhttps://charts.test/watch/v0\nhttps://charts.test/watch/v9');
    await rig.read(sourceId, 'deletions');
    const { rows } = await sql<{ source_url: string }>`
      select source_url from download_jobs where status = 'failed'`.execute(rig.db);
    expect(rows).toEqual([{ source_url: 'https://charts.test/watch/v0' }]);
  });

  test('of one source does not touch another’s videos', async () => {
    await rig.read(sourceId);
    const other = await rig.addDump({ url: `${rig.origin}/other.csv` });
    await rig.admin.dumps.change({ id: other, deletionsUrl: `${rig.origin}/deleted.txt` });
    rig.files.set('/deleted.txt', 'https://charts.test/watch/v0\nhttps://charts.test/watch/v1');
    expect(await rig.read(other, 'deletions')).toMatchObject({ lines: 2, hidden: 0 });
  });

  test('whose source has lost its basis is not shown again by undoing', async () => {
    await rig.read(sourceId);
    rig.files.set('/deleted.txt', 'id-0\nid-1');
    const { id } = await rig.read(sourceId, 'deletions');
    await sql`update source_permissions set ended_at = now()`.execute(rig.db);
    expect(await undo(id)).toMatchObject({ state: 'undone', shown: 0 });
    expect(await countOf(`hidden_reason = 'basis'`)).toBe(2);
  });
});

describe('the calls', () => {
  test('guess columns, keep assigned ones, and reject too few', async () => {
    const { dumps } = rig.admin;
    const sample = await dumps.sample({ id: sourceId });
    expect(sample).toMatchObject({
      layout: { delimiter: ';', header: true, columns: ['id', 'title', 'url', 'embed'] },
      missing: null,
    });
    expect(sample.rows[1]).toEqual([
      ...['id-0', 'A pale ring of 0', 'https://charts.test/watch/v0', 'https://player.test/embed/v0'],
    ]);
    const form = { ...sample.layout, delimiter: '|' as const };
    expect((await dumps.sample({ id: sourceId, form })).layout.columns).toHaveLength(1);
    const columns = ['id', 'ignored', 'url', 'embed'] as const;
    const refused = dumps.change({ id: sourceId, layout: { ...sample.layout, columns: [...columns] } });
    await expect(refused).rejects.toMatchObject({ status: 400, sentence: expect.stringContaining('title') });
    const layout = {
      ...sample.layout,
      columns: ['id' as const, 'title' as const, 'ignored' as const, 'embed' as const],
    };
    expect((await dumps.change({ id: sourceId, layout })).layout).toEqual(layout);
    await rig.read(sourceId);
    // Without its page, a video is known by its provider's.
    expect(await countOf(`source_url like 'https://charts.test/watch/v%'`)).toBe(60);
  });

  test('start one reading at a time, stop it, and undo only deletion lists', async () => {
    const { dumps } = rig.admin;
    const run = await dumps.start({ id: sourceId });
    expect(run).toMatchObject({ state: 'running', file: 'videos' });
    await expect(dumps.start({ id: sourceId })).rejects.toMatchObject({ status: 409 });
    expect(await dumps.stop({ id: sourceId, runId: run.id })).toMatchObject({ state: 'stopped' });
    await expect(dumps.undo({ id: sourceId, runId: run.id })).rejects.toMatchObject({ status: 409 });
    await rig.work(run.id);
    expect(await countOf('true')).toBe(0);
  });
});
