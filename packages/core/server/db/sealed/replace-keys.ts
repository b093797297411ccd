import type { Db } from '../pool.ts';
import { transaction } from '../transaction.ts';
import {
  type ErasedRow,
  forgetKeyName,
  isKeyUsed,
  lockSealedWith,
  type SealedTable,
  selectErasedOf,
  selectKeysToReplace,
  setKey,
} from './queries.ts';
import { destroyUnused, type RowKeys, readKeyName, replaceKey } from './row-keys.ts';
import { rewrap } from './row-seal.ts';

const BATCH = 200;

export interface ReplacingKeys {
  db: Db;
  keys: RowKeys;
  /** Tells the backups, before a key is destroyed. */
  noteErased?: (keyName: string, rows: readonly ErasedRow[]) => Promise<void>;
}

/** Destroys the keys of erased rows, after moving their other rows to the next key. Safe to interrupt. */
export async function replaceKeys({ db, keys, noteErased }: ReplacingKeys): Promise<void> {
  const { tables } = keys;
  for (const name of await selectKeysToReplace(db, tables)) {
    const old = keys.read(name);
    if (old) {
      const next = await replaceKey(db, keys, name);
      const made = keys.read(next);
      if (made) for (const table of tables) await rewrapAll(db, table, { name, next, old, made });
    }
    // If it is missing here, another machine may have it.
    if (!(await isKeyUsed(db, tables, name))) {
      // No row can be added to this list any more.
      await noteErased?.(name, await selectErasedOf(db, tables, name));
      keys.destroy(name);
      for (const table of tables) await forgetKeyName(db, table, name);
    }
  }
}

async function rewrapAll(
  db: Db,
  table: SealedTable,
  { name, next, old, made }: { name: string; next: string; old: Buffer; made: Buffer },
): Promise<void> {
  for (let afterId: string | undefined = ''; afterId !== undefined; ) {
    const from: string = afterId;
    const rewrapSome = async (tx: Db) => {
      const rows = await lockSealedWith(tx, table, { name, afterId: from, limit: BATCH });
      for (const { id, sealed_key: sealed } of rows) {
        const again = rewrap(old, made, id, sealed);
        if (again) await setKey(tx, table, { id, key_name: next, sealed_key: again });
      }
      return rows.at(-1)?.id;
    };
    afterId = await transaction(db, rewrapSome, { retry: ['deadlock'] });
  }
}

/** Destroys former months' keys once no row uses them. */
export async function destroyOld(db: Db, keys: RowKeys, now: Date): Promise<void> {
  const thisMonth = now.toISOString().slice(0, 7);
  for (const name of keys.names()) {
    const month = readKeyName(name)?.month;
    if (month !== undefined && month < thisMonth) await destroyUnused(db, keys, name);
  }
}
