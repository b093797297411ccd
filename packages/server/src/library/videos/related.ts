import type { Db } from '../../kernel/db/pool.ts';
import { selectVideo, selectVideosByIds, type VideoRow } from './queries.ts';
import { selectLatestIds, selectRelated, selectTagNeighbours, upsertRelated } from './related-queries.ts';

export const RELATED_COUNT = 12;

interface RelatedSubject {
  id: string;
  title: string;
  category: string;
  tags: readonly string[];
}

/**
 * Twelve videos, or all others if there are fewer; undefined unless the video is publicly visible. One query where the
 * stored list is complete.
 */
export async function findRelated(db: Db, id: string): Promise<VideoRow[] | undefined> {
  const stored = await selectRelated(db, id);
  if (!stored || distinctOthers(id, stored).length === RELATED_COUNT) return stored;
  const video = await selectVideo(db, id);
  return video && completeRelated(db, video, distinctOthers(id, stored));
}

/**
 * Works out a missing or short list now: a few milliseconds, bounded by indexes. It is stored unless the whole catalogue
 * has fewer: then a new video belongs to it.
 */
async function completeRelated(db: Db, video: RelatedSubject, known: readonly string[]): Promise<VideoRow[]> {
  const ids = await computeRelated(db, video, known);
  if (ids.length === RELATED_COUNT) await upsertRelated(db, video.id, ids);
  return selectVideosByIds(db, ids);
}

/** Computes the list of a new video, and again those of its related videos, which may now include it. */
export async function refreshRelated(db: Db, videoId: string): Promise<void> {
  const video = await selectVideo(db, videoId);
  if (!video) return;
  const ids = await computeRelated(db, video);
  await upsertRelated(db, video.id, ids);
  for (const neighbour of await selectVideosByIds(db, ids)) {
    await upsertRelated(db, neighbour.id, await computeRelated(db, neighbour));
  }
}

/** Extends the known ones, step by step, until there are enough. */
async function computeRelated(
  db: Db,
  video: RelatedSubject,
  known: readonly string[] = [],
): Promise<string[]> {
  const { category } = video;
  // One more than needed: the video itself may be among the newest.
  const steps = [
    () => closest(db, video, category),
    () => selectLatestIds(db, RELATED_COUNT + 1, category),
    () => closest(db, video),
    () => selectLatestIds(db, RELATED_COUNT + 1),
  ];
  const found = new Set(known);
  for (const step of steps) {
    if (found.size >= RELATED_COUNT) break;
    for (const id of await step()) if (id !== video.id) found.add(id);
  }
  return [...found].slice(0, RELATED_COUNT);
}

function distinctOthers(id: string, rows: readonly VideoRow[]): string[] {
  return [...new Set(rows.map((row) => row.id))].filter((other) => other !== id);
}

/**
 * The videos, of one category or of all, that share the rarest tags and similar titles. A tag weighs ln(N / videos with
 * it), the inverse document frequency.
 */
async function closest(db: Db, video: RelatedSubject, category?: string): Promise<string[]> {
  const words = titleWords(video.title);
  const neighbours = await selectTagNeighbours(db, video, category);
  return neighbours
    .map(({ id, title, score }) => ({ id, score: score + 12 * overlap(words, titleWords(title)) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
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
