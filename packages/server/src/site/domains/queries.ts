import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import type { Domains } from '../../kernel/db/schema.ts';

export type DomainRow = Selectable<Domains>;
/** The stored columns of a domain's configuration. */
export type DomainColumns = Omit<DomainRow, 'id' | 'created_at' | 'is_default' | 'version'>;

/** All domains, the default one first. */
export function selectDomains(db: Db): Promise<DomainRow[]> {
  return db.selectFrom('domains').selectAll().orderBy('is_default', 'desc').orderBy('domain').execute();
}

/** Locks the domain of exactly that name until the transaction ends. */
export function lockDomain(db: Db, domain: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('domain', '=', domain)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function selectDomainById(db: Db, id: string): Promise<DomainRow | undefined> {
  return db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockDomainById(db: Db, id: string): Promise<DomainRow | undefined> {
  return db.selectFrom('domains').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Undefined if such a domain, or a default one, exists. */
export function insertDomain(
  db: Db,
  columns: DomainColumns,
  { isDefault }: { isDefault: boolean },
): Promise<DomainRow | undefined> {
  return db
    .insertInto('domains')
    .values({ ...columns, is_default: isDefault })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Throws unique_violation if another domain has the name. */
export function updateDomain(db: Db, id: string, columns: DomainColumns): Promise<DomainRow> {
  return db
    .updateTable('domains')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteDomain(db: Db, id: string): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', id).execute();
}
