import { type RawBuilder, sql } from 'kysely';
import { type Db, PREPARED } from '../../kernel/db/pool.ts';
import { columnOf, execute, firstRow } from '../../kernel/db/run-sql.ts';
import { ownedWithin, publiclyVisible } from '../../library/videos/index.ts';
import type { Share } from '../../site/domains/index.ts';

const prepared = sql.raw(PREPARED);

/** All shards, each with the place where the next one starts; the newest has no end. */
const bounded = sql`select s.*, lead(starts_at, 1, 'infinity') over places as ends_at,
    lead(starts_id, 1, '') over places as ends_id
  from sitemap_shards s window places as (order by starts_at, starts_id)`;

/** Whether a place in the order of publishing lies in the shard `s`. */
const within = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(${at}, ${id}) >= (s.starts_at, s.starts_id) and (${at}, ${id}) < (s.ends_at, s.ends_id)`;
const videoWithin = within(sql`v.published_at`, sql`v.id`);

/** What is not counted yet of the shard `s`. */
const uncounted = sql`lateral (select count(*) as changes, max(c.at) as changed_at from sitemap_changes c
  where ${within(sql`c.published_at`, sql`c.video_id`)}) as more`;

export interface ListedShard {
  number: number;
  /** When it was last counted, of all domains. */
  videos: number;
  changedAt: Date | null;
}

/** The shards with a video of the domain's that is visible now, by number. */
export async function selectShards(db: Db, share: Share): Promise<ListedShard[]> {
  if ('only' in share && share.only.length === 0) return [];
  return execute(db)<ListedShard>`${prepared}
    select s.number, s.videos, greatest(s.changed_at, more.changed_at) as "changedAt"
    from (${bounded}) as s cross join ${uncounted}
    where exists (select from videos v where ${publiclyVisible} and ${ownedWithin(share)} and ${videoWithin})
    order by s.number`;
}

export interface Shard {
  number: number;
  /** As PostgreSQL writes them: JavaScript's dates are too coarse for a place. */
  starts_at: string;
  starts_id: string;
  ends_at: string;
  ends_id: string;
  /** Generation of the library, and the number of changes committed in it: never the same again. */
  version: string;
}

export function selectShard(db: Db, number: number): Promise<Shard | undefined> {
  return firstRow(db)<Shard>`${prepared}
    select s.number, s.starts_at::text, s.starts_id, s.ends_at::text, s.ends_id,
      (select generation from library) || '.' || s.changes + more.changes as version
    from (${bounded}) as s cross join ${uncounted} where s.number = ${number}`;
}

/** One keeper at a time. */
export async function lockShards(tx: Db): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(7305693)`;
}

/** Counts what has changed, and returns the shards where. The first one begins with the first video. */
export async function foldChanges(tx: Db): Promise<number[]> {
  await execute(tx)`insert into sitemap_shards (number, starts_at, starts_id, changes)
    select 1, '-infinity', '', 1 where not exists (select from sitemap_shards)`;
  return columnOf(tx)<number>`
    with taken as (delete from sitemap_changes returning published_at, video_id, at),
    counted as (
      select place.number, count(*) as changes, max(taken.at) as changed_at from taken cross join lateral (
        select number from sitemap_shards s where (s.starts_at, s.starts_id) <= (taken.published_at, taken.video_id)
        order by s.starts_at desc, s.starts_id desc limit 1) as place
      group by place.number)
    update sitemap_shards s
    set changes = s.changes + counted.changes, changed_at = greatest(s.changed_at, counted.changed_at)
    from counted where s.number = counted.number
    returning s.number`;
}

/** Those that have never been counted: after an upgrade, and after clearing. */
export function selectUncounted(tx: Db): Promise<number[]> {
  return columnOf(tx)<number>`select number from sitemap_shards where changed_at is null`;
}

/**
 * Counts a shard's videos. If there are more than `most`, or more than `mostInside` in one that is not the newest, each
 * further `most` of them begin a shard of their own; the first `most` stay as they were.
 */
export async function countShard(
  tx: Db,
  number: number,
  { most, mostInside }: { most: number; mostInside: number },
): Promise<void> {
  await execute(tx)`
    with s as (select * from (${bounded}) as s where number = ${number}),
    placed as materialized (
      select v.id, v.published_at, v.changed_at, row_number() over (order by v.published_at, v.id) - 1 as nth
      from videos v, s where ${publiclyVisible} and ${videoWithin}),
    total as (select count(*) > (select case when ends_at = 'infinity' then ${most}::int else ${mostInside}::int end from s)
      as is_full from placed),
    pieces as (
      select case when is_full then nth / ${most}::int else 0 end as piece, count(*) as videos,
        max(greatest(published_at, changed_at)) as changed_at
      from placed, total group by 1),
    added as (
      insert into sitemap_shards (number, starts_at, starts_id, videos, changes, changed_at)
      select (select max(number) from sitemap_shards) + pieces.piece, placed.published_at, placed.id, pieces.videos, 1,
        pieces.changed_at
      from pieces join placed on placed.nth = pieces.piece * ${most}::int where pieces.piece > 0)
    update sitemap_shards k
    set videos = coalesce((select videos from pieces where piece = 0), 0),
      changes = k.changes + case when is_full then 1 else 0 end,
      changed_at = coalesce(k.changed_at, (select changed_at from pieces where piece = 0))
    from total where k.number = ${number}`;
}
