import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { type Db, PREPARED } from '../../db/pool.ts';
import type { Domains } from '../../db/schema.ts';

export type DomainRow = Selectable<Domains>;

/** The domain of that name, else the default one. */
export async function selectDomain(db: Db, domain: string): Promise<DomainRow | undefined> {
  const { rows } = await sql<DomainRow>`${sql.raw(PREPARED)}
    select * from domains where domain = ${domain} or is_default order by (domain = ${domain}) desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export async function insertDefaultDomain(db: Db, row: Omit<DomainRow, 'id' | 'created_at'>): Promise<void> {
  await db
    .insertInto('domains')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
