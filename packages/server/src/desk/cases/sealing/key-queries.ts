import type { Db } from '../../../kernel/db/pool.ts';
import { anyRow, columnOf, execute } from '../../../kernel/db/run-sql.ts';

/** One case per key that cases are sealed with. */
export function selectCaseOfEachKey(db: Db): Promise<{ id: string; key_name: string }[]> {
  return execute(db)<{ id: string; key_name: string }>`
    select key_name, min(id) as id from cases
    where sealed_key is not null and key_name is not null group by 1 order by 1`;
}

/** The names of a group's keys, of whatever version, that cases are or were sealed with. */
export function selectGroupNames(tx: Db, group: string): Promise<string[]> {
  const prefix = `${group}.`;
  return columnOf(tx)<string>`
    select distinct key_name from cases
    where key_name between ${prefix} and ${`${prefix}999999999`} and starts_with(key_name, ${prefix})`;
}

export function isKeyUsed(db: Db, name: string): Promise<boolean> {
  return anyRow(db)`select from cases where key_name = ${name} and sealed_key is not null limit 1`;
}
