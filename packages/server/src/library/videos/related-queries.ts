import { sql } from 'kysely';
import { type Db, PREPARED } from '../../kernel/db/pool.ts';
import { columnOf, execute } from '../../kernel/db/run-sql.ts';
import { publiclyVisible, publishedSinceClearing } from './publicly-visible.ts';
import { type VideoRow, videoColumns } from './queries.ts';

const prepared = sql.raw(PREPARED);
/** This many of the newest videos per tag are considered, and this many of all are compared by title. */
const PER_TAG = 50;
const FINALISTS = 40;
const MAX_TAGS = 12;
/** Then a list is worked out again, with what has come since. */
const KEPT = '7 days';

/**
 * The publicly visible ones of a video's stored list, in its order; none from a list that is too old. Undefined unless
 * the video itself is publicly visible.
 */
export async function selectRelated(db: Db, videoId: string): Promise<VideoRow[] | undefined> {
  const rows = await execute(db)<VideoRow>`${prepared}
    with subject as (select v.id from videos v where v.id = ${videoId} and ${publiclyVisible})
    select near.* from subject left join lateral (
      select ${videoColumns}, wanted.place
      from related_videos r, unnest(r.related_ids) with ordinality as wanted (id, place), videos v
      where r.video_id = subject.id and r.computed_at > now() - ${sql.lit(KEPT)}::interval
        and v.id = wanted.id and ${publiclyVisible}) as near on true
    order by near.place`;
  return rows.length === 0 ? undefined : rows.filter(({ id }) => id !== null);
}

/** Stores a video's list, while it is publicly visible. It cannot be deleted meanwhile: the foreign key would refuse. */
export async function upsertRelated(db: Db, videoId: string, ids: readonly string[]): Promise<void> {
  await execute(db)`${prepared}
    with subject as (
      select v.id from videos v where v.id = ${videoId} and ${publiclyVisible} for key share of v)
    insert into related_videos (video_id, related_ids) select id, ${ids}::text[] from subject
    on conflict (video_id) do update set related_ids = excluded.related_ids, computed_at = now()`;
}

export interface TagNeighbour {
  id: string;
  title: string;
  score: number;
}

/** The finalists: videos, of one category or of all, that share tags; rarer tags count more. */
export async function selectTagNeighbours(
  db: Db,
  video: { id: string; tags: readonly string[] },
  category?: string,
): Promise<TagNeighbour[]> {
  const tags = [...new Set(video.tags.map((tag) => tag.toLowerCase()))].slice(0, MAX_TAGS);
  if (tags.length === 0) return [];
  // Each in the order of its index.
  const inCategory = category === undefined ? sql`` : sql`category = ${category} and`;
  const newestFirst =
    category === undefined ? sql`published_at desc, video_id desc` : sql`published_at desc, video_id`;
  return execute(db)<TagNeighbour>`${prepared}
    with weights as (
      select wanted.tag, ln(greatest((select videos from catalogue_totals), 2)::float8 / greatest(t.n, 1) + 0.1) as weight
      from unnest(${tags}::text[]) as wanted (tag) join tag_totals t on t.tag = wanted.tag where t.n > 0),
    shared as (
      select near.video_id, sum(weights.weight) as score from weights, lateral (
        select video_id from video_tags
        where ${inCategory} tag = weights.tag and video_id <> ${video.id}
        order by ${newestFirst} limit ${PER_TAG}::int) as near
      group by near.video_id order by 2 desc, 1 limit ${FINALISTS}::int)
    select v.id, v.title, shared.score from shared join videos v on v.id = shared.video_id
    where ${publiclyVisible}`;
}

/** The newest, of one category or of all. */
export function selectLatestIds(db: Db, limit: number, category?: string): Promise<string[]> {
  const inCategory = category === undefined ? sql`` : sql`and v.category = ${category}`;
  return columnOf(db)<string>`${prepared}
    select v.id from videos v where ${publiclyVisible} ${inCategory} and ${publishedSinceClearing}
    order by v.published_at desc, v.id desc limit ${limit}::int`;
}

/** They are worked out again when next asked for. */
export async function forgetRelated(tx: Db, ids: readonly string[]): Promise<void> {
  await execute(tx)`delete from related_videos where video_id = any (${ids}::text[])`;
}
