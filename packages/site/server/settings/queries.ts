import type { Db } from '@vesper/core/db/pool.ts';
import { execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { Settings } from '@vesper/core/db/schema.ts';
import type { Selectable } from 'kysely';

export type SettingRow = Selectable<Settings>;

export function selectSettings(db: Db): Promise<SettingRow[]> {
  return execute(db)<SettingRow>`select * from settings order by name`;
}

/** Locks the table: a setting that has no row yet cannot be locked. */
export async function lockSetting(tx: Db, name: string): Promise<SettingRow | undefined> {
  await execute(tx)`lock table settings in share row exclusive mode`;
  return firstRow(tx)<SettingRow>`select * from settings where name = ${name}`;
}

export async function upsertSetting(
  tx: Db,
  { name, value, by, now }: { name: string; value: string | null; by: string; now: Date },
): Promise<void> {
  await execute(tx)`
    insert into settings (name, value, changed_by, changed_at) values (${name}, ${value}, ${by}, ${now})
    on conflict (name) do update set value = excluded.value, version = settings.version + 1,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}
