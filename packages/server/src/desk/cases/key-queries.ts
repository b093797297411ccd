import type { Db } from '../../kernel/db/pool.ts';
import { anyRow, columnOf } from '../../kernel/db/run-sql.ts';

/** The names of the keys that cases are sealed with. */
export function selectNamedKeys(db: Db): Promise<string[]> {
  return columnOf(db)<string>`
    select distinct key_name from cases where sealed_key is not null and key_name is not null order by 1`;
}

/** Whether a case is sealed with a key of this group, of whatever version. */
export function isGroupNamed(tx: Db, group: string): Promise<boolean> {
  const prefix = `${group}.`;
  return anyRow(tx)`
    select from cases where erased_at is null and sealed_key is not null
      and key_name between ${prefix} and ${`${prefix}999999999`} and starts_with(key_name, ${prefix}) limit 1`;
}

export function isKeyUsed(db: Db, name: string): Promise<boolean> {
  return anyRow(db)`select from cases where key_name = ${name} and sealed_key is not null limit 1`;
}
