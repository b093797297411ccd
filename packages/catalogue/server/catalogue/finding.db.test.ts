import type { Client, VideoFilter } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { foldVideoCounts } from './finding-queries.ts';

let site: TestSite;
let admin: Client;

beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
beforeEach(() => sql`delete from videos`.execute(site.base.db));
afterAll(() => site.close());

const make = (fields: Parameters<typeof makeVideo>[1]) => makeVideo(site.base.db, fields);
const found = async (filter: VideoFilter) => (await admin.catalogue.list(filter)).videos.map(({ id }) => id);
const total = (filter: VideoFilter) => admin.catalogue.total(filter);

describe('the list', () => {
  test('has videos of every status, the newest first, each once, over as many pages as there are', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await make({ status: n % 2 ? 'hidden' : 'published' }));
    // Many are added at the same time.
    await sql`update videos set created_at = '2026-11-20 12:00:00.123457Z'
      where id = any (${ids.slice(0, 5)}::text[])`.execute(site.base.db);
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await admin.catalogue.list({ limit: 2, ...(before ? { before } : {}) });
      expect(page.isComplete).toBe(true);
      seen.push(...page.videos.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before);
    expect(seen).toHaveLength(7);
    expect(seen.slice(0, 2)).toEqual([ids[6], ids[5]]);
    expect(new Set(seen)).toEqual(new Set(ids));
  });
});

describe('a filter', () => {
  test('by status, reason, kind, source and category, alone and together', async () => {
    const sourceId = await makeSource(site.base.db);
    const a = await make({ source_id: sourceId, kind: 'remote', category: 'Charts' });
    const b = await make({
      status: 'hidden',
      hidden_reason: 'basis',
      source_id: sourceId,
      category: 'Waves',
    });
    const c = await make({ status: 'hidden', hidden_reason: 'administrator' });
    const d = await make({ status: 'removed', kind: 'remote' });
    expect(await found({ status: 'published' })).toEqual([a]);
    expect(await found({ status: 'hidden' })).toEqual([c, b]);
    expect(await found({ status: 'hidden', reason: 'basis' })).toEqual([b]);
    expect(await found({ kind: 'remote' })).toEqual([d, a]);
    expect(await found({ sourceId })).toEqual([b, a]);
    expect(await found({ sourceId: 'none' })).toEqual([d, c]);
    expect(await found({ category: 'Waves' })).toEqual([b]);
    expect(await found({ sourceId, status: 'hidden', category: 'Waves' })).toEqual([b]);
    expect(await total({})).toEqual({ total: 4, totalIsCapped: false });
    expect(await total({ status: 'hidden' })).toEqual({ total: 2, totalIsCapped: false });
    expect(await total({ status: 'hidden', reason: 'basis' })).toEqual({ total: 1, totalIsCapped: false });
  });

  test('by a tag, whatever its case, of videos of any status', async () => {
    const a = await make({ tags: ['Dark Green', 'red'] });
    const b = await make({ tags: ['dark green'], status: 'hidden', hidden_reason: 'basis' });
    await make({ tags: ['green', 'dark'] });
    expect(await found({ tag: 'DARK green' })).toEqual([b, a]);
    expect(await found({ tag: 'dark green', status: 'hidden' })).toEqual([b]);
    expect(await found({ tag: '!!!' })).toEqual([]);
    expect(await total({ tag: 'dark green' })).toEqual({ total: 2, totalIsCapped: false });
  });

  test('by each problem', async () => {
    const whole = {
      video_url: 'videos/a/b/c.mp4',
      thumbnail_url: 'videos/a/b/640.webp',
      hls_url: 'videos/a/b/h.m3u8',
    };
    const fine = await make(whole);
    const noPicture = await make({ ...whole, thumbnail_url: '' });
    const noStreams = await make({ ...whole, hls_url: '' });
    const noLength = await make({ ...whole, duration: 0 });
    const noFilm = await make({ ...whole, video_url: '' });
    const coming = await make({ ...whole, status: 'processing' });
    const gone = await make({
      ...whole,
      kind: 'remote',
      hls_url: '',
      status: 'hidden',
      hidden_reason: 'gone',
    });
    await sql`insert into duplicate_decisions (source_url, source_url_hash, title, video_id, existing_video_id, test,
        reason, outcome)
      values ('https://a.test/', sha256('a'), 'A', ${noLength}, ${fine}, 'likeness', 'Alike.', 'suspected')`.execute(
      site.base.db,
    );
    await sql`insert into media_jobs (video_id, step, status, error)
      values (${noFilm}, 'pictures', 'completed', 'No preview.'), (${fine}, 'film', 'pending', 'Later.')`.execute(
      site.base.db,
    );
    expect(await found({ problem: 'no_picture' })).toEqual([noPicture]);
    expect(await found({ problem: 'no_renditions' })).toEqual([noStreams]);
    expect(await found({ problem: 'no_duration' })).toEqual([noLength]);
    expect(await found({ problem: 'files_missing' })).toEqual([coming, noFilm]);
    expect(await found({ problem: 'gone' })).toEqual([gone]);
    expect(await found({ problem: 'possible_duplicate' })).toEqual([noLength, fine]);
    expect(await found({ problem: 'making_failed' })).toEqual([noFilm]);
    expect(await found({ problem: 'making_failed', status: 'hidden' })).toEqual([]);
    const { videos } = await admin.catalogue.list();
    const problems = Object.fromEntries(videos.map((video) => [video.id, video.problems]));
    expect(problems[noLength]).toEqual(['no_duration', 'possible_duplicate']);
    expect(problems[gone]).toEqual(['gone']);
    // Without adaptive streams, lacking them is no problem.
    expect(problems[noStreams]).toEqual([]);
  });
});

describe('a search', () => {
  test('finds words of titles, the last as a beginning, whether the video is public or not', async () => {
    const a = await make({ title: 'A turning wheel', description: 'with fractal edges' });
    const b = await make({ title: 'Fractal in red', status: 'hidden', hidden_reason: 'basis' });
    const c = await make({ title: 'Red fractals', status: 'removed' });
    expect(await found({ search: 'fractal' })).toEqual([c, b]);
    expect(await found({ search: 'red fract' })).toEqual([c, b]);
    expect(await found({ search: 'fractal', status: 'removed' })).toEqual([c]);
    expect(await found({ search: ' Whéel ' })).toEqual([a]);
    expect(await found({ search: '?!' })).toEqual([]);
    expect(await total({ search: 'red' })).toEqual({ total: 2, totalIsCapped: false });
  });

  test('by an id, a source’s address in any spelling, or the address of a page', async () => {
    const id = await make({ source_url: 'https://charts.test/watch/1' });
    await make({});
    expect(await found({ search: ` ${id.toUpperCase()} ` })).toEqual([id]);
    expect(await found({ search: 'HTTPS://Charts.test:443/watch/1?utm_source=a#top' })).toEqual([id]);
    expect(await found({ search: `${site.url}/video/${id}` })).toEqual([id]);
    expect(await found({ search: 'https://charts.test/watch/2' })).toEqual([]);
    expect(await found({ search: 'http://[' })).toEqual([]);
  });
});

test('the counts follow every change to videos, folded or not', async () => {
  const { db } = site.base;
  const id = await make({});
  const other = await make({ status: 'hidden', hidden_reason: 'basis', kind: 'remote' });
  const one = { published: 1, hidden: 1 };
  expect(await admin.catalogue.counts()).toEqual({
    status: one,
    reason: { basis: 1 },
    kind: { hosted: 1, remote: 1 },
  });
  await foldVideoCounts(db);
  expect((await admin.catalogue.counts()).status).toEqual(one);
  await sql`update videos set status = 'removed', hidden_reason = null where id = ${other}`.execute(db);
  await sql`update categories set name = 'Diagrams' where name = 'Charts'`.execute(db);
  await sql`update videos set views = views + 1`.execute(db);
  expect(await admin.catalogue.counts()).toMatchObject({ status: { published: 1, removed: 1 }, reason: {} });
  expect(await total({ category: 'Diagrams' })).toEqual({ total: 2, totalIsCapped: false });
  expect(await total({ category: 'Charts' })).toEqual({ total: 0, totalIsCapped: false });
  await foldVideoCounts(db);
  await sql`delete from videos where id = ${id}`.execute(db);
  expect(await admin.catalogue.counts()).toEqual({ status: { removed: 1 }, reason: {}, kind: { remote: 1 } });
});
