import type { Log } from '../../lib/log.ts';
import { takeLockOf } from '../locks.ts';
import type { Db } from '../pool.ts';
import { selectRowOfEachKey } from './queries.ts';
import { KeysMissing, MAC_KEY, newestOf, nextName, type RowKeys, requireKeyName } from './row-keys.ts';
import { openSealOf } from './row-seal.ts';

export async function lackingKeys(db: Db, keys: RowKeys): Promise<string[]> {
  const lacking: string[] = [];
  for (const { id, key_name: name } of await selectRowOfEachKey(db, keys.tables))
    await openSealOf(db, keys, id).catch((error) => {
      if (!(error instanceof KeysMissing)) throw error;
      lacking.push(name);
    });
  return lacking;
}

export async function reportMissingKeys(db: Db, keys: RowKeys, log: Log): Promise<void> {
  const missing = [...(await lackingKeys(db, keys)), ...(keys.read(MAC_KEY) ? [] : [MAC_KEY])];
  if (missing.length > 0) log.error({ missing }, new KeysMissing(keys).message);
}

/** Creates new keys once lost ones are given up, so that rows can be sealed again. */
export async function replaceLostKeys(tx: Db, keys: RowKeys, lost: readonly string[]): Promise<void> {
  for (const group of new Set(lost.map((name) => requireKeyName(name).group))) {
    await takeLockOf(tx, 'rowKeys', group);
    if (!newestOf(keys, group)) keys.obtain(await nextName(tx, keys, group));
  }
}
