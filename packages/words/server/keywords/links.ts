import { randomUUID } from 'node:crypto';
import type { AutoLinked, KeywordLinkChanged, LinkedVideos } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { searchQuery } from '@vesper/library/search';
import {
  type Candidate,
  countLinked,
  insertLinks,
  linkByHand,
  lockForLinks,
  sampleMatches,
  selectCandidate,
  selectKeywordWords,
  selectLinks,
  unlinkByHand,
  walkForCandidates,
} from './link-queries.ts';
import { settleStanding } from './standing.ts';
import { linkedVideoView } from './view.ts';

/** With more matches, the words are so common that a walk finds them. */
const SAMPLED = 3000;
const WALK_STEPS = 5000;
const WALKS = 4;

/** Videos unlinked by hand do not return. Throws not_found. Cost does not grow with the catalogue. */
export async function autoLink(db: Db, keywordId: string, limit: number): Promise<AutoLinked> {
  const candidates = await pickCandidates(db, keywordId, limit);
  return settled(db, keywordId, async (tx) => {
    if (!(await lockForLinks(tx, keywordId))) throw noSuchKeyword();
    const linkedBefore = await countLinked(tx, keywordId);
    const missing = Math.max(0, limit - linkedBefore);
    const linkedCount = await insertLinks(tx, keywordId, candidates.slice(0, missing));
    return { linkedCount, totalCount: linkedBefore + linkedCount };
  });
}

async function pickCandidates(db: Db, keywordId: string, limit: number): Promise<Candidate[]> {
  const words = await selectKeywordWords(db, keywordId);
  if (!words) throw noSuchKeyword();
  const asked = searchQuery(words.keyword);
  if (!asked) return [];
  const exactly = await pickMatches(db, { keywordId, query: asked.strict.query, limit });
  // Like the search: a prefix of the last word only if nothing matches exactly.
  if (exactly.length > 0 || asked.loose === undefined) return exactly;
  return pickMatches(db, { keywordId, query: asked.loose.query, limit });
}

async function pickMatches(
  db: Db,
  wanted: { keywordId: string; query: string; limit: number },
): Promise<Candidate[]> {
  const sample = await sampleMatches(db, { ...wanted, most: SAMPLED });
  if (sample.isComplete) return sample.candidates;
  const found = new Map<string, Candidate>();
  for (let n = 0; n < WALKS && found.size < wanted.limit; n += 1) {
    const walk = { ...wanted, steps: WALK_STEPS, from: randomUUID() };
    for (const one of await walkForCandidates(db, walk)) found.set(one.video_id, one);
  }
  for (const one of sample.candidates) if (!found.has(one.video_id)) found.set(one.video_id, one);
  return [...found.values()].slice(0, wanted.limit);
}

/** Links a video even without the keyword's words. Throws not_found. */
export async function linkVideo(db: Db, keywordId: string, videoId: string): Promise<KeywordLinkChanged> {
  const words = await selectKeywordWords(db, keywordId);
  return settled(db, keywordId, async (tx) => {
    if (!words || !(await lockForLinks(tx, keywordId))) throw noSuchKeyword();
    const candidate = await selectCandidate(tx, videoId, searchQuery(words.keyword)?.strict.query);
    if (!candidate) throw new AppError('not_found', 'This video does not exist.');
    return { changed: await linkByHand(tx, keywordId, candidate) };
  });
}

/** Auto-link will not link it again. Throws not_found. */
export async function unlinkVideo(db: Db, keywordId: string, videoId: string): Promise<KeywordLinkChanged> {
  return settled(db, keywordId, async (tx) => {
    if (!(await lockForLinks(tx, keywordId))) throw noSuchKeyword();
    return { changed: await unlinkByHand(tx, keywordId, videoId) };
  });
}

async function settled<T>(db: Db, keywordId: string, change: (tx: Db) => Promise<T>): Promise<T> {
  const changed = await db.transaction().execute(change);
  await settleStanding(db, keywordId);
  return changed;
}

/** Includes hidden videos. Throws not_found, or bad_request for an invalid key. */
export async function listLinks(
  db: Db,
  { keywordId, limit, after }: { keywordId: string; limit: number; after?: string | undefined },
): Promise<LinkedVideos> {
  if (!(await selectKeywordWords(db, keywordId))) throw noSuchKeyword();
  const rows = await selectLinks(db, { keywordId, limit: limit + 1, after: parseKey(after) });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? `${last.relevance_score}:${last.video_id}` : null;
  return { videos: page.map(linkedVideoView), next };
}

function parseKey(text: string | undefined): { score: number; videoId: string } | undefined {
  if (text === undefined) return undefined;
  const [, score, videoId] = /^(\d{1,10}):(.+)$/.exec(text) ?? [];
  if (score === undefined || videoId === undefined || Number(score) > 2_000_000_000)
    throw new AppError('bad_request', 'after must be the next of the previous page.');
  return { score: Number(score), videoId };
}

function noSuchKeyword(): AppError {
  return new AppError('not_found', 'This keyword does not exist.');
}
