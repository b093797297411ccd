import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import {
  conditionsOf,
  type Fragment,
  problemsOf,
  type WantedVideos,
  type Way,
  WHOLE_WAY,
  waysOf,
} from './filter-queries.ts';

export interface ManagedVideoRow {
  id: string;
  title: string;
  status: string;
  hidden_reason: string | null;
  removal_reason: string | null;
  kind: string;
  source_id: string | null;
  source_name: string | null;
  source_url: string;
  category: string;
  tags: string[];
  views: number;
  duration: number;
  width: number | null;
  height: number | null;
  created_at: Date;
  published_at: Date | null;
  thumbnail_url: string;
  video_url: string;
  preview_url: string;
  storyboard_url: string;
  hls_url: string;
  embed_url: string;
  embed_provider: string | null;
  embed_id: string | null;
  placeholder: string | null;
  problems: string[];
  /** Of one that is hidden as gone; the moments as they stand in JSON. */
  gone: {
    class: string | null;
    message: string | null;
    at: string | null;
    nextCheckAt: string | null;
  } | null;
  version: number;
  created_micros: number;
}

/** Where a page of the list ends: moments to the microsecond, since many videos may come in one. */
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

/** So many of the videos of a way are looked at, the newest first, whichever of them are meant. */
export interface Walk {
  way: Way;
  most: number;
}

const walked = ({ way, most }: Walk, before: ListKey | undefined): Fragment => sql`
  (select v.* from videos v where ${way.condition} and ${after(before)} order by ${newestFirst} limit ${most}::int)`;

/** Those that are meant among the next of a way, the newest first. */
export async function selectOnWalk(
  db: Db,
  wanted: WantedVideos,
  walk: Walk,
  { before, limit, rendersByDefault }: PageRequest,
): Promise<ManagedVideoRow[]> {
  const { rows } = await sql<ManagedVideoRow>`
    select ${columns(rendersByDefault)} from ${walked(walk, before)} as v
    where ${conditionsOf(wanted)} order by ${newestFirst} limit ${limit}::int`.execute(db);
  return rows;
}

/** The last video that such a walk has come to; undefined where it has come to the end. */
export async function selectWalkEnd(
  db: Db,
  { way, most }: Walk,
  before: ListKey | undefined,
): Promise<ListKey | undefined> {
  const { rows } = await sql<ListKey>`
    select (extract(epoch from v.created_at) * 1000000)::bigint as micros, v.id from videos v
    where ${way.condition} and ${after(before)} order by ${newestFirst} offset ${most - 1}::int limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Those that are meant among videos that are known by their ids, the newest first. */
export async function selectAmong(
  db: Db,
  wanted: WantedVideos,
  ids: readonly string[],
  { before, limit, rendersByDefault }: PageRequest,
): Promise<ManagedVideoRow[]> {
  const { rows } = await sql<ManagedVideoRow>`
    select ${columns(rendersByDefault)} from videos v
    where v.id = any (${ids}::text[]) and ${after(before)} and ${conditionsOf(wanted)}
    order by ${newestFirst} limit ${limit}::int`.execute(db);
  return rows;
}

/** Those of the ids that are meant. */
export async function selectMatching(
  db: Db,
  wanted: WantedVideos,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select v.id from videos v where v.id = any (${ids}::text[]) and ${conditionsOf(wanted)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** How many are meant among the first of a way, at most `cap`, and whether the walk has come to the end. */
export async function countOnWalk(
  db: Db,
  wanted: WantedVideos,
  walk: Walk,
  cap: number,
): Promise<{ n: number; isAll: boolean }> {
  const { rows } = await sql<{ n: number; walked: number }>`
    select (select count(*)::int from (select from ${walked(walk, undefined)} as v
                                       where ${conditionsOf(wanted)} limit ${cap}::int) as found) as n,
      (select count(*)::int from (select v.id from videos v where ${walk.way.condition}
                                 order by ${newestFirst} limit ${walk.most}::int) as way)
        as walked`.execute(db);
  const { n, walked: length } = rows[0] ?? { n: 0, walked: 0 };
  return { n, isAll: n < cap && length < walk.most };
}

/**
 * Ids of all videos among which those that are meant must be, where another table says so, at most `limit`; undefined
 * where none does.
 */
export async function selectCandidates(db: Db, source: Fragment, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (${source}) as found limit ${limit}::int`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** What other tables can say about a filter: each a query of ids. What each reads is bounded by `limit`. */
export function candidateSources(
  { named, words, problem }: WantedVideos,
  tagWords: string | undefined,
  limit: number,
): Fragment[] {
  const sources: Fragment[] = [];
  if (named)
    sources.push(sql`select id from videos where id = ${named.id}
      union select id from videos where source_url_hash = ${named.addressHash}`);
  const text = [words?.anywhere, tagWords].filter((part) => part !== undefined).join(' & ');
  if (text !== '')
    sources.push(
      sql`${withWords(text, sql`visible`, limit)} union all ${withWords(text, sql`not visible`, limit)}`,
    );
  if (problem === 'possible_duplicate')
    sources.push(sql`select unnest(array[video_id, existing_video_id]) as id
      from (select video_id, existing_video_id from duplicate_decisions
            where outcome = 'suspected' order by id desc limit ${limit}::int) as suspected`);
  if (problem === 'making_failed')
    sources.push(sql`select video_id as id from media_jobs
      where error is not null and status in ('completed', 'failed') limit ${limit}::int`);
  return sources;
}

/** Behind a subselect the planner cannot see the words, and takes the index however common they are. */
function withWords(text: string, visibility: Fragment, limit: number): Fragment {
  return sql`(select video_id as id from video_search
    where ${visibility} and doc @@ (select ${text}::tsquery) limit ${limit}::int)`;
}

export interface VideoCount {
  about: string;
  value: string;
  n: number;
}

export async function selectVideoCounts(db: Db): Promise<VideoCount[]> {
  const { rows } = await sql<VideoCount>`select about, value, n from video_totals`.execute(db);
  return rows;
}

/** How many videos such a way has, as far as they are counted. */
export function lengthOf({ counted, isRare }: Way, counts: readonly VideoCount[]): number {
  if (!counted) return isRare ? 0 : Number.MAX_SAFE_INTEGER;
  return counts.find(({ about, value }) => about === counted.about && value === counted.value)?.n ?? 0;
}

/** Of the ways of a filter that with the fewest videos. */
export function narrowestWay(wanted: WantedVideos, counts: readonly VideoCount[]): Way {
  const [narrowest = WHOLE_WAY] = waysOf(wanted).sort((a, b) => lengthOf(a, counts) - lengthOf(b, counts));
  return narrowest;
}

export async function foldVideoCounts(db: Db): Promise<void> {
  await sql`select fold_video_counts()`.execute(db);
}
