import type { Db } from '@vesper/core/db/pool.ts';
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

/** One page, best first. The work is bounded: only the few hundred most viewed matches are ranked. */
export function searchVideos<Row extends { id: string }>(
  db: Db,
  { shown, ...asking }: SearchRequest,
): Promise<Found<Row>> {
  const { category, tag } = asking;
  const isFiltered = category !== undefined || tag !== undefined;
  return ask<Row>(db, { ...asking, isFiltered }, plainWays(db, shown, { category }));
}

/** Otherwise the most viewed tenth of a small catalogue would be few. */
const FEWEST_HOT = 48_000;
const BATCH = 5000;

/** Copies views, marks the tiers and counts common words, in batches to keep statements short. */
export async function refreshSearchRanks(db: Db, signal: AbortSignal): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    signal.throwIfAborted();
    last = await copyViews(db, last, BATCH);
  }
  await refreshCommonWords(db);
  const borders = await selectTierBorders(db, FEWEST_HOT);
  if (borders.length === 0) return;
  // Locked rows are left to the next run.
  let marked = BATCH;
  while (marked > BATCH / 2) {
    signal.throwIfAborted();
    marked = await markTiers(db, borders, BATCH);
  }
}

/** Per transaction: the text index is slow to write. */
const DOCUMENTS = 200;

/** Rebuilds stale documents, then those of former rules. Safe to interrupt; locked ones are left to the next run. */
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
    // Renamed categories come before the rest.
    await remakeStale();
  }
}

/** In the caller's transaction. */
export async function remakeDocuments(tx: Db, ids: readonly string[]): Promise<void> {
  const videos = await selectSearchable(tx, ids);
  await updateDocuments(tx, new Map(videos.map((video) => [video.id, wordingOf(video)])));
}
