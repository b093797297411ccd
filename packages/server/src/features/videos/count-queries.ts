import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { publiclyVisible } from './queries.ts';

/** Has a row while the video is publicly visible. */
export function publicVideo(id: string): RawBuilder<unknown> {
  return sql`select from videos v where v.id = ${id} and ${publiclyVisible}`;
}

/** Adds gathered views, in the order of the ids, so that two writers cannot deadlock, and notes whose they are. */
export async function addViews(db: Db, views: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...views.keys()].sort();
  const counts = ids.map((id) => views.get(id) ?? 0);
  await db.transaction().execute(async (tx) => {
    await sql`select from videos where id = any (${ids}::text[]) order by id for no key update`.execute(tx);
    await sql`
      with added as (
        update videos v set views = v.views + more.n
        from unnest(${ids}::text[], ${counts}::int[]) as more (id, n) where v.id = more.id
        returning v.id, more.n),
      noted as (
        insert into uncopied_views select id from added order by id on conflict do nothing)
      update catalogue_totals set views = views + (select coalesce(sum(n), 0) from added)`.execute(tx);
  });
}
