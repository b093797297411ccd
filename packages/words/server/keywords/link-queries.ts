import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import { publiclyVisible } from '@vesper/library/videos';
import { type RawBuilder, sql } from 'kysely';

export interface KeywordWords {
  keyword: string;
  language_code: string | null;
}

export function selectKeywordWords(db: Db, id: string): Promise<KeywordWords | undefined> {
  return firstRow(db)<KeywordWords>`
    select keyword, language_code from keywords where id = ${id}`;
}

export interface Candidate {
  video_id: string;
  score: number;
}

/** The search's rank as a whole number. */
function scoreOf(query: string): RawBuilder<number> {
  return sql`least(round(1000 * ts_rank_cd(s.doc, ${query}::tsquery, 1) * ln(s.views + 10)), 2000000000)::int`;
}

function mayBeLinked(keywordId: string): RawBuilder<boolean> {
  return sql`not exists (select from keyword_videos k where k.keyword_id = ${keywordId} and k.video_id = s.video_id)
    and not exists (select from keyword_unlinks u where u.keyword_id = ${keywordId} and u.video_id = s.video_id)
    and exists (select from videos v where v.id = s.video_id and ${publiclyVisible} offset 0)`;
}

export interface Sample {
  candidates: Candidate[];
  /** Whether all matches were considered. */
  isComplete: boolean;
}

/** Random matches out of at most `most`; beyond that see `walkForCandidates`. */
export async function sampleMatches(
  db: Db,
  { keywordId, query, limit, most }: { keywordId: string; query: string; limit: number; most: number },
): Promise<Sample> {
  // A subselect hides the words from the planner, so that it uses the text index.
  const rows = await execute(db)<Candidate & { matches: number }>`
    with matching as materialized (
      select video_id, doc, views from video_search where visible and doc @@ (select ${query}::tsquery)
      limit ${most + 1}::int),
    counted as (select count(*)::int as matches from matching)
    select counted.matches, picked.video_id, picked.score
    from counted left join lateral (
      select s.video_id, ${scoreOf(query)} as score from matching s where ${mayBeLinked(keywordId)}
      order by random() limit ${limit}::int) as picked on true`;
  const candidates = rows.filter((row) => row.video_id !== null);
  return { candidates, isComplete: (rows[0]?.matches ?? 0) <= most };
}

/** For common words: the first matches after a random id, among up to `steps` videos. */
export function walkForCandidates(
  db: Db,
  walk: { keywordId: string; query: string; limit: number; steps: number; from: string },
): Promise<Candidate[]> {
  const { keywordId, query, limit, steps, from } = walk;
  return execute(db)<Candidate>`
    with batch as materialized (
      select video_id, doc, views from video_search where visible and video_id >= ${from}
      order by video_id limit ${steps}::int)
    select s.video_id, ${scoreOf(query)} as score from batch s
    where s.doc @@ ${query}::tsquery and ${mayBeLinked(keywordId)} limit ${limit}::int`;
}

/** False if the keyword is gone. */
export function lockForLinks(tx: Db, keywordId: string): Promise<boolean> {
  return anyRow(tx)`select from keywords where id = ${keywordId} for no key update`;
}

export function countLinked(tx: Db, keywordId: string): Promise<number> {
  return numberOf(tx)`
    select count(*)::int as n from keyword_videos k
    cross join lateral (select from videos v where v.id = k.video_id and ${publiclyVisible} offset 0) as visible
    where k.keyword_id = ${keywordId}`;
}

/** Returns how many are new. */
export function insertLinks(tx: Db, keywordId: string, candidates: readonly Candidate[]): Promise<number> {
  return numberOf(tx)`
    with linked as (
      insert into keyword_videos (keyword_id, video_id, relevance_score)
      select ${keywordId}, v.id, made.score
      from unnest(${candidates.map((one) => one.video_id)}::text[], ${candidates.map((one) => one.score)}::int[])
        as made (video_id, score)
      join videos v on v.id = made.video_id where ${publiclyVisible} order by v.id
      on conflict (keyword_id, video_id) do nothing returning video_id)
    select count(*)::int from linked`;
}

/** Undefined if it may not be linked; score 0 if the words do not match. */
export function selectCandidate(
  tx: Db,
  videoId: string,
  query: string | undefined,
): Promise<Candidate | undefined> {
  const score = query === undefined ? sql`0` : scoreOf(query);
  return firstRow(tx)<Candidate>`
    select v.id as video_id, coalesce((select ${score} from video_search s where s.video_id = v.id), 0) as score
    from videos v where v.id = ${videoId} and v.status <> 'removed' and not is_cleared(v)`;
}

/** Cancels an earlier unlinking. True if the link is new. */
export async function linkByHand(
  tx: Db,
  keywordId: string,
  { video_id, score }: Candidate,
): Promise<boolean> {
  await execute(tx)`delete from keyword_unlinks where keyword_id = ${keywordId} and video_id = ${video_id}`;
  return anyRow(tx)`
    insert into keyword_videos (keyword_id, video_id, relevance_score) values (${keywordId}, ${video_id}, ${score})
    on conflict (keyword_id, video_id) do nothing returning video_id`;
}

/** Permanently. True if there was a link. */
export async function unlinkByHand(tx: Db, keywordId: string, videoId: string): Promise<boolean> {
  const isUnlinked = await anyRow(tx)`
    delete from keyword_videos where keyword_id = ${keywordId} and video_id = ${videoId} returning video_id`;
  if (!isUnlinked) return false;
  await execute(tx)`insert into keyword_unlinks (keyword_id, video_id) values (${keywordId}, ${videoId})
    on conflict do nothing`;
  return true;
}

export interface LinkedVideoRow {
  video_id: string;
  title: string;
  status: string;
  relevance_score: number;
  localized_title: string | null;
  created_at: Date;
}

export function selectLinks(
  db: Db,
  {
    keywordId,
    limit,
    after,
  }: { keywordId: string; limit: number; after?: { score: number; videoId: string } | undefined },
): Promise<LinkedVideoRow[]> {
  // Not a row comparison: relevance descends, ids ascend. The first half bounds the index scan.
  const rest = after
    ? sql`and relevance_score <= ${after.score}::int
        and (relevance_score < ${after.score}::int or video_id > ${after.videoId})`
    : sql``;
  return execute(db)<LinkedVideoRow>`
    select l.video_id, v.title, v.status, l.relevance_score, l.created_at, t.title as localized_title
    from (select keyword_id, video_id, relevance_score, created_at from keyword_videos
          where keyword_id = ${keywordId} ${rest}
            and exists (select from videos v where v.id = video_id and not is_cleared(v) offset 0)
          order by relevance_score desc, video_id limit ${limit}::int) as l
    join videos v on v.id = l.video_id
    join keywords k on k.id = l.keyword_id
    left join video_translations t on t.video_id = l.video_id and t.language_code = coalesce(k.language_code, 'en')
    order by l.relevance_score desc, l.video_id`;
}
