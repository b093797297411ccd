import { type Selectable, sql } from 'kysely';
import { type Db, PREPARED } from '../../db/pool.ts';
import type { Domains } from '../../db/schema.ts';

export type DomainRow = Selectable<Domains>;
/** What a domain's configuration is stored as. */
export type DomainColumns = Omit<DomainRow, 'id' | 'created_at' | 'is_default'>;

/** The domain of that name, else the default one. */
export async function selectDomain(db: Db, domain: string): Promise<DomainRow | undefined> {
  const { rows } = await sql<DomainRow>`${sql.raw(PREPARED)}
    select * from domains where domain = ${domain} or is_default order by (domain = ${domain}) desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** All domains, the default one first. */
export function selectDomains(db: Db): Promise<DomainRow[]> {
  return db.selectFrom('domains').selectAll().orderBy('is_default', 'desc').orderBy('domain').execute();
}

/** The domain of exactly that name, kept from other writers until the transaction ends. */
export function lockDomain(db: Db, domain: string): Promise<DomainRow | undefined> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('domain', '=', domain)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** False if there is such a domain, or a default one, already. */
export async function insertDomain(
  db: Db,
  columns: DomainColumns,
  { isDefault }: { isDefault: boolean },
): Promise<boolean> {
  const row = await db
    .insertInto('domains')
    .values({ ...columns, is_default: isDefault })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateDomain(db: Db, id: string, columns: DomainColumns): Promise<void> {
  await db.updateTable('domains').set(columns).where('id', '=', id).execute();
}

export async function deleteDomain(db: Db, id: string): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', id).execute();
}
