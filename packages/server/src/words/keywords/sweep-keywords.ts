import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../kernel/db/pool.ts';
import { markRefused, selectKeywordWords } from './queries.ts';

/** Keywords read in one step, and the rest after it. */
const STEP = 200;
const PAUSE_MS = 20;

/**
 * Marks the keywords whose words are refused by now, which have no pages until an administrator lets them pass, and
 * clears the mark of those that no longer are.
 */
export async function sweepKeywords(
  db: Db,
  isRefused: (text: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const keywords = await selectKeywordWords(db, after, STEP);
    const judged = keywords.map((keyword) => ({ ...keyword, shall: keyword.words.some(isRefused) }));
    const changed = judged.filter(({ is_refused, shall }) => is_refused !== shall);
    await db.transaction().execute(async (tx) => {
      for (const verdict of [true, false])
        await markRefused(
          tx,
          changed.filter(({ shall }) => shall === verdict).map(({ id }) => id),
          verdict,
        );
    });
    after = keywords.at(-1)?.id ?? '';
    if (keywords.length < STEP) return;
    await pause(PAUSE_MS, undefined, { signal });
  }
}
