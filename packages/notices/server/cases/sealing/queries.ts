import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, numberOf, oneValue } from '@vesper/core/db/run-sql.ts';
import type { CasePapers, Cases } from '@vesper/core/db/schema.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';

export function selectCaseOfEachKey(db: Db): Promise<{ id: string; key_name: string }[]> {
  return execute(db)<{ id: string; key_name: string }>`
    select key_name, min(id) as id from cases
    where sealed_key is not null and key_name is not null group by 1 order by 1`;
}

/** In every version ever used. */
export function selectGroupNames(tx: Db, group: string): Promise<string[]> {
  const prefix = `${group}.`;
  return columnOf(tx)<string>`
    select distinct key_name from cases
    where key_name between ${prefix} and ${`${prefix}999999999`} and starts_with(key_name, ${prefix})`;
}

export function isKeyUsed(db: Db, name: string): Promise<boolean> {
  return anyRow(db)`select from cases where key_name = ${name} and sealed_key is not null limit 1`;
}

export function selectKeysToReplace(db: Db): Promise<string[]> {
  return columnOf(db)<string>`
    select distinct key_name from cases
    where erased_at is not null and sealed_key is null and key_name is not null order by 1`;
}

export function selectErasedOf(db: Db, name: string): Promise<{ id: string; erasedAt: Date }[]> {
  return execute(db)<{ id: string; erasedAt: Date }>`
    select id, erased_at as "erasedAt" from cases where key_name = ${name} and sealed_key is null and erased_at is not null order by id`;
}

export function lockSealedWith(
  tx: Db,
  { name, afterId, limit }: { name: string; afterId: string; limit: number },
): Promise<{ id: string; sealed_key: Buffer }[]> {
  return execute(tx)<{ id: string; sealed_key: Buffer }>`
    select id, sealed_key from cases where key_name = ${name} and sealed_key is not null and id > ${afterId}
    order by id limit ${limit}::int for update`;
}

/** Afterwards nothing tells which key an erased case had. */
export async function forgetKeyName(db: Db, name: string): Promise<void> {
  await execute(db)`update cases set key_name = null where key_name = ${name} and sealed_key is null`;
}

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

export type KnownCase = Pick<Selectable<Cases>, 'id' | 'key_name' | 'sealed_key' | 'erased_at'>;

/** By id; none from an empty database. */
export async function selectKnownCases(db: Db, afterId: string, limit: number): Promise<KnownCase[]> {
  if (!(await anyRow(db)`select from pg_tables where schemaname = 'public' and tablename = 'cases'`))
    return [];
  return execute(db)<KnownCase>`
    select id, key_name, sealed_key, erased_at from cases where id > ${afterId} order by id limit ${limit}::int`;
}

/** Those that can still be read, in id order. */
export function lockSealed(
  tx: Db,
  ids: readonly string[],
): Promise<{ id: string; key_name: string | null }[]> {
  return execute(tx)<{ id: string; key_name: string | null }>`
    select id, key_name from cases where id = any (${ids}::text[]) and sealed_key is not null order by id for update`;
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
