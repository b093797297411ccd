import { takeLock } from '@vesper/core/db/locks.ts';
import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import { ownedWithin, publiclyVisible } from '@vesper/library/videos';
import type { Share } from '@vesper/site/domains';
import { type RawBuilder, sql } from 'kysely';

const prepared = sql.raw(PREPARED);

/** With the start of the next one; the newest has no end. */
const bounded = sql`select s.*, lead(starts_at, 1, 'infinity') over places as ends_at,
    lead(starts_id, 1, '') over places as ends_id
  from sitemap_shards s window places as (order by starts_at, starts_id)`;

/** Whether a place in publishing order lies in the shard `s`. */
const within = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql`(${at}, ${id}) >= (s.starts_at, s.starts_id) and (${at}, ${id}) < (s.ends_at, s.ends_id)`;
const videoWithin = within(sql`v.published_at`, sql`v.id`);

/** Not yet counted in the shard `s`. */
const uncounted = sql`lateral (select count(*) as changes, max(c.at) as changed_at from sitemap_changes c
  where ${within(sql`c.published_at`, sql`c.video_id`)}) as more`;

export interface ListedShard {
  number: number;
  /** Across all domains, as last counted. */
  videos: number;
  changedAt: Date | null;
}

/** With a visible video of the domain. */
export async function selectShards(db: Db, share: Share): Promise<ListedShard[]> {
  if ('only' in share && share.only.length === 0) return [];
  return execute(db)<ListedShard>`${prepared}
    select s.number, s.videos, greatest(s.changed_at, more.changed_at) as "changedAt"
    from (${bounded}) as s cross join ${uncounted}
    where ${hasOwned(share)} order by s.number`;
}

/**
 * Whether the domain owns a visible video of the shard `s`. By category, largest first: a domain that owns little would
 * otherwise cost a read of nearly the whole shard.
 */
function hasOwned(share: Share): RawBuilder<boolean> {
  if ('except' in share && share.except.length === 0)
    return sql`exists (select from videos v where ${publiclyVisible} and ${videoWithin})`;
  return sql`exists (
    select from (
      select v.category from (select name as category, video_count from categories) as v
      where v.video_count > 0 and ${ownedWithin(share)} order by v.video_count desc) as owned
    cross join lateral (
      select from videos v where v.category = owned.category and ${publiclyVisible} and ${videoWithin} limit 1) as one)`;
}

export interface Shard {
  number: number;
  /** Text: JavaScript dates are too coarse for a place. */
  starts_at: string;
  starts_id: string;
  ends_at: string;
  ends_id: string;
  /** Generation and number of changes: never repeats. */
  version: string;
}

export function selectShard(db: Db, number: number): Promise<Shard | undefined> {
  return firstRow(db)<Shard>`${prepared}
    select s.number, s.starts_at::text, s.starts_id, s.ends_at::text, s.ends_id,
      (select generation from library) || '.' || s.changes + more.changes as version
    from (${bounded}) as s cross join ${uncounted} where s.number = ${number}`;
}

export async function lockShards(tx: Db): Promise<void> {
  await takeLock(tx, 'sitemapShards');
}

export async function insertFirstShard(tx: Db): Promise<void> {
  await execute(tx)`insert into sitemap_shards (number, starts_at, starts_id, changes)
    select 1, '-infinity', '', 1 where not exists (select from sitemap_shards)`;
}

interface Changed {
  videos: { id: string; category: string }[];
}

export interface Folded extends Changed {
  changes: number;
}

const changedVideos = sql`coalesce(
  (select json_agg(changed) from (select distinct video_id as id, category from taken) as changed), '[]') as videos`;

/** In publishing order, so that few shards are affected. */
export async function foldChanges(tx: Db, limit: number): Promise<Folded> {
  const folded = await firstRow(tx)<Folded>`
    with taken as (delete from sitemap_changes where ctid = any (array(
        select ctid from sitemap_changes order by published_at, video_id limit ${limit}::int))
      returning published_at, video_id, at, category, more),
    counted as (
      select place.number, count(*) as changes, sum(taken.more) as more, max(taken.at) as changed_at
      from taken cross join lateral (
        select number from sitemap_shards s where (s.starts_at, s.starts_id) <= (taken.published_at, taken.video_id)
        order by s.starts_at desc, s.starts_id desc limit 1) as place
      group by place.number),
    kept as (
      update sitemap_shards s
      set changes = s.changes + counted.changes, videos = greatest(0, s.videos + counted.more),
        -- What has never been counted stays so.
        changed_at = case when s.changed_at is not null then greatest(s.changed_at, counted.changed_at) end
      from counted where s.number = counted.number)
    select (select count(*)::int from taken) as changes, ${changedVideos}`;
  return folded ?? { changes: 0, videos: [] };
}

export interface ShardSizes {
  most: number;
  /** For all but the newest. */
  mostInside: number;
  mostPieces: number;
}

/** Too many videos, or never counted (after an upgrade or clearing). */
export function selectFullShard(tx: Db, { most, mostInside }: ShardSizes): Promise<number | undefined> {
  return oneValue(tx)<number>`select number from (${bounded}) as s
    where changed_at is null or videos > case when ends_at = 'infinity' then ${most}::int else ${mostInside}::int end
    order by number limit 1`;
}

/**
 * Counts a shard. If it is full, the first `most` videos stay and each further `most` begin a new shard; the last one
 * is left uncounted if more follow than were read.
 */
export async function cutShard(
  tx: Db,
  number: number,
  { most, mostInside, mostPieces }: ShardSizes,
): Promise<Changed> {
  const cut = await firstRow(tx)<Changed>`
    with s as (select * from (${bounded}) as s where number = ${number}),
    placed as materialized (
      select v.*, row_number() over (order by v.published_at, v.id) - 1 as nth
      from s cross join lateral (
        select v.id, v.published_at, v.changed_at from videos v where ${publiclyVisible} and ${videoWithin}
        order by v.published_at, v.id limit ${most}::int * ${mostPieces}::int + 1) as v),
    total as (
      select count(*) > (select case when ends_at = 'infinity' then ${most}::int else ${mostInside}::int end from s)
          as is_full,
        count(*) > ${most}::int * ${mostPieces}::int as is_cut
      from placed),
    pieces as (
      select case when is_full then nth / ${most}::int else 0 end as piece, count(*) as videos,
        max(greatest(published_at, changed_at)) as changed_at
      from placed, total group by 1),
    taken as (
      delete from sitemap_changes c using s, total
      where ${within(sql`c.published_at`, sql`c.video_id`)} and (not total.is_cut
        or (c.published_at, c.video_id) < (select published_at, id from placed order by nth desc limit 1))
      returning c.at, c.video_id, c.category),
    added as (
      insert into sitemap_shards (number, starts_at, starts_id, videos, changes, changed_at)
      select (select max(number) from sitemap_shards) + pieces.piece, placed.published_at, placed.id, pieces.videos, 1,
        case when is_cut and piece = ${mostPieces}::int then null else pieces.changed_at end
      from total cross join pieces join placed on placed.nth = pieces.piece * ${most}::int where pieces.piece > 0)
    update sitemap_shards k
    set videos = coalesce((select videos from pieces where piece = 0), 0),
      changes = k.changes + (select count(*) from taken) + case when is_full then 1 else 0 end,
      changed_at = greatest((select max(at) from taken),
        coalesce(k.changed_at, (select changed_at from pieces where piece = 0), now()))
    from total where k.number = ${number}
    returning ${changedVideos}`;
  return cut ?? { videos: [] };
}
