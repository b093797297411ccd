import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';
import { addToStats } from '../../site/statistics/index.ts';
import { publiclyVisible } from './publicly-visible.ts';

/** Has a row while the video is publicly visible. */
export function publicVideo(id: RawBuilder<string>): RawBuilder<unknown> {
  return sql`select from videos v where v.id = ${id} and ${publiclyVisible}`;
}

/**
 * Adds buffered views, in id order to avoid deadlocks, and marks the videos as uncopied. Views of a video merged in the
 * meantime go to the other.
 */
export async function addViews(db: Db, views: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...views.keys()].sort();
  const counts = ids.map((id) => views.get(id) ?? 0);
  await db.transaction().execute(async (tx) => {
    await execute(tx)`
      select from videos where id in (
        select unnest(${ids}::text[])
        union select to_id from video_redirects where from_id = any (${ids}::text[]))
      order by id for no key update`;
    await execute(tx)`
      with more as (
        select coalesce(r.to_id, gathered.id) as id, sum(gathered.n)::int as n
        from unnest(${ids}::text[], ${counts}::int[]) as gathered (id, n)
        left join video_redirects r on r.from_id = gathered.id group by 1),
      added as (
        update videos v set views = v.views + more.n from more where v.id = more.id and not is_cleared(v)
        returning v.id, more.n),
      noted as (
        insert into uncopied_views select id from added order by id on conflict do nothing),
      counted as (
        ${addToStats(sql`select 'views', '', sum(n) from added having sum(n) > 0`)})
      update catalogue_totals set views = views + (select coalesce(sum(n), 0) from added)`;
  });
}

/**
 * Gives a video the views that it had at a former place. They were not seen here today, so no statistics of days count
 * them.
 */
export async function bringViews(tx: Db, id: string, views: number): Promise<void> {
  await execute(tx)`
    with brought as (update videos set views = views + ${views}::int where id = ${id} returning id),
    noted as (insert into uncopied_views select id from brought on conflict do nothing)
    update catalogue_totals set views = views + ${views}::int where exists (select from brought)`;
}
