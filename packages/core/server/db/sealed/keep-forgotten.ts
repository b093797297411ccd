import type { Db } from '../pool.ts';
import { lockSealed, type SealedRow, type SealedTable, selectKnownRows, setKey } from './queries.ts';
import { readKeyName } from './row-keys.ts';

/** With the owner's way to erase a locked row. */
export interface ForgettableTable extends SealedTable {
  forget(tx: Db, id: string, at: Date): Promise<void>;
}

const PAGE = 500;

/** Keeps a restored backup from reviving erased personal data. */
export async function* knownRows(db: Db, table: SealedTable): AsyncGenerator<SealedRow[]> {
  for (let afterId: string | undefined = ''; afterId !== undefined; ) {
    const page: SealedRow[] = await selectKnownRows(db, table, { afterId, limit: PAGE });
    if (page.length > 0) yield page;
    afterId = page.at(-1)?.id;
  }
}

/**
 * Erases again what was erased since a backup, and updates other rows' keys. `known` may be from any moment since.
 * Returns how many were erased.
 */
export async function keepForgotten(
  db: Db,
  table: ForgettableTable,
  { known, now }: { known: AsyncIterable<readonly SealedRow[]>; now: Date },
): Promise<number> {
  let erased = 0;
  for await (const page of known) {
    const byId = new Map(page.map((row) => [row.id, row]));
    await db.transaction().execute(async (tx) => {
      for (const { id, key_name } of await lockSealed(tx, table, [...byId.keys()])) {
        const row = byId.get(id);
        if (row?.sealed_key === null) {
          await table.forget(tx, id, row.erased_at ?? now);
          erased += 1;
        } else if (row && versionOf(row.key_name) > versionOf(key_name)) await setKey(tx, table, row);
      }
    });
  }
  return erased;
}

/** Only a later version replaces a key. */
function versionOf(name: string | null): number {
  return (name === null ? undefined : readKeyName(name)?.version) ?? 0;
}
