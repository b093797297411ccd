import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute } from '@vesper/core/db/run-sql.ts';
import type { CaseProposals } from '@vesper/core/db/schema.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { CaseRow } from '../case-queries.ts';

export type ProposalRow = Selectable<CaseProposals>;
export type ProposalEnding = 'confirmed' | 'refused' | 'withdrawn' | 'void';

export async function insertProposal(tx: Db, values: Insertable<CaseProposals>): Promise<string> {
  const row = await tx.insertInto('case_proposals').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function selectProposal(db: Db, id: string): Promise<ProposalRow | undefined> {
  return db.selectFrom('case_proposals').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function selectWaiting(tx: Db, caseId: string): Promise<ProposalRow | undefined> {
  const query = tx.selectFrom('case_proposals').selectAll().where('case_id', '=', caseId);
  return query.where('ended_at', 'is', null).executeTakeFirst();
}

/** Whether an account and its password are older than that. */
export function isAsOld(tx: Db, username: string | null, moment: Date): Promise<boolean> {
  return anyRow(tx)`
    select from administrators
    where username = ${username} and created_at <= ${moment} and password_changed_at <= ${moment}`;
}

/** Ends a locked case's open proposal; returns its id. */
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

export interface WaitingProposal extends Pick<CaseRow, 'kind' | 'state'> {
  id: string;
  case_id: string;
  act: string;
  ground: string | null;
  category: string | null;
  proposed_at: Date;
  proposed_by: string;
}

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
