import { CallError } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeQueue } from '../../../app/composition/compose-queue.ts';
import { makeVideo } from '../../../test/factories.ts';
import { completeNotice, makeNotice } from '../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { mergeVideos } from './merge.ts';

let site: TestSite;
let db: Db;
let queue: Queue;
let closeQueue: () => Promise<void>;

beforeAll(async () => {
  site = await startTestSite();
  db = site.base.db;
  const composed = await composeQueue(site.connection, silentLog);
  queue = composed.queue;
  closeQueue = () => composed.boss.stop({ graceful: false });
});
afterAll(async () => {
  await closeQueue();
  await site.close();
});

const merge = (fromId: string, toId: string) =>
  mergeVideos({ db, queue, clock: site.base.clock }, { fromId, toId, by: 'administrator' });

async function refusal(merging: Promise<void>): Promise<[string, string]> {
  const error = await merging.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return [(error as AppError).code, (error as AppError).message];
}

async function expectExactCounts() {
  const { rows } = await sql`
    select 'total' as what, videos::int as kept, (select count(*)::int from videos where status = 'published') as counted
      from catalogue_totals
    union all select 'views', views::int, (select sum(views)::int from videos) from catalogue_totals
    union all select 'category ' || name, video_count,
      (select count(*)::int from videos v where v.category = c.name and status = 'published') from categories c
    union all select 'bucket ' || category || span || starts_at, n,
      (select count(*)::int from videos v where status = 'published' and b.category in ('', v.category)
        and bucket_start(b.span, v.published_at) = b.starts_at) from list_buckets b
    union all select 'tag ' || tag, n::int,
      (select count(*)::int from video_tags vt where vt.tag = t.tag) from tag_totals t
    union all select 'tagged ' || v.id, cardinality(v.tags),
      (select count(*)::int from video_tags vt where vt.video_id = v.id) from videos v where status = 'published'
    union all select 'facets', (select count(*)::int from video_facets),
      (select count(*)::int from videos where status = 'published')`.execute(db);
  for (const row of rows as { what: string; kept: number; counted: number }[])
    expect([row.what, row.kept]).toEqual([row.what, row.counted]);
}

describe('merging', () => {
  test('unites views, tags, keywords, translations and notices, and keeps every count exact', async () => {
    const many = Array.from({ length: 28 }, (_, n) => `tag ${n}`);
    const from = await makeVideo(db, {
      views: 70,
      tags: ['Slow', 'violet', 'extra', 'more'],
      category: 'Gradients',
    });
    const to = await makeVideo(db, {
      views: 30,
      tags: ['slow', ...many],
      category: 'Charts',
      title: 'The kept chart',
    });
    await sql`update catalogue_totals set views = (select sum(views) from videos)`.execute(db);
    await sql`insert into video_translations (video_id, language_code, title, description) values
      (${from}, 'de', 'Von drüben', ''), (${from}, 'fr', 'De là', ''), (${to}, 'de', 'Schon da', '')`.execute(
      db,
    );
    await sql`insert into keywords (id, keyword, slug, meta_title, meta_description) values
      ('both', 'both', 'both', '', ''), ('high', 'high', 'high', '', ''), ('one', 'one', 'one', '', '')`.execute(
      db,
    );
    await sql`insert into keyword_videos (keyword_id, video_id, relevance_score) values
      ('both', ${from}, 3), ('both', ${to}, 8), ('high', ${from}, 9), ('high', ${to}, 2), ('one', ${from}, 5)`.execute(
      db,
    );
    await makeNotice(db, { videoId: from });

    await merge(from, to);

    expect(await site.client.videos.get({ id: to })).toMatchObject({
      views: 100,
      tags: ['slow', ...many, 'violet'],
    });
    const { rows: links } = await sql`
      select keyword_id, video_id, relevance_score from keyword_videos order by keyword_id`.execute(db);
    expect(links).toEqual([
      { keyword_id: 'both', video_id: to, relevance_score: 8 },
      { keyword_id: 'high', video_id: to, relevance_score: 9 },
      { keyword_id: 'one', video_id: to, relevance_score: 5 },
    ]);
    const { rows: translations } = await sql`
      select video_id, language_code, title from video_translations order by language_code`.execute(db);
    expect(translations).toEqual([
      { video_id: to, language_code: 'de', title: 'Schon da' },
      { video_id: to, language_code: 'fr', title: 'De là' },
    ]);
    expect((await sql`select video_id from case_targets`.execute(db)).rows).toEqual([{ video_id: to }]);
    expect((await site.client.videos.list({ search: 'violet' })).videos.map(({ id }) => id)).toEqual([to]);
    expect((await site.client.videos.list({ category: 'Gradients' })).videos).toEqual([]);
    await expectExactCounts();
  });

  test('redirects every former address to the remaining video in one step', async () => {
    const [a, b, c] = [
      await makeVideo(db),
      await makeVideo(db),
      await makeVideo(db, { title: 'The last of three' }),
    ];
    await merge(a, b);
    await merge(b, c);
    const { rows } = await sql`select from_id, to_id from video_redirects where to_id = ${c}`.execute(db);
    expect(rows).toHaveLength(2);
    for (const id of [a, b]) {
      const page = await fetch(`${site.url}/video/${id}`, { redirect: 'manual' });
      expect([page.status, page.headers.get('location')]).toEqual([301, `/video/${c}`]);
      expect(await site.client.videos.get({ id })).toMatchObject({ id: c, title: 'The last of three' });
      expect((await fetch(`${site.url}/api/videos/${id}/related`)).status).toBe(200);
    }
    expect((await fetch(`${site.url}/video/${a}`)).url).toBe(`${site.url}/video/${c}`);
    await removeVideo(db, c);
    await expect(site.client.videos.get({ id: a })).rejects.toBeInstanceOf(CallError);
  });

  test('applies a notice about a former address to the remaining video', async () => {
    const [from, to] = [await makeVideo(db), await makeVideo(db)];
    await merge(from, to);
    const notice = completeNotice({ infringingUrl: `${site.url}/video/${from}` });
    const { requestId } = await site.client.takedowns.submit(notice);
    const { rows } = await sql`select video_id from case_targets where case_id = ${requestId}`.execute(db);
    expect(rows).toEqual([{ video_id: to }]);
  });

  test('settles suspicions between the two; others now concern the remaining video', async () => {
    const [from, to, third] = [await makeVideo(db), await makeVideo(db), await makeVideo(db)];
    await sql`insert into duplicate_decisions (source_url, source_url_hash, title, video_id, existing_video_id, test, reason, outcome)
      select 'https://a.test/', sha256(v::bytea), 'New', v, e, 'likeness', 'Alike.', 'suspected'
      from (values (${to}, ${from}), (${third}, ${from})) as pair (v, e)`.execute(db);
    await merge(from, to);
    const { rows } = await sql`
      select video_id, existing_video_id, outcome from duplicate_decisions
      where video_id in (${to}, ${third}) order by outcome`.execute(db);
    expect(rows).toEqual([
      { video_id: to, existing_video_id: from, outcome: 'merged' },
      { video_id: third, existing_video_id: to, outcome: 'suspected' },
    ]);
  });
});

describe('what cannot be merged', () => {
  test('is a video that was merged, in either place, and never in a circle', async () => {
    const [a, b, c] = [await makeVideo(db), await makeVideo(db), await makeVideo(db)];
    await merge(a, b);
    expect(await refusal(merge(b, a))).toEqual([
      'conflict',
      expect.stringMatching(/it cannot be merged back/),
    ]);
    expect(await refusal(merge(a, c))).toEqual([
      'conflict',
      expect.stringMatching(/already been merged into another/),
    ]);
    expect(await refusal(merge(c, a))).toEqual(['conflict', expect.stringContaining(b)]);
  });

  test.each([
    ['removed', null],
    ['hidden', 'takedown'],
    ['processing', null],
  ])('is a video that is %s (%s)', async (status, reason) => {
    const [from, to] = [await makeVideo(db), await makeVideo(db)];
    await sql`update videos set status = ${status}, hidden_reason = ${reason} where id = ${from}`.execute(db);
    expect((await refusal(merge(from, to)))[0]).toBe('conflict');
    expect(await refusal(merge(to, from))).toEqual(['conflict', 'The video to keep is not public.']);
  });

  test('is each into the other: of two at once, one is refused', async () => {
    for (let n = 0; n < 5; n += 1) {
      const [a, b] = [await makeVideo(db, { tags: ['x', 'y'] }), await makeVideo(db, { tags: ['y', 'z'] })];
      const ends = await Promise.allSettled([merge(a, b), merge(b, a)]);
      const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      expect(failed).toHaveLength(1);
      expect(failed[0]).toBeInstanceOf(AppError);
    }
    await expectExactCounts();
  });
});
