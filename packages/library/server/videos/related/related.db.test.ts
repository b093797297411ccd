import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSource, makeVideo } from '../../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { removeVideo } from '../index.ts';
import { chooseFor, refreshRelated } from './related.ts';
import type { Chosen } from './related-choice.ts';
import { markDue, upsertRelated } from './related-queries.ts';
import { renewRelated } from './renew-related.ts';

const { signal } = new AbortController();
const TAGS = ['waves', 'Blue', 'spiral', 'slow zoom', 'noise', 'grid', 'tide', 'ridge'];
const WORDS = ['fractal', 'gradient', 'quiet', 'colours', 'crème', 'pendulum', 'lattice', 'ripple', 'dune'];
const CATEGORIES = ['Tides', 'Noise', 'Grids'];
const VIDEOS = 150;

let site: TestSite;
let all: string[];

/** Pseudorandom, but repeatable. */
const pick = <T>(list: readonly T[], n: number): T => list[(n * 7919 + 13) % list.length] as T;

beforeAll(async () => {
  site = await startTestSite();
  const { db } = site.base;
  const sources = [await makeSource(db), await makeSource(db), null];
  all = [];
  for (let n = 0; n < VIDEOS; n += 1)
    all.push(
      await makeVideo(db, {
        title: `${pick(WORDS, n)} ${pick(WORDS, n * 3 + 1)}`,
        description: `${pick(WORDS, n * 5 + 2)} and ${pick(WORDS, n * 11)}`,
        tags: n % 15 === 0 ? [] : [...new Set([pick(TAGS, n), pick(TAGS, n * 3 + 5)])],
        category: pick(CATEGORIES, n),
        source_id: sources[n % 10 < 8 ? 0 : n % 3] ?? null,
        published_at: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000),
      }),
    );
});
afterAll(() => site.close());

const related = (id: string) => site.client.videos.related({ id });

async function storedOf(id: string) {
  const { rows } = await sql<{ related_ids: string[]; isDue: boolean }>`
    select related_ids, due_since is not null as "isDue" from related_videos where video_id = ${id}`.execute(
    site.base.db,
  );
  return rows[0];
}

test('every list has twelve others, stored or just worked out', async () => {
  for (const id of all.slice(0, 30))
    for (const _ of ['worked out', 'stored']) {
      const list = await related(id);
      expect(new Set(list.map(({ video }) => video.id)).size).toBe(12);
      expect(list.some(({ video }) => video.id === id)).toBe(false);
      expect(list.filter(({ because }) => because).length).toBeGreaterThan(6);
    }
});

test('two runs give the same, and nearly every video is in the list of another', async () => {
  const lists = new Map<string, Chosen[]>();
  for (const id of all) lists.set(id, (await chooseFor(site.base.db, id)) ?? []);
  for (const id of all.slice(0, 10)) expect(await chooseFor(site.base.db, id)).toEqual(lists.get(id));
  const shown = new Set([...lists.values()].flatMap((list) => list.slice(0, 12).map(({ id }) => id)));
  expect(all.filter((id) => shown.has(id)).length / all.length).toBeGreaterThan(0.95);
});

test('no list is from one source alone, nor has one tag throughout, although most videos are', async () => {
  const { db } = site.base;
  const tags = ['only one'];
  const source = await makeSource(db);
  const ids: string[] = [];
  for (let n = 0; n < 30; n += 1)
    ids.push(await makeVideo(db, { title: 'The same', tags, category: 'Alike', source_id: source }));
  const list = await related(ids[0] ?? '');
  const { rows } = await sql<{ source_id: string | null; tags: string[] }>`
    select source_id, tags from videos where id = any (${list.map(({ video }) => video.id)})`.execute(db);
  expect(rows.some(({ source_id }) => source_id !== source)).toBe(true);
  expect(rows.some((row) => !row.tags.includes('only one'))).toBe(true);
});

test('nor after so large an import of one source that no other is among the newest', async () => {
  const { db } = site.base;
  const source = await makeSource(db);
  const published_at = new Date(Date.UTC(2026, 6, 1));
  const ids: string[] = [];
  // A tag of their own: a neighbour by a shared one may be from elsewhere, too.
  const imported = { tags: ['imported'], category: 'Imported', source_id: source, published_at };
  await makeVideo(db, { title: 'From elsewhere', category: 'Imported', source_id: await makeSource(db) });
  for (let n = 0; n < 310; n += 1) ids.push(await makeVideo(db, { ...imported, title: 'The same' }));
  await sql`update videos set published_at = published_at - interval '2 years' where title = 'From elsewhere'`.execute(
    db,
  );
  const list = (await related(ids[0] ?? '')).map(({ video }) => video.title);
  expect(list).toContain('From elsewhere');
  await sql`update videos set status = 'hidden', hidden_reason = 'administrator' where category = 'Imported'`.execute(
    db,
  );
});

describe('a stored list', () => {
  test('loses a removed video at once, and still has twelve', async () => {
    const { db } = site.base;
    const id = all[20] ?? '';
    const before = (await related(id)).map(({ video }) => video.id);
    for (const gone of before.slice(0, 4)) {
      await removeVideo(db, gone);
      const after = (await related(id)).map(({ video }) => video.id);
      expect(after).not.toContain(gone);
      expect(after).toHaveLength(12);
    }
    all = all.filter((one) => !before.slice(0, 4).includes(one));
  });

  test('does not tell a reason that has become false, and is worked out again in the job', async () => {
    const { db } = site.base;
    const id = await makeVideo(db, { title: 'One', tags: ['quite rare', 'waves'], category: 'Tides' });
    const near = await makeVideo(db, { title: 'Two', tags: ['quite rare'], category: 'Tides' });
    const reasonOf = async () => (await related(id)).find(({ video }) => video.id === near)?.because;
    await related(id);
    expect(await reasonOf()).toEqual({ kind: 'tag', words: ['quite rare'] });
    await sql`update videos set tags = '{waves}' where id = ${near}`.execute(db);
    expect(await reasonOf()).toBeUndefined();
    expect((await storedOf(id))?.isDue).toBe(true);
    await renewRelated(db, { signal });
    expect((await storedOf(id))?.isDue).toBe(false);
    expect((await related(id))[0]?.because).toEqual({ kind: 'tag', words: ['waves'] });
  });

  test('gets a new video that fits better: a new one makes the lists of its neighbours due', async () => {
    const { db } = site.base;
    const tags = ['rather new', 'spiral'];
    const id = await makeVideo(db, { tags, category: 'Tides' });
    await makeVideo(db, { tags, category: 'Tides' });
    await related(id);
    const better = await makeVideo(db, { tags, category: 'Tides' });
    await refreshRelated(db, better);
    expect((await storedOf(id))?.isDue).toBe(true);
    await renewRelated(db, { signal });
    expect((await related(id)).map(({ video }) => video.id)).toContain(better);
  });

  test('of a video that has become due again while it was worked out stays due', async () => {
    const { db } = site.base;
    const id = all[30] ?? '';
    await related(id);
    await sql`update related_videos set due_since = now() - interval '1 hour' where video_id = ${id}`.execute(
      db,
    );
    const { rows } = await sql<{ since: string }>`
      select due_since::text as since from related_videos where video_id = ${id}`.execute(db);
    const chosen = await chooseFor(db, id);
    await markDue(db, [id]);
    await upsertRelated(db, id, { chosen: chosen ?? [], dueSince: rows[0]?.since ?? null });
    expect((await storedOf(id))?.isDue).toBe(true);
  });

  test('that is due though its video is gone does not hold up others', async () => {
    const { db } = site.base;
    const [gone = '', other = ''] = [all[40], all[41]];
    await related(gone);
    await related(other);
    await removeVideo(db, gone);
    await sql`update related_videos set due_since = now() where video_id = any (${[gone, other]})`.execute(
      db,
    );
    await renewRelated(db, { signal });
    const { rows } = await sql`select from related_videos where due_since is not null`.execute(db);
    expect(rows).toEqual([]);
    all = all.filter((id) => id !== gone);
  });
});

test('the walk renews a part of all lists in each run', async () => {
  const { db } = site.base;
  for (const id of all) await related(id);
  await renewRelated(db, { signal });
  await sql`update related_videos set computed_at = now() - interval '1 day'`.execute(db);
  const renewed = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from related_videos where computed_at > now() - interval '1 hour'`.execute(
        db,
      )
    ).rows[0]?.n;
  // A run may meet the end of the walk, or a video without a list.
  for (let run = 0; run < all.length && (await renewed()) === 0; run += 1) await renewRelated(db, { signal });
  expect(await renewed()).toBe(1);
});
