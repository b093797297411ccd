import type { CaseMailName } from '@vesper/contract';
import type { Db } from '../../../kernel/db/pool.ts';
import { type CaseParts, type CaseRow, mailSender, selectAnswers } from '../../cases/index.ts';

/** To both sides of a counter-notice: what was taken off is back. Nothing if there was none. */
export async function mailRestoration(
  tx: Db,
  cases: CaseParts,
  {
    caseRow,
    back: { heldBy, isBack },
    isWithdrawn,
    now,
  }: {
    caseRow: CaseRow;
    back: { heldBy: readonly string[]; isBack: boolean };
    isWithdrawn: boolean;
    now: Date;
  },
): Promise<void> {
  const answers = await selectAnswers(tx, caseRow.id);
  if (answers.length === 0) return;
  const why = isWithdrawn ? 'withdrawn' : caseRow.state === 'litigation' ? 'settled' : 'restored';
  const back: CaseMailName = heldBy.length > 0 ? `${why}_partly` : why;
  const name = isBack ? back : 'stays_off';
  const kind = 'notice-restored';
  if (!isWithdrawn) await mailSender(tx, cases, { caseRow, mail: { name, kind, values: {} }, now });
  for (const answer of answers)
    await mailSender(tx, cases, {
      ...{ caseRow: answer, number: caseRow.id, now },
      mail: { name, kind, values: { counterNumber: answer.id } },
    });
}
