import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../pool.ts';
import { anyRow, columnOf, execute, firstRow } from '../run-sql.ts';
import type { DB } from '../schema.ts';

/** Has the columns of `SealedRow`. Ids are unique across tables. */
export interface SealedTable {
  name: keyof DB;
  /** The owner's leave to write these columns, as `update <table>`. */
  update: RawBuilder<unknown>;
}

export interface SealedRow {
  id: string;
  /** Stays after an erasure until the key is destroyed. */
  key_name: string | null;
  /** The row's own key, sealed with the named one. */
  sealed_key: Buffer | null;
  erased_at: Date | null;
}

export type KeyOfRow = Omit<SealedRow, 'erased_at'>;

type Tables = readonly SealedTable[];

const rowsOf = (tables: Tables) => {
  const each = tables.map(
    ({ name }) => sql`select id, key_name, sealed_key, erased_at from ${sql.table(name)}`,
  );
  return sql`(${sql.join(each, sql` union all `)}) as r`;
};

export function selectKeyOf(db: Db, tables: Tables, id: string): Promise<SealedRow | undefined> {
  return firstRow(db)<SealedRow>`select * from ${rowsOf(tables)} where id = ${id}`;
}

export function selectRowOfEachKey(db: Db, tables: Tables): Promise<{ id: string; key_name: string }[]> {
  return execute(db)<{ id: string; key_name: string }>`
    select key_name, min(id) as id from ${rowsOf(tables)}
    where sealed_key is not null and key_name is not null group by 1 order by 1`;
}

/** In every version ever used. */
export function selectGroupNames(tx: Db, tables: Tables, group: string): Promise<string[]> {
  const prefix = `${group}.`;
  return columnOf(tx)<string>`
    select distinct key_name from ${rowsOf(tables)}
    where key_name between ${prefix} and ${`${prefix}999999999`} and starts_with(key_name, ${prefix})`;
}

export function isKeyUsed(db: Db, tables: Tables, name: string): Promise<boolean> {
  return anyRow(db)`
    select from ${rowsOf(tables)} where key_name = ${name} and sealed_key is not null limit 1`;
}

export function selectKeysToReplace(db: Db, tables: Tables): Promise<string[]> {
  return columnOf(db)<string>`
    select distinct key_name from ${rowsOf(tables)}
    where erased_at is not null and sealed_key is null and key_name is not null order by 1`;
}

/** Which row was erased when: reveals nothing about a person. */
export interface ErasedRow {
  id: string;
  erasedAt: Date;
}

export function selectErasedOf(db: Db, tables: Tables, name: string): Promise<ErasedRow[]> {
  return execute(db)<ErasedRow>`
    select id, erased_at as "erasedAt" from ${rowsOf(tables)}
    where key_name = ${name} and sealed_key is null and erased_at is not null order by id`;
}

export function lockSealedWith(
  tx: Db,
  table: SealedTable,
  { name, afterId, limit }: { name: string; afterId: string; limit: number },
): Promise<{ id: string; sealed_key: Buffer }[]> {
  return execute(tx)<{ id: string; sealed_key: Buffer }>`
    select id, sealed_key from ${sql.table(table.name)}
    where key_name = ${name} and sealed_key is not null and id > ${afterId}
    order by id limit ${limit}::int for update`;
}

export async function setKey(
  tx: Db,
  { update }: SealedTable,
  { id, key_name: name, sealed_key: sealed }: KeyOfRow,
): Promise<void> {
  await execute(tx)`${update} set key_name = ${name}, sealed_key = ${sealed} where id = ${id}`;
}

/** Afterwards nothing tells which key an erased row had. */
export async function forgetKeyName(db: Db, { update }: SealedTable, name: string): Promise<void> {
  await execute(db)`${update} set key_name = null where key_name = ${name} and sealed_key is null`;
}

/** By id; none from an empty database. */
export async function selectKnownRows(
  db: Db,
  { name }: SealedTable,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<SealedRow[]> {
  if (!(await anyRow(db)`select from pg_tables where schemaname = 'public' and tablename = ${name}`))
    return [];
  return execute(db)<SealedRow>`
    select id, key_name, sealed_key, erased_at from ${sql.table(name)}
    where id > ${afterId} order by id limit ${limit}::int`;
}

/** Those that can still be read, in id order. */
export function lockSealed(
  tx: Db,
  { name }: SealedTable,
  ids: readonly string[],
): Promise<Pick<SealedRow, 'id' | 'key_name'>[]> {
  return execute(tx)<Pick<SealedRow, 'id' | 'key_name'>>`
    select id, key_name from ${sql.table(name)}
    where id = any (${ids}::text[]) and sealed_key is not null order by id for update`;
}
