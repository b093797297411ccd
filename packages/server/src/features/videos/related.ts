import type { Db } from '../../db/pool.ts';
import { selectVideo, selectVideosByIds } from './queries.ts';
import {
  selectLatestOfCategory,
  selectRelatedIds,
  selectTagNeighbours,
  upsertRelated,
} from './related-queries.ts';

export const RELATED_COUNT = 12;

interface RelatedSubject {
  id: string;
  title: string;
  category: string;
  tags: readonly string[];
}

/** The stored list if there is one, else the same worked out now: a few milliseconds, bounded by an index. */
export async function findRelated(db: Db, video: RelatedSubject): Promise<string[]> {
  return (await selectRelatedIds(db, video.id)) ?? (await computeRelated(db, video));
}

/** Works out the list of a new video, and again those of the videos it is related to: they may want it. */
export async function refreshRelated(db: Db, videoId: string): Promise<void> {
  const video = await selectVideo(db, videoId);
  if (!video) return;
  const ids = await computeRelated(db, video);
  await upsertRelated(db, video.id, ids);
  for (const neighbour of await selectVideosByIds(db, ids)) {
    await upsertRelated(db, neighbour.id, await computeRelated(db, neighbour));
  }
}

/**
 * The videos of the same category that share the rarest tags, then those whose titles share words, filled up
 * with the newest of the category. A tag weighs ln(N / videos that bear it), the inverse document frequency.
 */
async function computeRelated(db: Db, video: RelatedSubject): Promise<string[]> {
  const neighbours = await selectTagNeighbours(db, video);
  const words = titleWords(video.title);
  const scored = neighbours
    .map(({ id, title, score }) => ({ id, score: score + 12 * overlap(words, titleWords(title)) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
    .slice(0, RELATED_COUNT);
  if (scored.length === RELATED_COUNT) return scored;
  const newest = await selectLatestOfCategory(db, video.category, RELATED_COUNT * 2 + 1);
  const fill = newest.filter((id) => id !== video.id && !scored.includes(id));
  return [...scored, ...fill].slice(0, RELATED_COUNT);
}

function titleWords(title: string): Set<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}

/** Jaccard similarity: shared words over all words, 0 to 1. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
