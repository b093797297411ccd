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

export interface MadePlaceholder {
  id: string;
  thumbnailKey: string;
  /** '' where the file is not a picture. */
  placeholder: string;
}

/** Except where the thumbnail has changed. */
export async function updatePlaceholders(db: Db, made: readonly MadePlaceholder[]): Promise<void> {
  const column = (name: keyof MadePlaceholder) => made.map((one) => one[name]);
  await execute(db)`update videos v set placeholder = m.placeholder
    from unnest(${column('id')}::text[], ${column('thumbnailKey')}::text[], ${column('placeholder')}::text[])
      as m (id, thumbnail_key, placeholder)
    where v.id = m.id and v.thumbnail_url = m.thumbnail_key`;
}
