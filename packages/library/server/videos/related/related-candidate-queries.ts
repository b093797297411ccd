import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';
import { publiclyVisible, publishedSinceClearing } from '../publicly-visible.ts';

const prepared = sql.raw(PREPARED);

/** Only the rarest count. */
const MOST_TAGS = 10;
/** Per tag: newest in the category, before and after the video, and in all categories. */
const NEWEST = 20;
const AROUND = 5;
const AROUND_IN_ALL = 2;
/** Those sharing most tags are compared in full. */
const FINALISTS = 48;
/** Videos of a rarer tag are in each other's lists anyway. */
const FEWEST_CLAIMING = 12;
const MOST_TOGETHER = 20;
/** Characters of a description that count. */
const DESCRIPTION = 400;
/** Searched for a video unlike all others; then the newest of this many other sources. */
const SEARCHED_FOR_UNLIKE = 300;
const MOST_SOURCES = 10;
const OF_EACH_SOURCE = 30;

export interface RelatedSubject {
  id: string;
  title: string;
  description: string;
  tags: readonly string[];
  category: string;
  sourceId: string | null;
  publishedAt: Date;
}

export interface Candidate extends RelatedSubject {
  /** Networks that watched both on one day, over the days; 0 if fewer than three on each. */
  networks: number;
  /**
   * The size of its rarest tag if the subject is its neighbour there (untagged: in its category), else 0. It gets a
   * place, as that list may be the only one that it is in.
   */
  claim: number;
}

export interface Candidates {
  /** Per tag of the subject: the logarithm of its rarity. */
  weights: Map<string, number>;
  /** Of the newest video of all. */
  newestAt: Date;
  found: Candidate[];
}

const columns = sql`v.id, v.title, left(v.description, ${sql.lit(DESCRIPTION)}) as description, v.tags, v.category,
  v.source_id as "sourceId", v.published_at as "publishedAt"`;

/** Undefined unless the video is publicly visible. */
export function selectRelatedSubject(db: Db, id: string): Promise<RelatedSubject | undefined> {
  return firstRow(db)<RelatedSubject>`${prepared}
    select ${columns} from videos v where v.id = ${id} and ${publiclyVisible}`;
}

/** A subselect is looked up, not joined. */
function totalOf(tag: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select n from tag_totals t where t.tag = ${tag})`;
}

/** For videos that cannot claim a place by a tag: they come first. */
const MOST_CLAIM = 2 ** 40;

const inCategory = sql`from video_tags where category = s.category and tag = w.tag and`;
const inAll = sql`from video_tags where tag = w.tag and (published_at, video_id)`;
const around = sql`limit ${sql.lit(AROUND)}`;
const aroundInAll = sql`limit ${sql.lit(AROUND_IN_ALL)}`;

/**
 * Videos with tag `w`: the newest in the category, the neighbours of subject `s` there and in all categories; `place` 1
 * is the next one in the category. Equal times are ordered by id, so some of a bulk import may be passed over.
 */
const NEAR = sql`
  (select video_id, null::bigint as place ${inCategory} true order by published_at desc, video_id limit ${sql.lit(NEWEST)})
  union all (select video_id, row_number() over (order by published_at desc, video_id) ${inCategory}
    published_at <= s.published_at and (published_at < s.published_at or video_id > s.id)
    order by published_at desc, video_id ${around})
  union all (select video_id, row_number() over (order by published_at, video_id desc) ${inCategory}
    published_at >= s.published_at and (published_at > s.published_at or video_id < s.id)
    order by published_at, video_id desc ${around})
  union all (select video_id, null ${inAll} < (s.published_at, s.id) order by published_at desc, video_id desc ${aroundInAll})
  union all (select video_id, null ${inAll} > (s.published_at, s.id) order by published_at, video_id ${aroundInAll})`;

/** Whether a video of the subject's category has a rarer tag (or as rare, first by name) shared in that category. */
function hasRarerTag(videoId: RawBuilder<unknown>, before: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`exists (
    select from (select vt.tag, ${totalOf(sql`vt.tag`)} as n from video_tags vt where vt.video_id = ${videoId}) as its
    where its.n > ${sql.lit(FEWEST_CLAIMING)} and ${before} and exists (
      select from video_tags fellow where fellow.category = s.category and fellow.tag = its.tag
        and fellow.video_id <> ${videoId}))`;
}

/** Neighbours of subject `s` in its category that cannot claim a place by a tag. */
const nextInCategory = sql`select v.id from videos v
    where ${publiclyVisible} and v.category = s.category and (v.published_at, v.id)`;
const UNTAGGED = sql`select next.id as video_id from subject s, lateral (
      (${nextInCategory} < (s.published_at, s.id) and ${publishedSinceClearing} order by v.published_at desc, v.id desc limit 1)
      union all (${nextInCategory} > (s.published_at, s.id) order by v.published_at, v.id limit 1)) as next
    where not ${hasRarerTag(sql`next.id`, sql`true`)}`;

/** Public videos that share rare tags, were watched together, or claim a place. Reads are bounded by indexes. */
export async function selectCandidates(db: Db, subject: RelatedSubject): Promise<Candidates> {
  const rows = await execute(db)<Candidate & { weights: Record<string, number>; newestAt: Date }>`${prepared}
    with subject as materialized (select id, tags, category, published_at from videos where id = ${subject.id}),
    weights as materialized (
      select tag, n, ln((select greatest(videos, 2) from catalogue_totals)::float8 / n + 0.1) as weight
      from (select tag, ${totalOf(sql`one.tag`)} as n from (
              select distinct lower(t.tag) as tag from subject s, unnest(s.tags) as t (tag)) as one) as totals
      where n > 1 order by n, tag limit ${sql.lit(MOST_TAGS)}),
    near as materialized (
      select near.video_id, w.tag, w.n, w.weight, near.place from weights w cross join subject s cross join lateral (${NEAR}) as near
      where near.video_id <> s.id),
    shared as (
      select video_id from (select distinct video_id, tag, weight from near) as once
      group by video_id order by sum(weight) desc, video_id limit ${sql.lit(FINALISTS)}),
    claims as (
      select video_id, max(n) as n from near, subject s
      where place = 1 and n > ${sql.lit(FEWEST_CLAIMING)}
        and not ${hasRarerTag(sql`near.video_id`, sql`(its.n, its.tag) < (near.n, near.tag)`)}
      group by video_id),
    untagged as (${UNTAGGED}),
    together as (
      select other_id as video_id, networks from watched_pairs where video_id = ${subject.id}
      order by networks desc, other_id limit ${sql.lit(MOST_TOGETHER)}),
    wanted as (
      select video_id, max(networks) as networks, max(claim) as claim from (
        select video_id, 0 as networks, 0 as claim from shared
        union all select video_id, 0, n from claims
        union all select video_id, 0, ${sql.lit(MOST_CLAIM)}::bigint from untagged
        union all select video_id, networks, 0 from together) as each
      group by video_id)
    select found.*, (select coalesce(json_object_agg(tag, weight), '{}') from weights) as weights,
      (select v.published_at from videos v where ${publiclyVisible} and ${publishedSinceClearing} order by v.published_at desc, v.id desc limit 1)
        as "newestAt"
    from (select) as always left join (
      select ${columns}, wanted.networks, wanted.claim::float8 as claim
      from wanted join videos v on v.id = wanted.video_id where ${publiclyVisible}) as found on true`;
  const { weights, newestAt } = rows[0]!;
  return {
    weights: new Map(Object.entries(weights)),
    newestAt: newestAt ?? subject.publishedAt,
    found: rows.filter(({ id }) => id !== null),
  };
}

export function selectNewest(db: Db, limit: number, category?: string): Promise<Candidate[]> {
  const inCategory = category === undefined ? sql`` : sql`and v.category = ${category}`;
  return execute(db)<Candidate>`${prepared}
    select ${columns}, 0 as networks, 0 as claim from videos v
    where ${publiclyVisible} ${inCategory} and ${publishedSinceClearing}
    order by v.published_at desc, v.id desc limit ${limit}::int`;
}

/** The newest without this tag or source, among some of the newest. */
export function selectUnlike(
  db: Db,
  unlike: { tag: string } | { sourceId: string | null },
  category?: string,
): Promise<Candidate[]> {
  const inCategory = category === undefined ? sql`` : sql`and v.category = ${category}`;
  const differs =
    'tag' in unlike
      ? sql`not lower_tags(v.tags) @> array[${unlike.tag}]::text[]`
      : sql`v.source_id is distinct from ${unlike.sourceId}`;
  return execute(db)<Candidate>`${prepared}
    select ${columns}, 0 as networks, 0 as claim from (
      select * from videos v where ${publiclyVisible} ${inCategory} and ${publishedSinceClearing}
      order by v.published_at desc, v.id desc limit ${sql.lit(SEARCHED_FOR_UNLIKE)}) as v
    where coalesce(${differs}, true) order by v.published_at desc, v.id desc limit 1`;
}

/** The newest video of some other sources, of the category if possible; a bulk import may hide them from the newest. */
export function selectOfOtherSource(
  db: Db,
  { sourceId, category }: { sourceId: string | null; category: string },
): Promise<Candidate[]> {
  const lately = sql`order by created_at desc, id desc limit ${sql.lit(OF_EACH_SOURCE)}`;
  return execute(db)<Candidate>`${prepared}
    with others as materialized (
      select s.id from video_sources s where s.id is distinct from ${sourceId}
        and exists (select from videos v where v.source_id = s.id and v.status = 'published')
      order by s.id limit ${sql.lit(MOST_SOURCES)}),
    theirs as (
      select lately.* from others cross join lateral (
        select * from videos where source_id = others.id ${lately}) as lately
      union all select * from (
        select * from videos where source_id is null and ${sourceId}::text is not null ${lately}) as without)
    select ${columns}, 0 as networks, 0 as claim from theirs v where ${publiclyVisible}
    order by v.category <> ${category}, v.published_at desc, v.id desc limit 1`;
}

/** Whether published videos of another source, or without one, exist. */
export async function selectHasOtherSource(db: Db, sourceId: string | null): Promise<boolean> {
  return anyRow(db)`${prepared}
    (select from video_sources s where s.id is distinct from ${sourceId}
       and exists (select from videos v where v.source_id = s.id and v.status = 'published') limit 1)
    -- The order is that of an index: without it the planner may read videos from end to end until it meets one.
    union all (select from videos where source_id is null and status = 'published' and ${sourceId}::text is not null
      order by source_id limit 1)`;
}
