import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../kernel/db/pool.ts';
import { workOut } from './related.ts';
import { RELATED_COUNT } from './related-choice.ts';
import {
  type DueList,
  forgetRelated,
  RULES,
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
/** While lists of old rules are left, a run goes on for this long, half of which it rests. */
const OLD_RULES_MS = 40_000;

export interface RenewOptions {
  signal: AbortSignal;
  /** How long lists of old rules are worked out for, with the pauses. */
  oldRulesMs?: number;
}

/**
 * Works out lists again: those that are due, then the next ones of a walk over all videos, which takes a week, or goes
 * on as fast as half a processor allows where the rules have changed. Rests after each batch as long as it took: visitors
 * come first. Safe to interrupt: a list is stored by one statement, and the place of the walk after its batch.
 */
export async function renewRelated(
  db: Db,
  { signal, oldRulesMs = OLD_RULES_MS }: RenewOptions,
): Promise<void> {
  const endsAt = performance.now() + oldRulesMs;
  for (let done = 0; done < MOST_DUE; done += BATCH) {
    const due = await selectDue(db, BATCH);
    await renewBatch(db, due, signal);
    if (due.length < BATCH) break;
  }
  const { rules, videos } = await selectWalk(db);
  const isCatchingUp = rules !== RULES;
  const wanted = isCatchingUp ? Number.POSITIVE_INFINITY : Math.ceil(videos / RUNS_A_WEEK);
  for (let done = 0; done < wanted; ) {
    const walked = await walkOn(db, { limit: Math.min(BATCH, wanted - done), isCatchingUp, signal });
    done += walked.length;
    if (walked.length < BATCH || (isCatchingUp && performance.now() > endsAt)) break;
  }
}

async function walkOn(
  db: Db,
  { limit, isCatchingUp, signal }: { limit: number; isCatchingUp: boolean; signal: AbortSignal },
): Promise<DueList[]> {
  const { afterId, begun } = await selectWalk(db);
  const next = await selectNextOfWalk(db, begun === RULES ? afterId : '', {
    limit,
    oldRulesOnly: isCatchingUp,
  });
  await renewBatch(
    db,
    next.filter(({ isWanted }) => isWanted),
    signal,
  );
  const isEnd = next.length < limit;
  await updateWalk(db, { afterId: isEnd ? '' : (next.at(-1)?.id ?? ''), isWhole: isEnd });
  return next;
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
