import type { CaseBatch } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Act, Handlers } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { type CaseParts, canStep, selectCase } from '../../cases/index.ts';
import { decideOrPropose } from '../decide.ts';
import { restoreOrPropose } from '../restoring/restore.ts';

export function caseBatchRoutes(parts: CaseParts, log: Log): Handlers['caseBatches'] {
  const doAll = async (ids: readonly string[], act: Act, one: (id: string) => Promise<string>) => {
    const batch = await oneByOne(parts.db, log, ids, one);
    const idsOf = (isDone: boolean) =>
      batch.results.filter((result) => result.isDone === isDone).map(({ id }) => id);
    act.changed({ after: { done: idsOf(true), refused: idsOf(false) } });
    return batch;
  };
  return {
    decide: ({ ids, ...decision }, { actor: { username: by }, act }) =>
      doAll(ids, act, (id) => decideOrPropose(parts, { ...decision, id, by })),
    restore: ({ ids, reason }, { actor: { username: by }, act }) =>
      doAll(ids, act, (id) => restoreOrPropose(parts, { id, reason, by })),
  };
}

/** One transaction per case: a refusal does not affect the others. Ignores repeated ids. */
export async function oneByOne(
  db: Db,
  log: Log,
  ids: readonly string[],
  act: (id: string) => Promise<string>,
): Promise<CaseBatch> {
  const results: CaseBatch['results'] = [];
  for (const id of new Set(ids)) {
    const outcome = await outcomeOf(id, log, act);
    const caseRow = await selectCase(db, id);
    results.push({ id, ...outcome, canRestore: caseRow !== undefined && canStep(caseRow, 'restore') });
  }
  const done = results.filter(({ isDone }) => isDone).length;
  const refused = results.length - done;
  const counted = `${done} of ${results.length} ${results.length === 1 ? 'case' : 'cases'} done.`;
  return { message: refused === 0 ? counted : `${counted} ${refused} refused.`, results };
}

async function outcomeOf(
  id: string,
  log: Log,
  act: (id: string) => Promise<string>,
): Promise<{ isDone: boolean; message: string }> {
  try {
    return { isDone: true, message: await act(id) };
  } catch (error) {
    if (error instanceof AppError) return { isDone: false, message: error.message };
    log.error({ err: error, case: id }, 'A case in a batch could not be decided.');
    return { isDone: false, message: 'Something went wrong; this case was not changed.' };
  }
}
