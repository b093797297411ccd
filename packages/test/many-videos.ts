import { randomUUID } from 'node:crypto';
import type { Db } from '@vesper/core/db/pool.ts';
import { sql } from 'kysely';
import { makeCategory } from './factories.ts';

export interface ManyVideos {
  count: number;
  category?: string;
  /** Instead of one: `{category} 1`, `{category} 2`... in turn. */
  categories?: number;
  sourceId?: string;
  /** Every nth; 0 is none. */
  hiddenEvery?: number;
  embedEvery?: number;
  pictureless?: boolean;
}

/** Videos by one statement, a second apart, with two tags, a search row and two files each; the newest is the last. */
export function makeManyVideos(db: Db, many: ManyVideos): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await insertVideos(tx, many);
  });
}

async function insertVideos(db: Db, many: ManyVideos): Promise<void> {
  const { count, category = 'Charts', categories = 1, hiddenEvery = 0, embedEvery = 0 } = many;
  const names = Array.from({ length: categories }, (_, n) =>
    categories === 1 ? category : `${category} ${n + 1}`,
  );
  for (const name of names) await makeCategory(db, name);
  await sql`
    insert into videos (title, description, tags, category, source_id, source_url, source_url_hash, video_url,
      thumbnail_url, duration, height, views, kind, status, hidden_reason, slug, created_at, published_at)
    select 'Chart ' || n || ' of row' || n % 100, '', array['Even' || n % 2, 'tag' || n % 50],
      (${names}::text[])[1 + n % ${categories}::int], ${many.sourceId ?? null}, u.url, sha256(u.url::bytea), '',
      ${many.pictureless ? '' : 'https://pictures.test/1.webp'}, 1 + n % 2000, 360 * (1 + n % 6), n % 1000,
      case when n % nullif(${embedEvery}::int, 0) = 0 then 'embed' else 'remote' end,
      case when n % nullif(${hiddenEvery}::int, 0) = 0 then 'hidden' else 'published' end,
      case when n % nullif(${hiddenEvery}::int, 0) = 0 then 'administrator' end,
      'chart', m.at, m.at
    from generate_series(1, ${count}::int) as n,
      lateral (select 'https://many.test/' || ${randomUUID()}::text || '/' || n as url) as u,
      lateral (select now() - interval '1 day' + n * interval '1 millisecond' as at) as m`.execute(db);
  await sql`
    insert into video_search (video_id, doc, views, visible)
    select v.id, setweight(to_tsvector('simple', v.title), 'A')
        || setweight(to_tsvector('simple', array_to_string(v.tags, ' ')), 'B'),
      v.views, v.status = 'published'
    from videos v where not exists (select from video_search s where s.video_id = v.id)`.execute(db);
  await sql`
    insert into stored_files (video_id, key, purpose, name, size_bytes)
    select v.id, 'videos/many/' || v.id || '/' || n || '.webp', 'thumbnail', n || '.webp', 1000
    from videos v, (values (320), (640)) as widths (n)
    where not exists (select from stored_files f where f.video_id = v.id)`.execute(db);
}
