import { transaction } from '../../kernel/db/transaction.ts';
import type { CaseParts } from '../cases/index.ts';
import { answerCase, MOST_FORWARDED_A_DAY } from './counter-notices.ts';
import { selectWaitingAnswers } from './queries.ts';

/** At once; the next come an hour later. */
const AT_ONCE = { mostOfOne: MOST_FORWARDED_A_DAY, limit: 1000 };

/**
 * Forwards counter-notices that had to wait, as the sender of their notice had been sent as many as in a day, each in a
 * transaction of its own. What still cannot be forwarded goes on waiting.
 */
export async function forwardWaiting(cases: CaseParts, signal: AbortSignal): Promise<void> {
  for (const id of await selectWaitingAnswers(cases.db, AT_ONCE)) {
    if (signal.aborted) return;
    await transaction(cases.db, (tx) => answerCase(tx, cases, id), { retry: ['deadlock'] });
  }
}
