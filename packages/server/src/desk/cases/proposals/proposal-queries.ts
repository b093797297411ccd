import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import { anyRow } from '../../../kernel/db/run-sql.ts';
import type { CaseProposals } from '../../../kernel/db/schema.ts';

export type ProposalRow = Selectable<CaseProposals>;
export type ProposalEnding = 'confirmed' | 'refused' | 'withdrawn' | 'void';

export async function insertProposal(tx: Db, values: Insertable<CaseProposals>): Promise<string> {
  const row = await tx.insertInto('case_proposals').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function selectProposal(db: Db, id: string): Promise<ProposalRow | undefined> {
  return db.selectFrom('case_proposals').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What waits for a second administrator in a case. */
export async function selectWaiting(tx: Db, caseId: string): Promise<ProposalRow | undefined> {
  const query = tx.selectFrom('case_proposals').selectAll().where('case_id', '=', caseId);
  return query.where('ended_at', 'is', null).executeTakeFirst();
}

/** Whether an administrator's account, and its password, are as they were at a moment. */
export function isAsOld(tx: Db, username: string | null, moment: Date): Promise<boolean> {
  return anyRow(tx)`
    select from administrators
    where username = ${username} and created_at <= ${moment} and password_changed_at <= ${moment}`;
}

/** Ends what waits in a locked case; its id, undefined if nothing does. */
export async function endWaiting(
  tx: Db,
  caseId: string,
  { ending, by, now }: { ending: ProposalEnding; by: string | null; now: Date },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('case_proposals')
    .set({ ended_at: now, ended_by: by, ending })
    .where('case_id', '=', caseId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
