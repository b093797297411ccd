import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import { markRefused, selectKeywordWords } from './queries.ts';

const STEP = 200;
const PAUSE_MS = 20;

/** Marks keywords with blocked words, which hides their pages, and unmarks others. */
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
