import { type AreaCalls, callsInArea, oneOf, safeText, shownText } from '@vesper/core/contract';
import { z } from 'zod';
import { STATEMENT_CATEGORIES } from './statement-categories.ts';

export const MOST_CASES_AT_ONCE = 100;

const CHOSEN = `ids must be 1 to ${MOST_CASES_AT_ONCE} case ids.`;

/** A function, so that the browser's bundle can leave it out. */
function chosenIds() {
  return z.array(safeText(100), { error: CHOSEN }).min(1, CHOSEN).max(MOST_CASES_AT_ONCE, CHOSEN);
}

/** One result per case, in the order of the ids; each case is decided separately. */
export const CaseBatch = z.object({
  message: z.string(),
  results: z.array(
    z.object({
      id: z.string(),
      /** False if refused: nothing was changed. */
      isDone: z.boolean(),
      message: z.string(),
      canRestore: z.boolean(),
    }),
  ),
});
export type CaseBatch = z.output<typeof CaseBatch>;

export const caseBatchesCalls = callsInArea('takedowns', {
  decide: {
    route: 'POST /api/case-batches/decide',
    summary: 'Approves or denies several cases separately; failures are listed.',
    undo: 'caseBatches.restore',
    sealedInput: ['note'],
    body: z.object({
      ids: chosenIds(),
      status: oneOf('status', ['approved', 'denied']),
      /** Defaults to the first of each kind. */
      ground: safeText(100).optional(),
      /** For statements of reasons; defaults to the kind's. */
      category: oneOf('category', STATEMENT_CATEGORIES).optional(),
      note: shownText(2000).trim().nullish(),
    }),
    output: CaseBatch,
  },
  restore: {
    route: 'POST /api/case-batches/restore',
    summary: 'Restores the videos that several approved cases took down, case by case.',
    asksPassword: true,
    sealedInput: ['reason'],
    body: z.object({
      ids: chosenIds(),
      reason: shownText(1000).trim().min(1, 'A reason is needed.'),
    }),
    output: CaseBatch,
  },
} as const satisfies AreaCalls);
