import type { BrandKind, BrandPicture } from '@vesper/contract';
import { takeLock } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import type { DomainPictures, Domains } from '@vesper/core/db/schema.ts';
import { type Insertable, type Selectable, sql } from 'kysely';

export type DomainRow = Selectable<Domains> & {
  owned_names: string[];
  pictures: Partial<Record<BrandKind, BrandPicture>>;
};
type StoredColumns = Omit<Selectable<Domains>, 'id' | 'created_at' | 'is_default' | 'version'>;
export type DomainColumns = Omit<StoredColumns, 'owned_categories'> & { owned_names: string[] };

/** Stored by id, because categories are renamed. A deleted one has no owner. */
const OWNED_NAMES = sql<string[]>`array(
  select c.name from categories c where c.id = any(domains.owned_categories) order by c.name)`;
const PICTURES = sql<DomainRow['pictures']>`(
  select coalesce(json_object_agg(kind, json_build_object('hash', hash, 'width', width, 'height', height)), '{}')
  from domain_pictures where domain_id = domains.id)`;
const DOMAINS = sql`select domains.*, ${OWNED_NAMES} as owned_names, ${PICTURES} as pictures from domains`;

function stored({ owned_names: names, ...columns }: DomainColumns) {
  return {
    ...columns,
    owned_categories: sql<string[]>`array(select id from categories where name = any(${names}))`,
  };
}

/** Undefined before the site is set up. */
export function selectFirstDomainAt(db: Db): Promise<Date | undefined> {
  return oneValue(db)<Date>`select created_at from domains order by created_at limit 1`;
}

/** Serializes claims, so that the second of two domains claiming a category finds it taken. */
export async function lockOwners(tx: Db): Promise<void> {
  await takeLock(tx, 'ownedCategories');
}

export async function shareOwner(tx: Db, { fromId, toId }: { fromId: string; toId: string }): Promise<void> {
  await execute(tx)`update domains set owned_categories = owned_categories || ${toId}::text
    where ${fromId} = any(owned_categories)`;
}

/** The existing ones, each with another domain that owns it. */
export function selectCategoryOwners(
  db: Db,
  { names, exceptId }: { names: string[]; exceptId: string },
): Promise<{ name: string; owner: string | null }[]> {
  return execute(db)<{ name: string; owner: string | null }>`
    select c.name, (select d.domain from domains d where c.id = any(d.owned_categories) and d.id <> ${exceptId} limit 1) as owner
    from categories c where c.name = any(${names})`;
}

export function selectDomains(db: Db): Promise<DomainRow[]> {
  return execute(db)<DomainRow>`${DOMAINS} order by is_default desc, domain`;
}

export function lockDomain(db: Db, domain: string): Promise<DomainRow | undefined> {
  return firstRow(db)<DomainRow>`${DOMAINS} where domain = ${domain} for no key update`;
}

export function selectDomainById(db: Db, id: string): Promise<DomainRow | undefined> {
  return firstRow(db)<DomainRow>`${DOMAINS} where id = ${id}`;
}

export function lockDomainById(db: Db, id: string): Promise<DomainRow | undefined> {
  return firstRow(db)<DomainRow>`${DOMAINS} where id = ${id} for no key update`;
}

/** Undefined if such a domain, or a default one, exists. */
export function insertDomain(
  db: Db,
  columns: DomainColumns,
  { isDefault }: { isDefault: boolean },
): Promise<DomainRow | undefined> {
  return db
    .insertInto('domains')
    .values({ ...stored(columns), is_default: isDefault })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .returning([OWNED_NAMES.as('owned_names'), PICTURES.as('pictures')])
    .executeTakeFirst();
}

/** Throws unique_violation if another domain has the name. */
export function updateDomain(db: Db, id: string, columns: DomainColumns): Promise<DomainRow> {
  return db
    .updateTable('domains')
    .set((eb) => ({ ...stored(columns), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .returning([OWNED_NAMES.as('owned_names'), PICTURES.as('pictures')])
    .executeTakeFirstOrThrow();
}

export async function deleteDomain(db: Db, id: string): Promise<void> {
  await execute(db)`delete from domains where id = ${id}`;
}

export type NewPicture = Insertable<DomainPictures>;

export async function upsertPicture(tx: Db, picture: NewPicture): Promise<void> {
  const { domain_id: _, kind: __, ...content } = picture;
  await tx
    .insertInto('domain_pictures')
    .values(picture)
    .onConflict((conflict) => conflict.columns(['domain_id', 'kind']).doUpdateSet(content))
    .execute();
}

export async function deletePicture(db: Db, domainId: string, kind: BrandKind): Promise<void> {
  await execute(db)`delete from domain_pictures where domain_id = ${domainId} and kind = ${kind}`;
}

export function selectPicture(db: Db, kind: BrandKind, hash: string): Promise<Buffer | undefined> {
  return oneValue(
    db,
  )<Buffer>`select bytes from domain_pictures where kind = ${kind} and hash = ${hash} limit 1`;
}
