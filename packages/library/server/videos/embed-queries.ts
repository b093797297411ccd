import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';

/** In id order: embedded videos whose provider is not in `names`. */
export function selectUnadopted(
  db: Db,
  { names, after, limit }: { names: readonly string[]; after: string; limit: number },
): Promise<{ id: string; embed_url: string }[]> {
  return execute(db)<{ id: string; embed_url: string }>`
    select id, embed_url from videos
    where kind = 'embed' and id > ${after} and (embed_provider = any (${names}::text[])) is not true
    order by id limit ${limit}::int`;
}

export async function updateEmbed(
  db: Db,
  videos: readonly { videoId: string; provider: string; id: string }[],
): Promise<number> {
  if (videos.length === 0) return 0;
  const rows = await execute(db)`
    with found as (
      select * from unnest(
        ${videos.map((one) => one.videoId)}::text[], ${videos.map((one) => one.provider)}::text[],
        ${videos.map((one) => one.id)}::text[]) as found (video_id, provider, id)),
    taken as (
      select id from videos where id in (select video_id from found) order by id for no key update)
    update videos v set embed_provider = found.provider, embed_id = found.id
    from found join taken on taken.id = found.video_id where v.id = found.video_id
    returning v.id`;
  return rows.length;
}
