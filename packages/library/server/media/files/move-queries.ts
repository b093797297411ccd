import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute } from '@vesper/core/db/run-sql.ts';
import type { Place } from '@vesper/core/storage/storage.ts';
import { sql } from 'kysely';
import type { LyingFile } from './loose-queries.ts';
import { selectKeysInRows } from './quarantine-queries.ts';

/** Distinct keys in a place, in order, without quarantined files: one index step each, however many rows share it. */
export function selectKeysToMove(
  db: Db,
  place: Place,
  { afterKey, limit }: { afterKey: string; limit: number },
): Promise<string[]> {
  const next = (after: ReturnType<typeof sql>) => sql`select f.key from stored_files f
    where f.place = ${place} and f.key > ${after} and f.quarantined_at is null order by f.key limit 1`;
  return columnOf(db)<string>`
    with recursive keys as (
      (${next(sql`${afterKey}`)})
      union all
      select (${next(sql`keys.key`)}) from keys where keys.key is not null)
    select key from keys where key is not null limit ${limit}::int`;
}

/**
 * Switches up to `limit` rows of a key, if any of them is in use; returns how many. The old file becomes loose, the new
 * one's announcement ends. Throws if the copy was removed: its announcement is gone and no row names it.
 */
export async function switchPlace(
  tx: Db,
  { place, key }: LyingFile,
  { to, sizeBytes, limit }: { to: Place; sizeBytes: number; limit: number },
): Promise<number> {
  // Locked before reading: quarantining marks the row before it moves the file.
  const first = sql`select video_id, purpose, name from stored_files
    where place = ${place} and key = ${key} order by video_id, purpose, name limit ${limit}::int`;
  await execute(tx)`${first} for no key update`;
  const kept = await execute(tx)`
    select from loose_files where place = ${to} and key = ${key} and is_coming for update`;
  if (kept.length === 0 && !(await selectKeysInRows(tx, to, [key])).has(key))
    throw new Error('Its copy was removed meanwhile. Nothing was changed.');
  const rows = await execute(tx)`
    with held as materialized (${first})
    update stored_files f set place = ${to}, size_bytes = ${sizeBytes} from held
    where f.video_id = held.video_id and f.purpose = held.purpose and f.name = held.name
      and f.place = ${place} and f.key = ${key}
      and exists (select from stored_files s where s.place = ${place} and s.key = ${key} and s.quarantined_at is null)
    returning f.key`;
  if (rows.length > 0)
    await execute(tx)`delete from loose_files where place = ${to} and key = ${key} and is_coming`;
  return rows.length;
}
