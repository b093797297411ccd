import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';
import {
  conditionsOf,
  type Fragment,
  indexesOf,
  type ListIndex,
  problemsOf,
  type WantedVideos,
  WHOLE_LIST,
} from './filter-queries.ts';
import { saysAll, traitsOf } from './traits.ts';

export interface ManagedVideoRow
  extends Pick<
    Selectable<Videos>,
    | ('id' | 'title' | 'status' | 'hidden_reason' | 'removal_reason' | 'kind' | 'source_id' | 'source_url')
    | ('category' | 'tags' | 'views' | 'duration' | 'width' | 'height' | 'created_at' | 'published_at')
    | ('thumbnail_url' | 'video_url' | 'preview_url' | 'storyboard_url' | 'hls_url' | 'embed_url')
    | ('embed_provider' | 'embed_id' | 'placeholder' | 'version')
  > {
  source_name: string | null;
  problems: string[];
  /** For a video hidden as gone; times as in JSON. */
  gone: Record<'class' | 'message' | 'at' | 'nextCheckAt', string | null> | null;
  created_micros: number;
}

/** Microseconds: many videos may share a millisecond. */
export interface ListKey {
  micros: number;
  id: string;
}

const columns = (
  rendersByDefault: boolean,
) => sql`v.id, v.title, v.status, v.hidden_reason, v.removal_reason, v.kind,
  v.source_id, (select s.name from video_sources s where s.id = v.source_id) as source_name, v.source_url, v.category,
  v.tags, v.views, v.duration, v.width, v.height, v.created_at, v.published_at, v.thumbnail_url, v.video_url,
  v.preview_url, v.storyboard_url, v.hls_url, v.embed_url, v.embed_provider, v.embed_id, v.placeholder, v.version,
  (extract(epoch from v.created_at) * 1000000)::bigint as created_micros, ${problemsOf(rendersByDefault)} as problems,
  case when v.hidden_reason = 'gone' then (
    select json_build_object('class', h.last_class, 'message', h.last_message, 'at', h.gone_at, 'nextCheckAt', h.next_check_at)
    from video_health h where h.video_id = v.id) end as gone`;

const after = (key: ListKey | undefined): Fragment =>
  key
    ? sql`(v.created_at, v.id) < (timestamptz 'epoch' + ${key.micros}::float8 * interval '1 microsecond', ${key.id})`
    : sql`true`;

const newestFirst = sql`v.created_at desc, v.id desc`;

export interface PageRequest {
  before: ListKey | undefined;
  limit: number;
  rendersByDefault: boolean;
}

/** Scans `passed` entries of an index, reading at most `most` videos with matching traits. */
export interface Walk {
  index: ListIndex;
  passed: number;
  most: number;
}

const newest = sql`created_at desc, id desc`;

const passing = (wanted: WantedVideos, { index, passed }: Walk, before: ListKey | undefined): Fragment => {
  const { mask, value } = traitsOf(wanted);
  return sql`(select created_at, id, traits & ${mask}::bigint = ${value}::bigint as fits
    from (select v.created_at, v.id, v.traits from videos v where ${index.condition} and ${after(before)}
          order by ${newestFirst} limit ${passed}::int) as entry)`;
};

/** One by one, so that no more are read than needed. */
const walked = (wanted: WantedVideos, walk: Walk, before: ListKey | undefined): Fragment => sql`
  (select created_at, id from ${passing(wanted, walk, before)} as passing where fits
   order by ${newest} limit ${walk.most}::int) as walked
  cross join lateral (select v.* from videos v where v.id = walked.id offset 0) as v`;

export function selectOnWalk(
  db: Db,
  wanted: WantedVideos,
  walk: Walk,
  { before, limit, rendersByDefault }: PageRequest,
): Promise<ManagedVideoRow[]> {
  return execute(db)<ManagedVideoRow>`
    select ${columns(rendersByDefault)} from ${walked(wanted, walk, before)}
    where ${conditionsOf(wanted)} order by walked.created_at desc, walked.id desc limit ${limit}::int`;
}

/** Undefined if the walk reached the end. */
export function selectWalkEnd(
  db: Db,
  wanted: WantedVideos,
  walk: Walk,
  before: ListKey | undefined,
): Promise<ListKey | undefined> {
  const index = passing(wanted, walk, before);
  return firstRow(db)<ListKey>`
    select (extract(epoch from created_at) * 1000000)::bigint as micros, id
    from ((select created_at, id from ${index} as looked_at where fits
           order by ${newest} offset ${walk.most - 1}::int limit 1)
          union all
          (select created_at, id from ${index} as passed order by ${newest} offset ${walk.passed - 1}::int limit 1)) as ends
    order by ${newest} limit 1`;
}

/** The planner's estimate: nothing is counted. */
export async function estimateWithWords(db: Db, words: string): Promise<number> {
  const rows = await execute(db)<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from video_search where doc @@ ${words}::tsquery`;
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/** Newest first. */
export function selectAmong(
  db: Db,
  wanted: WantedVideos,
  ids: readonly string[],
  { before, limit, rendersByDefault }: PageRequest,
): Promise<ManagedVideoRow[]> {
  const { mask, value } = traitsOf(wanted);
  // Sorted first, so that only shown ones are read in full.
  return execute(db)<ManagedVideoRow>`
    select ${columns(rendersByDefault)}
    from (select v.created_at, v.id from videos v
          where v.id = any (${ids}::text[]) and ${after(before)} and v.traits & ${mask}::bigint = ${value}::bigint
          order by ${newestFirst} offset 0) as among
    cross join lateral (select v.* from videos v where v.id = among.id offset 0) as v
    where ${conditionsOf(wanted)} order by among.created_at desc, among.id desc limit ${limit}::int`;
}

export async function selectMatching(
  db: Db,
  wanted: WantedVideos,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await execute(db)<{ id: string }>`
    select v.id from videos v where v.id = any (${ids}::text[]) and ${conditionsOf(wanted)}`;
  return new Set(rows.map(({ id }) => id));
}

export async function countOnWalk(db: Db, wanted: WantedVideos, walk: Walk, cap: number): Promise<number> {
  if (saysAll(wanted, walk.index.counted?.about)) {
    const n = await countByTraits(db, wanted, walk, cap);
    if (n !== undefined) return n;
  }
  return numberOf(db)`
    select count(*)::int as n from (select from ${walked(wanted, walk, undefined)}
                                    where ${conditionsOf(wanted)} limit ${cap}::int) as found`;
}

/** By the index alone. Undefined while cleared videos, which still have traits, exist. */
async function countByTraits(
  db: Db,
  wanted: WantedVideos,
  walk: Walk,
  cap: number,
): Promise<number | undefined> {
  const rows = await execute(db)<{ n: number; is_clearing: boolean }>`
    select (select count(*)::int from (select from ${passing(wanted, walk, undefined)} as passing where fits
                                       limit ${cap}::int) as found) as n,
      exists (select from clearings where finished_at is null) as is_clearing`;
  const [counted] = rows;
  return counted?.is_clearing ? undefined : counted?.n;
}

/** Undefined beyond `limit`. */
export function selectCandidates(db: Db, source: Fragment, limit: number): Promise<string[]> {
  return columnOf(db)<string>`select id from (${source}) as found limit ${limit}::int`;
}

/** Queries of candidate ids in other tables, words aside. */
export function candidateSources({ named, problem }: WantedVideos, limit: number): Fragment[] {
  const sources: Fragment[] = [];
  if (named)
    sources.push(sql`select id from videos where id = ${named.id}
      union select id from videos where source_url_hash = ${named.addressHash}`);
  if (problem === 'possible_duplicate')
    sources.push(sql`select unnest(array[video_id, existing_video_id]) as id
      from (select video_id, existing_video_id from duplicate_decisions
            where outcome = 'suspected' order by id desc limit ${limit}::int) as suspected`);
  if (problem === 'making_failed')
    sources.push(sql`select video_id as id from media_jobs
      where error is not null and status in ('completed', 'failed') limit ${limit}::int`);
  return sources;
}

/** Reads all matching rows, so not for common words. */
export function wordSource(text: string, limit: number): Fragment {
  return sql`${withWords(text, sql`visible`, limit)} union all ${withWords(text, sql`not visible`, limit)}`;
}

/** The subselect makes the planner use the index even for common words. */
function withWords(text: string, visibility: Fragment, limit: number): Fragment {
  return sql`(select video_id as id from video_search
    where ${visibility} and doc @@ (select ${text}::tsquery) limit ${limit}::int)`;
}

export interface VideoCount {
  about: string;
  value: string;
  n: number;
}

export function selectVideoCounts(db: Db): Promise<VideoCount[]> {
  return execute(db)<VideoCount>`select about, value, n from video_totals`;
}

export function sizeOf({ counted, isRare }: ListIndex, counts: readonly VideoCount[]): number {
  if (!counted) return isRare ? 0 : Number.MAX_SAFE_INTEGER;
  return counts.find(({ about, value }) => about === counted.about && value === counted.value)?.n ?? 0;
}

export function narrowestIndex(wanted: WantedVideos, counts: readonly VideoCount[]): ListIndex {
  const [narrowest = WHOLE_LIST] = indexesOf(wanted).sort((a, b) => sizeOf(a, counts) - sizeOf(b, counts));
  return narrowest;
}

export async function foldVideoCounts(db: Db): Promise<void> {
  await execute(db)`select fold_video_counts()`;
}
