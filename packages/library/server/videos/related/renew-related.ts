import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import { workOut } from './related.ts';
import { RELATED_COUNT } from './related-choice.ts';
import {
  type DueList,
  forgetRelated,
  selectDue,
  selectNextOfWalk,
  selectWalk,
  updateWalk,
} from './related-queries.ts';

/** The job runs each minute; the walk takes a week. */
const RUNS_A_WEEK = 7 * 24 * 60;
const BATCH = 50;
/** Per run: a popular video that changes is in thousands of lists. */
const MOST_DUE = 1000;

/** Recomputes due lists, then the next of a walk over all. Rests as long as each batch took. Safe to interrupt. */
export async function renewRelated(db: Db, { signal }: { signal: AbortSignal }): Promise<void> {
  for (let done = 0; done < MOST_DUE; done += BATCH) {
    const due = await selectDue(db, BATCH);
    await renewBatch(db, due, signal);
    if (due.length < BATCH) break;
  }
  const { afterId, videos } = await selectWalk(db);
  const wanted = Math.ceil(videos / RUNS_A_WEEK);
  let after = afterId;
  for (let done = 0; done < wanted; done += BATCH) {
    const limit = Math.min(BATCH, wanted - done);
    const next = await selectNextOfWalk(db, after, limit);
    const shown = next.filter(({ isPublic }) => isPublic);
    await renewBatch(db, shown, signal);
    after = next.length < limit ? '' : (next.at(-1)?.id ?? '');
    await updateWalk(db, after);
    if (after === '') break;
  }
}

async function renewBatch(db: Db, lists: readonly DueList[], signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  for (const { id, dueSince } of lists) {
    signal.throwIfAborted();
    const chosen = await workOut(db, id, dueSince);
    // No longer public, or too few others to store: cannot be due.
    if (!chosen || chosen.length < RELATED_COUNT) await forgetRelated(db, [id]);
  }
  if (lists.length > 0) await sleep(performance.now() - startedAt, undefined, { signal });
}
