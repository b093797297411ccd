import type { CaseMailName } from '@vesper/contract';
import type { Db } from '../../../kernel/db/pool.ts';
import type { CaseMail } from '../../case-mails/index.ts';
import type { CaseRow } from '../case-queries.ts';
import type { CaseParts } from '../cases.ts';
import { putCaseMail } from '../mails.ts';
import { sealOf } from '../sealing/case-seal.ts';
import { selectAnswers } from '../sender-queries.ts';
import { senderOf } from '../senders.ts';

interface SenderMail {
  caseRow: CaseRow;
  /** The number that the mail is about, if not the case's own: a counter-notice's sender knows both. */
  number?: string;
  mail: Omit<CaseMail, 'to'>;
  now: Date;
  mostADay?: number;
}

/**
 * A mail to a case's sender, sealed with the case's key; false if the mailbox is not known, or had `mostADay` of the kind.
 */
export async function mailSender(
  tx: Db,
  cases: CaseParts,
  { caseRow, number = caseRow.id, mail, ...limits }: SenderMail,
): Promise<boolean> {
  const to = await senderOf(tx, cases, caseRow);
  if (to === undefined) return false;
  const seal = await sealOf(tx, cases.keys, caseRow, limits.now);
  return putCaseMail(tx, cases, { caseRow, seal, number }, { ...mail, to }, limits);
}

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
