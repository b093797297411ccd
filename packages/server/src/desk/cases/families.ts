import type { Db } from '../../kernel/db/pool.ts';
import { type FamilyVideo, MOST_FAMILY, selectFamilies } from './take-off-queries.ts';

/** Videos that are copies of one another. */
export interface Family {
  /** Those of the given ones that are in it. */
  ids: string[];
  videos: FamilyVideo[];
  /** Whether it may have more videos than these. */
  isCut: boolean;
}

/** The families of videos, each once: what one case took off may be a thousand copies. Hold the lock of merges. */
export async function familiesOf(tx: Db, videoIds: readonly string[]): Promise<Family[]> {
  const left = new Set(videoIds);
  const families: Family[] = [];
  for (const id of videoIds) {
    if (!left.has(id)) continue;
    const videos = await selectFamilies(tx, [id]);
    const kin = new Set(videos.map((video) => video.id)).add(id);
    const ids = [...left].filter((one) => kin.has(one));
    for (const one of ids) left.delete(one);
    families.push({ ids, videos, isCut: videos.length >= MOST_FAMILY });
  }
  return families;
}
