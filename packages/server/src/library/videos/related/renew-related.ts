import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../kernel/db/pool.ts';
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

/** The job runs each minute, and the walk is to come round once a week. */
const RUNS_A_WEEK = 7 * 24 * 60;
const BATCH = 50;
/** Of due lists, at most so many a run: a popular video that changes is in thousands. */
const MOST_DUE = 1000;

/**
 * Works out lists again: those that are due, then the next ones of a walk over all videos, which takes a week. Rests
 * after each batch as long as it took: visitors come first. Safe to interrupt: a list is stored by one statement, and the place of the walk after its batch.
 */
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
    // Not public any more, or too few others to be stored: nothing that could be due.
    if (!chosen || chosen.length < RELATED_COUNT) await forgetRelated(db, [id]);
  }
  if (lists.length > 0) await sleep(performance.now() - startedAt, undefined, { signal });
}
