import type { Db } from '../../../kernel/db/pool.ts';
import {
  type FamilyVideo,
  MOST_FAMILY,
  selectFamilies,
  selectFilms,
} from '../taking-off/take-off-queries.ts';

/** Videos that are copies of one another. */
export interface Family {
  /** Those of the given ones that are in it. */
  ids: string[];
  videos: FamilyVideo[];
  /** Whether it may have more videos than these. */
  isCut: boolean;
}

/**
 * The families of videos, each once: what one case took off may be thousands of copies. Those of the same film as one
 * that was cut are in it, too, also beyond its end. Hold the lock of merges.
 */
export async function familiesOf(tx: Db, videoIds: readonly string[]): Promise<Family[]> {
  const left = new Set(videoIds);
  const films = await selectFilms(tx, videoIds);
  const families: Family[] = [];
  for (const id of videoIds) {
    if (!left.has(id)) continue;
    const videos = await selectFamilies(tx, [id]);
    const kin = new Set(videos.map((video) => video.id)).add(id);
    const isCut = videos.length >= MOST_FAMILY;
    const same = new Set(isCut ? videos.map((video) => video.content_sha256?.toString('hex') ?? '') : []);
    const ids = [...left].filter((one) => kin.has(one) || same.has(films.get(one) ?? 'none'));
    for (const one of ids) left.delete(one);
    families.push({ ids, videos, isCut });
  }
  return families;
}
