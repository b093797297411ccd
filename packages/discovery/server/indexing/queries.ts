import type { KeywordStanding, VideoStatus } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { ownedWithin } from '@vesper/library/videos';
import type { Share } from '@vesper/site/domains';

interface CategoryCounts {
  /** The domain's own, and others'. */
  indexable: number;
  ownedElsewhere: number;
  categories: { indexable: number; ownedElsewhere: number; withoutVideos: number };
}

/** From each category's totals. */
export async function countCategories(db: Db, share: Share): Promise<CategoryCounts> {
  const counts = await firstRow(db)<CategoryCounts>`
    select coalesce(sum(videos) filter (where is_owned), 0)::int as indexable,
      coalesce(sum(videos) filter (where not is_owned), 0)::int as "ownedElsewhere",
      json_build_object('indexable', count(*) filter (where videos > 0 and is_owned),
        'ownedElsewhere', count(*) filter (where videos > 0 and not is_owned),
        'withoutVideos', count(*) filter (where videos = 0)) as categories
    from (select v.videos, ${ownedWithin(share)} as is_owned
          from (select name as category, video_count as videos from categories) as v) as counted`;
  const none = { indexable: 0, ownedElsewhere: 0 };
  return counts ?? { ...none, categories: { ...none, withoutVideos: 0 } };
}

/** From totals. */
export function countNotVisible(db: Db): Promise<{ status: VideoStatus; count: number }[]> {
  return execute(db)<{ status: VideoStatus; count: number }>`
    select value as status, n::int as count from video_totals
    where about = 'status' and value <> 'published' and n > 0 order by n desc, value`;
}

/** Of at most `most` keywords. */
export function countStandings(
  db: Db,
  most: number,
): Promise<{ standing: KeywordStanding; count: number }[]> {
  return execute(db)<{ standing: KeywordStanding; count: number }>`
    select standing, count(*)::int as count
    from (select p.standing from keyword_pages p order by p.position limit ${most}::int) as counted
    group by standing order by count(*) desc, standing`;
}
