import type { HiddenReason } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute, numberOf } from '@vesper/core/db/run-sql.ts';
import { addToStats } from '@vesper/site/statistics';
import { type RawBuilder, sql } from 'kysely';
import { publiclyVisible } from '../publicly-visible.ts';

/** Has a row while the video is publicly visible. */
export function publicVideo(id: RawBuilder<string>): RawBuilder<unknown> {
  return sql`select from videos v where v.id = ${id} and ${publiclyVisible}`;
}

/** Adds views in id order, against deadlocks; those of merged videos go to the other. Returns ids that were locked. */
export async function addViews(tx: Db, views: ReadonlyMap<string, number>): Promise<string[]> {
  const ids = [...views.keys()].sort();
  const counts = ids.map((id) => views.get(id) ?? 0);
  const free = await execute(tx)<{ id: string }>`
    select id from videos where id in (
      select unnest(${ids}::text[])
      union select to_id from video_redirects where from_id = any (${ids}::text[]))
    order by id for no key update skip locked`;
  const left = await execute(tx)<{ id: string }>`
    with gathered as (
      select asked.id as asked_id, asked.n, coalesce(r.to_id, asked.id) as id,
        coalesce(r.to_id, asked.id) = any (${free.map(({ id }) => id)}::text[]) as is_free
      from unnest(${ids}::text[], ${counts}::int[]) as asked (id, n)
      left join video_redirects r on r.from_id = asked.id),
    more as (select id, sum(n)::int as n from gathered where is_free group by 1),
    added as (
      update videos v set views = v.views + more.n from more where v.id = more.id and not is_cleared(v)
      returning v.id, more.n),
    noted as (
      insert into uncopied_views select id from added order by id on conflict do nothing),
    counted as (
      ${addToStats(sql`select 'views', '', sum(n) from added having sum(n) > 0`)}),
    summed as (
      update catalogue_totals set views = views + (select coalesce(sum(n), 0) from added))
    select asked_id as id from gathered join videos using (id) where not is_free`;
  return left.map(({ id }) => id);
}

/** Views from a former site: they count in totals, not in daily statistics. */
export async function bringViews(tx: Db, id: string, views: number): Promise<void> {
  await execute(tx)`
    with counted as (update videos set views = views + ${views}::int where id = ${id} returning id),
    noted as (insert into uncopied_views select id from counted on conflict do nothing)
    update catalogue_totals set views = views + ${views}::int where exists (select from counted)`;
}

export function countPublic(db: Db): Promise<number> {
  return numberOf(db)`select videos as n from catalogue_totals`;
}

/** Counted up to the limit. */
export function countHidden(db: Db, reason: HiddenReason, limit: number): Promise<number> {
  return numberOf(db)`
    select count(*)::int as n from (select from videos where hidden_reason = ${reason} limit ${limit}::int) as hidden`;
}
