import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';
import type { Place } from '../../kernel/storage/storage.ts';
import { publiclyVisible } from './publicly-visible.ts';

interface PlainVideo {
  id: string;
  thumbnail_url: string;
  /** The thumbnail's place; null if unknown. */
  place: Place | null;
}

/** Publicly visible hosted videos whose placeholder has not been tried, in id order. */
export function selectWithoutPlaceholder(db: Db, afterId: string, limit: number): Promise<PlainVideo[]> {
  return execute(db)<PlainVideo>`
    select v.id, v.thumbnail_url,
      (select f.place from stored_files f where f.video_id = v.id and f.key = v.thumbnail_url limit 1) as place
    from videos v
    where v.placeholder is null and v.kind = 'hosted' and ${publiclyVisible} and v.id > ${afterId}
    order by v.id limit ${limit}`;
}

/** Unless the thumbnail has changed. */
export async function updatePlaceholder(
  db: Db,
  id: string,
  thumbnailKey: string,
  placeholder: string,
): Promise<void> {
  await execute(db)`update videos set placeholder = ${placeholder}
    where id = ${id} and thumbnail_url = ${thumbnailKey}`;
}
