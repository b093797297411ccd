import { INDEXABLE_VIDEOS } from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import {
  forgetNoted,
  lockStandings,
  noteMore,
  noteSisters,
  type Standing,
  saveStanding,
  selectAlikeKeyword,
  selectFormerStanding,
  selectIsAlikeCategory,
  selectNoted,
  selectShown,
} from './standing-queries.ts';

/** Two pages of a list. */
const COMPARED = 48;
/** Share of both pages' videos. */
const LIKENESS = 0.8;
const BATCH = 100;

export async function settleNoted(db: Db, signal: AbortSignal): Promise<void> {
  await drainOutbox(db);
  for (;;) {
    const noted = await selectNoted(db, BATCH);
    if (noted.length === 0) return;
    for (const keywordId of noted) {
      signal.throwIfAborted();
      await settleStanding(db, keywordId);
    }
  }
}

/** Changed translations and new videos in categories do not queue pages by themselves. */
export async function noteAll(db: Db, signal: AbortSignal): Promise<void> {
  let last: string | undefined = '';
  while (last !== undefined) {
    signal.throwIfAborted();
    last = await noteMore(db, last, BATCH * 10);
  }
}

/** Compares a keyword's page by its videos, then only newer pages, so that it terminates. */
export function settleStanding(db: Db, keywordId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockStandings(tx);
    await forgetNoted(tx, keywordId);
    const former = await selectFormerStanding(tx, keywordId);
    if (!former) return;
    const standing = await workOut(tx, keywordId, former.position);
    const isIndexable = await saveStanding(tx, standing);
    const isSame =
      isIndexable === (former.was_indexable ?? false) && former.shown?.join() === standing.shown.join();
    if (isSame) return;
    await noteSisters(tx, { keywordId, few: fewOf(standing.shown), after: former.position });
  });
}

async function workOut(tx: Db, keywordId: string, position: number): Promise<Standing> {
  const { shown, category } = await selectShown(tx, keywordId, COMPARED);
  const free = { keywordId, shown, category, obstacle: null, alikeKeyword: null, alikeCategory: null };
  if (shown.length < INDEXABLE_VIDEOS) return { ...free, obstacle: 'few' };
  const like = { shown, likeness: LIKENESS };
  const sister = await selectAlikeKeyword(tx, { ...like, few: fewOf(shown), before: position });
  if (sister) return { ...free, obstacle: 'alike', alikeKeyword: sister.keyword_id };
  const isCategory =
    category !== null && (await selectIsAlikeCategory(tx, { ...like, category, compared: COMPARED }));
  return isCategory ? { ...free, obstacle: 'alike', alikeCategory: category } : free;
}

/** By the pigeonhole principle, every page this similar has one of these. */
function fewOf(shown: string[]): string[] {
  return shown.slice(0, shown.length - Math.ceil(LIKENESS * shown.length) + 1);
}
