import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import type { CasePapers } from '@vesper/core/db/schema.ts';
import type { SealedTable } from '@vesper/core/db/sealed/queries.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';

export const CASES: SealedTable = { name: 'cases', update: sql`update cases` };

/** For a forwarded counter-notice: the case that it answers, unless closed. */
function unclosedAbout(id: RawBuilder<unknown>) {
  return sql`
    select a.id from cases c join cases a on a.id = c.about_case_id
    where c.id = ${id} and c.state = 'approved' and a.closed_at is null`;
}

export function selectUnclosedAbout(db: Db, caseId: string): Promise<string | undefined> {
  return oneValue(db)<string>`${unclosedAbout(sql`${caseId}`)}`;
}

/** Neither on hold nor needed by another case. */
export function selectForgettable(
  db: Db,
  { kind, before, limit }: { kind: string; before: Date; limit: number },
): Promise<string[]> {
  return columnOf(db)<string>`
    select id from cases k where kind = ${kind} and closed_at < ${before} and sealed_key is not null and held_at is null
      and not exists (${unclosedAbout(sql`k.id`)})
    order by closed_at limit ${limit}::int`;
}

/** The personal data outside the sealed papers. */
export async function emptyCase(tx: Db, caseId: string): Promise<void> {
  await execute(tx)`update case_papers set sealed = null where case_id = ${caseId}`;
  await execute(tx)`update case_targets set sealed = null where case_id = ${caseId}`;
}

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

const papersOf = (db: Db, caseId: string) =>
  db.selectFrom('case_papers').selectAll().where('case_id', '=', caseId);

export async function selectSaid(db: Db, caseId: string, limit: number): Promise<PaperRow[]> {
  const query = papersOf(db, caseId);
  return query.where('what', 'in', ['submission', 'supplement']).orderBy('id').limit(limit).execute();
}

export function countSupplements(db: Db, caseId: string): Promise<number> {
  return numberOf(db)`
    select count(*)::int from case_papers where case_id = ${caseId} and what = 'supplement'`;
}

export function hasSiteNote(db: Db, caseId: string): Promise<boolean> {
  return anyRow(db)`
    select from case_papers where case_id = ${caseId} and what = 'note' and by is null limit 1`;
}

export async function selectPaper(db: Db, caseId: string, digest: Buffer): Promise<PaperRow | undefined> {
  return papersOf(db, caseId).where('digest', '=', digest).limit(1).executeTakeFirst();
}

export async function selectPapersAfter(
  db: Db,
  caseId: string,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<PaperRow[]> {
  return papersOf(db, caseId).where('id', '>', afterId).orderBy('id').limit(limit).execute();
}

/** The audit log truncates longer lists. */
const MOST_TOLD = 50;

/** The first papers not yet audited, marked as audited. */
export async function tellPapers(tx: Db, caseId: string): Promise<string[]> {
  const papers = await execute(tx)<{ id: string; digest: Buffer }>`
    select p.id, p.digest from case_papers p join cases c on c.id = p.case_id
    where p.case_id = ${caseId} and p.id > c.told_paper order by p.id limit ${MOST_TOLD}`;
  const last = papers.at(-1);
  if (last) await execute(tx)`update cases set told_paper = ${last.id}::bigint where id = ${caseId}`;
  return papers.map(({ digest }) => digest.toString('hex'));
}
