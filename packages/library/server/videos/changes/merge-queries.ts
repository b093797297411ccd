import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import type { SearchableVideo } from '../../search/index.ts';

/** Serialises merges, which collapse chains of redirects. */
export async function lockMerges(tx: Db): Promise<void> {
  await takeLock(tx, 'merges');
}

export interface MergeRow extends SearchableVideo {
  id: string;
  tags: string[];
  status: string;
  hidden_reason: string | null;
  views: number;
  merged_into: string | null;
}

/** In id order, like all writers of several videos. */
export async function lockVideosToMerge(tx: Db, ids: readonly string[]): Promise<MergeRow[]> {
  await execute(tx)`select from videos where id = any (${ids}::text[]) order by id for no key update`;
  return execute(tx)<MergeRow>`
    select v.id, v.title, v.description, v.tags, v.category, v.language, v.status, v.hidden_reason, v.views,
      r.to_id as merged_into
    from videos v left join video_redirects r on r.from_id = v.id where v.id = any (${ids}::text[]) and not is_cleared(v)`;
}

/** One statement, so that counts are updated once and in order. The content's hash stays, to recognise the file. */
export async function updateMerged(
  tx: Db,
  merge: { fromId: string; toId: string; tags: readonly string[]; movedViews: number },
): Promise<void> {
  const { fromId, toId, tags, movedViews } = merge;
  await execute(tx)`
    update videos v set
      views = v.views + part.views,
      tags = coalesce(part.tags, v.tags),
      -- Tags no longer follow the kept video's source.
      edited_fields = case when part.tags <> v.tags and not 'tags' = any (v.edited_fields)
                           then v.edited_fields || array['tags'] else v.edited_fields end,
      status = coalesce(part.status, v.status),
      hidden_reason = case when part.is_merged then null else v.hidden_reason end,
      video_url = case when part.is_merged and v.kind = 'hosted' then '' else v.video_url end,
      thumbnail_url = case when part.is_merged then '' else v.thumbnail_url end,
      preview_url = case when part.is_merged then '' else v.preview_url end,
      storyboard_url = case when part.is_merged then '' else v.storyboard_url end,
      hls_url = case when part.is_merged then '' else v.hls_url end
    from (values (${fromId}, true, -${movedViews}::int, null, 'removed'),
                 (${toId}, false, ${movedViews}::int, ${tags}::text[], null))
      as part (id, is_merged, views, tags, status)
    where v.id = part.id`;
}

export async function noteUncopiedViews(tx: Db, id: string): Promise<void> {
  await execute(tx)`insert into uncopied_views values (${id}) on conflict do nothing`;
}

export async function insertRedirect(tx: Db, fromId: string, toId: string): Promise<void> {
  await execute(tx)`update video_redirects set to_id = ${toId} where to_id = ${fromId}`;
  await execute(tx)`insert into video_redirects (from_id, to_id) values (${fromId}, ${toId})`;
}
