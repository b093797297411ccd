import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';

/** Returns how many of up to `limit` videos moved. Locks in id order, like all writers of several videos. */
export async function moveCategory(
  tx: Db,
  { from, to, limit }: { from: string; to: string | null; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with newest as (
      select id from videos where category = ${from} order by created_at desc, id desc limit ${limit}::int),
    next as (
      select v.id from newest join videos v using (id) where v.category = ${from}
      order by v.id for no key update of v)
    update videos v set category = ${to} from next where v.id = next.id`.execute(tx);
  return Number(numAffectedRows);
}

/** Renames a tag, in any case, without duplicates and in place; null drops it. */
export async function moveTag(
  tx: Db,
  { from, to, limit }: { from: string; to: string | null; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with bearers as (
      (select video_id as id from video_tags where tag = ${from} order by video_id limit ${limit}::int)
      union
      (select id from videos where status <> 'published' and lower_tags(tags) @> array[${from}]
       limit ${limit}::int)),
    next as (
      select v.id, v.tags from videos v join bearers using (id) order by v.id for no key update of v)
    update videos v set tags = coalesce((
        select array_agg(tag order by place) from (
          select distinct on (lower(tag)) tag, place from (
            select case when lower(t.tag) = ${from} then ${to}::text else t.tag end as tag, place
            from unnest(next.tags) with ordinality as t (tag, place)) as changed
          where tag is not null order by lower(tag), place) as once), '{}')
    from next where v.id = next.id`.execute(tx);
  return Number(numAffectedRows);
}
