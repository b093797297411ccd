import type { Selectable } from 'kysely';
import type { Db } from '../../../kernel/db/pool.ts';
import { anyRow, execute, numberOf } from '../../../kernel/db/run-sql.ts';
import type { CasePapers } from '../../../kernel/db/schema.ts';

export type PaperRow = Selectable<CasePapers>;

export async function insertPaper(
  tx: Db,
  paper: { caseId: string; at: Date; by: string | null; what: string; sealed: Buffer | null; digest: Buffer },
): Promise<void> {
  const { caseId: case_id, ...rest } = paper;
  await tx
    .insertInto('case_papers')
    .values({ case_id, ...rest })
    .execute();
}

/** What a case's sender wrote, in order. */
export async function selectSaid(db: Db, caseId: string, limit: number): Promise<PaperRow[]> {
  const query = db.selectFrom('case_papers').selectAll().where('case_id', '=', caseId);
  return query.where('what', 'in', ['submission', 'supplement']).orderBy('id').limit(limit).execute();
}

export function countSupplements(db: Db, caseId: string): Promise<number> {
  return numberOf(db)`
    select count(*)::int from case_papers where case_id = ${caseId} and what = 'supplement'`;
}

/** Whether the site has noted something in a case by itself. */
export function hasSiteNote(db: Db, caseId: string): Promise<boolean> {
  return anyRow(db)`
    select from case_papers where case_id = ${caseId} and what = 'note' and by is null limit 1`;
}

export async function selectPaper(db: Db, caseId: string, digest: Buffer): Promise<PaperRow | undefined> {
  const query = db.selectFrom('case_papers').selectAll().where('case_id', '=', caseId);
  return query.where('digest', '=', digest).limit(1).executeTakeFirst();
}

/** The next papers of a case, in order. */
export async function selectPapersAfter(
  db: Db,
  caseId: string,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<PaperRow[]> {
  const query = db.selectFrom('case_papers').selectAll().where('case_id', '=', caseId);
  return query.where('id', '>', afterId).orderBy('id').limit(limit).execute();
}

/** The audit log shortens longer lists. */
const MOST_TOLD = 50;

/** The first papers that the audit log has not told of, and notes that it now does; more come the next time. */
export async function tellPapers(tx: Db, caseId: string): Promise<string[]> {
  const papers = await execute(tx)<{ id: string; digest: Buffer }>`
    select p.id, p.digest from case_papers p join cases c on c.id = p.case_id
    where p.case_id = ${caseId} and p.id > c.told_paper order by p.id limit ${MOST_TOLD}`;
  const last = papers.at(-1);
  if (last) await execute(tx)`update cases set told_paper = ${last.id}::bigint where id = ${caseId}`;
  return papers.map(({ digest }) => digest.toString('hex'));
}
