import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import { publiclyVisible } from '../publicly-visible.ts';
import { type VideoRow, videoColumns } from '../queries.ts';
import type { Because, Chosen } from './related-choice.ts';

const prepared = sql.raw(PREPARED);
/** A change committed after a list was computed began at most this long before. */
const LONGEST_CHANGE = '1 minute';

export interface RelatedRow extends VideoRow {
  because: Because | null;
  /** Whether it, or the list's video, may have changed since. */
  isChanged: boolean;
}

export interface StoredRelated {
  subject: { tags: string[]; category: string };
  listed: number;
  isDue: boolean;
  /** Publicly visible ones, in order. */
  rows: RelatedRow[];
}

/** Undefined unless the video is publicly visible. */
export async function selectRelated(db: Db, videoId: string): Promise<StoredRelated | undefined> {
  type Row = RelatedRow & { ofTags: string[]; ofCategory: string; listed: number | null; isDue: boolean };
  const found = await execute(db)<Row>`${prepared}
    with subject as (
      select v.id, v.tags, v.category, v.changed_at, r.related_ids, r.because, r.computed_at, r.due_since
      from videos v left join related_videos r on r.video_id = v.id where v.id = ${videoId} and ${publiclyVisible})
    select subject.tags as "ofTags", subject.category as "ofCategory",
      cardinality(subject.related_ids) as listed, subject.due_since is not null as "isDue", near.*
    from subject left join lateral (
      select ${videoColumns}, wanted.place, wanted.because,
        coalesce(greatest(v.changed_at, subject.changed_at) > subject.computed_at - interval ${sql.lit(LONGEST_CHANGE)},
          false) as "isChanged"
      from unnest(subject.related_ids, subject.because) with ordinality as wanted (id, because, place), videos v
      where v.id = wanted.id and ${publiclyVisible}) as near on true
    order by near.place`;
  const [first] = found;
  if (!first) return undefined;
  return {
    subject: { tags: first.ofTags, category: first.ofCategory },
    listed: first.listed ?? 0,
    isDue: first.isDue,
    rows: found.filter(({ id }) => id !== null),
  };
}

/** Stores the list of a publicly visible video. It stays due if it became due again after `dueSince`. */
export async function upsertRelated(
  db: Db,
  videoId: string,
  { chosen, dueSince }: { chosen: readonly Chosen[]; dueSince: string | null },
): Promise<void> {
  await execute(db)`${prepared}
    with subject as (
      select v.id from videos v where v.id = ${videoId} and ${publiclyVisible} for key share of v)
    insert into related_videos as known (video_id, related_ids, because)
    select id, ${chosen.map(({ id }) => id)}::text[], ${chosen.map(({ because }) => because)}::text[]
    from subject
    on conflict (video_id) do update set related_ids = excluded.related_ids, because = excluded.because,
      computed_at = now(),
      due_since = case when known.due_since::text = ${dueSince} then null else known.due_since end`;
}

/** Lists to be recomputed soon; those never computed are when requested. */
export async function markDue(db: Db, ids: readonly string[]): Promise<void> {
  await execute(db)`${prepared}
    with held as (
      select video_id from related_videos where video_id = any (${ids}::text[]) order by video_id for no key update)
    update related_videos r set due_since = clock_timestamp() from held where r.video_id = held.video_id`;
}

export interface DueList {
  id: string;
  /** Null if not due. */
  dueSince: string | null;
}

/** Longest due first. */
export function selectDue(db: Db, limit: number): Promise<DueList[]> {
  return execute(db)<DueList>`${prepared}
    select video_id as id, due_since::text as "dueSince" from related_videos where due_since is not null
    order by due_since, video_id limit ${limit}::int`;
}

/** The walk's position, and the number of public videos. */
export async function selectWalk(db: Db): Promise<{ afterId: string; videos: number }> {
  const walk = await firstRow(db)<{ afterId: string; videos: number }>`
    select after_id as "afterId", (select videos from catalogue_totals)::int as videos from related_walk`;
  return walk ?? { afterId: '', videos: 0 };
}

export async function updateWalk(db: Db, afterId: string): Promise<void> {
  await execute(db)`update related_walk set after_id = ${afterId}`;
}

/** In any status. */
export function selectNextOfWalk(
  db: Db,
  afterId: string,
  limit: number,
): Promise<(DueList & { isPublic: boolean })[]> {
  return execute(db)<DueList & { isPublic: boolean }>`${prepared}
    select v.id, r.due_since::text as "dueSince", ${publiclyVisible} as "isPublic"
    from videos v left join related_videos r on r.video_id = v.id
    where v.id > ${afterId} order by v.id limit ${limit}::int`;
}

/** Recomputed when next requested. */
export async function forgetRelated(tx: Db, ids: readonly string[]): Promise<void> {
  await execute(tx)`delete from related_videos where video_id = any (${ids}::text[])`;
}
