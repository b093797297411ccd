import { sql } from 'kysely';
import { type Db, PREPARED } from '../../kernel/db/pool.ts';
import { columnOf, execute, oneValue } from '../../kernel/db/run-sql.ts';
import { publiclyVisible, publishedSinceClearing } from './publicly-visible.ts';

const prepared = sql.raw(PREPARED);
/** This many of the newest videos per tag are considered, and this many of all are compared by title. */
const PER_TAG = 50;
const FINALISTS = 40;
const MAX_TAGS = 12;

export async function selectRelatedIds(db: Db, videoId: string): Promise<string[] | undefined> {
  return oneValue(db)<string[]>`${prepared}
    select related_ids from related_videos where video_id = ${videoId}`;
}

export async function upsertRelated(db: Db, videoId: string, ids: readonly string[]): Promise<void> {
  await execute(db)`insert into related_videos (video_id, related_ids)
    select v.id, ${ids}::text[] from videos v where v.id = ${videoId}
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
