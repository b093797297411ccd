import { type CallOutput, CaseProposal, type Routes } from '@vesper/contract';
import { viewOf } from '../../../kernel/db/view-of.ts';
import type { CaseParts } from '../cases.ts';
import { groundNamed } from '../kinds/index.ts';
import { hasSeveralAdministrators, selectProposals } from './queries.ts';

const MOST_SHOWN = 200;

/** What waits for a second administrator, as one of them sees it. */
export async function listProposals(
  { db, config }: Pick<CaseParts, 'db' | 'config'>,
  { caseId, for: name }: { caseId: string | undefined; for: string },
): Promise<CallOutput<Routes['proposals']['list']>> {
  const rows = await selectProposals(db, { caseId, limit: MOST_SHOWN });
  return {
    proposals: rows.map((row) =>
      viewOf(CaseProposal, row, {
        groundWords: row.ground && (groundNamed(row.kind, row.ground)?.words ?? row.ground),
        isYours: row.proposed_by === name,
      }),
    ),
    needed: [...config.secondReview],
    hasSecond: await hasSeveralAdministrators(db),
  };
}
