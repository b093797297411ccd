import type { CaseMailName, ParsedInput, Routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import {
  addPaper,
  type CaseParts,
  type CaseRow,
  findCase,
  mailSender,
  type NewPaper,
  needsSecond,
  propose,
  requireCase,
  requireStep,
  sealForStep,
  selectAnswers,
  step,
} from '../cases/index.ts';
import { restoreCase } from './restoring/restore.ts';

export type CourtAction = ParsedInput<Routes['cases']['court']> & { by: string };

/** 17 U.S.C. 512(g)(2)(C): the content stays down until settled. Throws not_found, conflict. */
export function recordCourt(cases: CaseParts, { id, by, ...action }: CourtAction): Promise<void> {
  return takeStep(cases, {
    ...{ id, by, event: 'sue', paper: { what: 'court', text: JSON.stringify(action) } },
    mail: 'court_filed',
  });
}

/** The content stays down for good, or is restored. Throws not_found, conflict. */
export async function settleCourt(
  cases: CaseParts,
  { id, by, reason, outcome }: ParsedInput<Routes['cases']['settle']> & { by: string },
): Promise<string> {
  if (outcome === 'restored') {
    const { kind } = await findCase(cases.db, id);
    if (needsSecond(cases, kind, 'restore')) return propose(cases, { id, act: 'restore', text: reason, by });
    const check = async (_tx: Db, caseRow: CaseRow) => void requireStep(caseRow, 'settle');
    const { isBack, outcome: back } = await restoreCase(cases, { id, event: 'restore', reason, by }, check);
    return isBack ? `The takedown was undone. ${back}` : `The court action has ended. ${back}`;
  }
  await takeStep(cases, {
    ...{ id, by, event: 'settle', paper: { what: 'reason', text: reason } },
    mail: 'court_settled',
  });
  return 'The court action has ended. The videos stay down.';
}

interface CourtStep {
  id: string;
  by: string;
  event: 'sue' | 'settle';
  paper: Pick<NewPaper, 'what' | 'text'>;
  /** To the senders of counter-notices. */
  mail: CaseMailName;
}

function takeStep(cases: CaseParts, { id, by, event, paper, mail: name }: CourtStep): Promise<void> {
  const act = async (tx: Db) => {
    const caseRow = await requireCase(tx, id);
    requireStep(caseRow, event);
    const now = cases.clock.now();
    const seal = await sealForStep(tx, cases.keys, caseRow, now);
    await addPaper(tx, id, seal, { ...paper, by, at: now });
    for (const answer of await selectAnswers(tx, id))
      await mailSender(tx, cases, {
        ...{ caseRow: answer, number: id, now },
        mail: { name, kind: 'notice-court', values: { counterNumber: answer.id } },
      });
    await step(tx, caseRow, { event, now, by });
  };
  return transaction(cases.db, act, { retry: ['deadlock'] });
}
