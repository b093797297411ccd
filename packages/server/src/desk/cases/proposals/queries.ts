import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import { anyRow, execute } from '../../../kernel/db/run-sql.ts';
import type { CaseRow } from '../case-queries.ts';

export interface WaitingProposal extends Pick<CaseRow, 'kind' | 'state'> {
  id: string;
  case_id: string;
  act: string;
  ground: string | null;
  category: string | null;
  proposed_at: Date;
  proposed_by: string;
}

/** Those that wait longest first, of all cases or one. */
export function selectProposals(
  db: Db,
  { caseId, limit }: { caseId: string | undefined; limit: number },
): Promise<WaitingProposal[]> {
  return execute(db)<WaitingProposal>`
    select p.id, p.case_id, p.act, p.ground, p.category, p.proposed_at, p.proposed_by, c.kind, c.state
    from case_proposals p join cases c on c.id = p.case_id
    where p.ended_at is null ${caseId === undefined ? sql`` : sql`and p.case_id = ${caseId}`}
    order by p.proposed_at, p.id limit ${limit}::int`;
}

export function hasSeveralAdministrators(db: Db): Promise<boolean> {
  return anyRow(db)`select from administrators offset 1 limit 1`;
}
