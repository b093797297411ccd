import { takeLockOf } from '@vesper/core/db/locks.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import type { KeyFolder } from '@vesper/core/lib/files/key-folder.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { KeysMissing, MAC_KEY, newestOf, nextName, requireKeyName } from './case-keys.ts';
import { openSealOf } from './case-seal.ts';
import { selectCaseOfEachKey } from './queries.ts';

export async function lackingKeys(db: Db, keys: KeyFolder): Promise<string[]> {
  const lacking: string[] = [];
  for (const { id, key_name: name } of await selectCaseOfEachKey(db))
    await openSealOf(db, keys, id).catch((error) => {
      if (!(error instanceof KeysMissing)) throw error;
      lacking.push(name);
    });
  return lacking;
}

export async function reportMissingKeys(db: Db, keys: KeyFolder, log: Log): Promise<void> {
  const missing = [...(await lackingKeys(db, keys)), ...(keys.read(MAC_KEY) ? [] : [MAC_KEY])];
  if (missing.length > 0) log.error({ missing }, new KeysMissing().message);
}

/** Creates new keys once lost ones are given up, so that notices can be received. */
export async function replaceLostKeys(tx: Db, keys: KeyFolder, lost: readonly string[]): Promise<void> {
  for (const group of new Set(lost.map((name) => requireKeyName(name).group))) {
    await takeLockOf(tx, 'caseKeys', group);
    if (!newestOf(keys, group)) keys.obtain(await nextName(tx, group));
  }
}
