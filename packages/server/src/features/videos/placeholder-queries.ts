import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { publiclyVisible } from './queries.ts';

/** Publicly visible hosted videos whose placeholder nobody has tried to make, in the order of their ids. */
export async function selectWithoutPlaceholder(
  db: Db,
  afterId: string,
  limit: number,
): Promise<{ id: string; thumbnail_url: string }[]> {
  const { rows } = await sql<{ id: string; thumbnail_url: string }>`
    select v.id, v.thumbnail_url from videos v
    where v.placeholder is null and v.kind = 'hosted' and ${publiclyVisible} and v.id > ${afterId}
    order by v.id limit ${limit}`.execute(db);
  return rows;
}

/** Unless the video has another thumbnail by now. */
export async function updatePlaceholder(
  db: Db,
  id: string,
  thumbnailKey: string,
  placeholder: string,
): Promise<void> {
  await sql`update videos set placeholder = ${placeholder}
    where id = ${id} and thumbnail_url = ${thumbnailKey}`.execute(db);
}
