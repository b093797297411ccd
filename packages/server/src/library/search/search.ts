import type { Db } from '../../kernel/db/pool.ts';
import { type Asking, ask, type Found, plainWays } from './asking.ts';
import { wordingOf } from './document.ts';
import {
  copyViews,
  lockFormerDocuments,
  lockStaleDocuments,
  type Shown,
  selectSearchable,
  updateDocuments,
} from './queries.ts';
import { markTiers, refreshCommonWords, selectTierBorders } from './tier-queries.ts';

export interface SearchRequest extends Omit<Asking, 'isFiltered'> {
  shown: Shown;
}

/**
 * One page of matches, best first. The work is bounded at any size of the catalogue: candidates are taken in the order
 * of their views, and only the first few hundred are ranked by how well the words match.
 */
export function searchVideos<Row extends { id: string }>(
  db: Db,
  { shown, ...asking }: SearchRequest,
): Promise<Found<Row>> {
  const { category, tag } = asking;
  const isFiltered = category !== undefined || tag !== undefined;
  return ask<Row>(db, { ...asking, isFiltered }, plainWays(db, shown, { category }));
}

/** In a catalogue that is not much larger the most viewed tenth would be few. */
const FEWEST_HOT = 48_000;
const BATCH = 5000;

/** Updates the copied view counts, marks the tiers, in batches, to keep statements short, and counts common words. */
export async function refreshSearchRanks(db: Db, signal: AbortSignal): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    signal.throwIfAborted();
    last = await copyViews(db, last, BATCH);
  }
  await refreshCommonWords(db);
  const borders = await selectTierBorders(db, FEWEST_HOT);
  if (borders.length === 0) return;
  // Those being changed meanwhile are left to the next hour.
  let marked = BATCH;
  while (marked > BATCH / 2) {
    signal.throwIfAborted();
    marked = await markTiers(db, borders, BATCH);
  }
}

/** Documents per transaction: they are computed here, and the text index is slow to write. */
const DOCUMENTS = 200;

/**
 * Rebuilds stale documents, then those of former rules, in short transactions: a document is found by its old words or by
 * its new ones at any moment. Safe to interrupt. Those that others are changing meanwhile are left to the next time.
 */
export async function remakeStaleDocuments(db: Db, signal: AbortSignal): Promise<void> {
  const remade = (lock: (tx: Db) => Promise<string[]>) => {
    signal.throwIfAborted();
    return db.transaction().execute(async (tx) => {
      const ids = await lock(tx);
      await remakeDocuments(tx, ids);
      return ids;
    });
  };
  const remakeStale = async () => {
    while ((await remade((tx) => lockStaleDocuments(tx, DOCUMENTS))).length === DOCUMENTS);
  };
  await remakeStale();
  let last: string | undefined = '';
  while (last !== undefined) {
    const after: string = last;
    last = (await remade((tx) => lockFormerDocuments(tx, after, DOCUMENTS))).at(-1);
    // What is renamed meanwhile does not wait for all of them.
    await remakeStale();
  }
}

/** Rebuilds the documents of these videos in the caller's transaction. */
export async function remakeDocuments(tx: Db, ids: readonly string[]): Promise<void> {
  const videos = await selectSearchable(tx, ids);
  await updateDocuments(tx, new Map(videos.map((video) => [video.id, wordingOf(video)])));
}
