import { createHmac } from 'node:crypto';
import path from 'node:path';
import { AppError } from '../../lib/app-error.ts';
import { createKeyFolder, type KeyFolder } from '../../lib/files/key-folder.ts';
import { takeLockOf } from '../locks.ts';
import type { Db } from '../pool.ts';
import { isKeyUsed, type SealedTable, selectGroupNames } from './queries.ts';

/** Monthly keys per kind, and all tables whose rows they seal. */
export interface RowKeys extends KeyFolder {
  /** `case-keys`, in DATA_DIR. */
  name: string;
  tables: readonly SealedTable[];
}

export function createRowKeys(directory: string, tables: readonly SealedTable[]): RowKeys {
  return { ...createKeyFolder(directory), name: path.basename(directory), tables };
}

export const MAC_KEY = 'macs';

/** The folder was lost, or differs between the site's machines. */
export class KeysMissing extends AppError {
  constructor({ name }: Pick<RowKeys, 'name'>) {
    super('unavailable', `This machine lacks ${name.replace('-', ' ')}: restore DATA_DIR/${name}.`);
  }
}

/** `2026-11.copyright.1`. */
interface KeyName {
  name: string;
  month: string;
  kind: string;
  group: string;
  version: number;
}

export function readKeyName(name: string): KeyName | undefined {
  const [, group = '', month = '', kind = '', version] =
    /^((\d{4}-\d\d)\.([a-z_]+))\.(\d+)$/.exec(name) ?? [];
  return version === undefined ? undefined : { name, month, kind, group, version: Number(version) };
}

export function requireKeyName(name: string): KeyName {
  const read = readKeyName(name);
  if (!read) throw new Error(`${name} is not a monthly key.`);
  return read;
}

export function newestOf(keys: RowKeys, group: string): KeyName | undefined {
  const ofGroup = keys.names().flatMap((name) => {
    const key = readKeyName(name);
    return key?.group === group ? [key] : [];
  });
  return ofGroup.toSorted((a, b) => b.version - a.version)[0];
}

/**
 * The current key for a kind, created if missing. Locks out its replacement until the transaction ends, so that nothing
 * is sealed with a key about to be destroyed. Throws unavailable if the group's keys are missing here: another machine
 * may have them.
 */
export async function currentKey(
  tx: Db,
  keys: RowKeys,
  kind: string,
  month: Date,
): Promise<{ name: string; key: Buffer }> {
  const group = `${month.toISOString().slice(0, 7)}.${kind}`;
  await takeLockOf(tx, 'rowKeys', group, { isShared: true });
  const name = newestOf(keys, group)?.name ?? (await firstName(tx, keys, group));
  return { name, key: keys.obtain(name) };
}

async function firstName(tx: Db, keys: RowKeys, group: string): Promise<string> {
  for (const name of await selectGroupNames(tx, keys.tables, group))
    if (await isKeyUsed(tx, keys.tables, name)) throw new KeysMissing(keys);
  return nextName(tx, keys, group);
}

/** Never reuses the name of a lost key, which may be restored. */
export async function nextName(tx: Db, { tables }: RowKeys, group: string): Promise<string> {
  const names = await selectGroupNames(tx, tables, group);
  const versions = names.map((name) => readKeyName(name)?.version ?? 0);
  return `${group}.${Math.max(0, ...versions) + 1}`;
}

/** Creates a key's next version if needed. Afterwards nothing new is sealed with the old one. */
export async function replaceKey(db: Db, keys: RowKeys, name: string): Promise<string> {
  const { group, version } = requireKeyName(name);
  return db.transaction().execute(async (tx) => {
    await takeLockOf(tx, 'rowKeys', group);
    const newest = newestOf(keys, group);
    if (newest && newest.version > version) return newest.name;
    const next = `${group}.${version + 1}`;
    keys.obtain(next);
    return next;
  });
}

/** Keeps it if a row uses it, even one being created right now. */
export async function destroyUnused(db: Db, keys: RowKeys, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await takeLockOf(tx, 'rowKeys', requireKeyName(name).group);
    if (!(await isKeyUsed(tx, keys.tables, name))) keys.destroy(name);
  });
}

/** Finds equal mailboxes, texts or networks; says nothing without the key. Throws unavailable without it. */
export function macOf(keys: RowKeys, what: 'mailbox' | 'content' | 'network', text: string): Buffer {
  const key = keys.read(MAC_KEY);
  if (!key) throw new KeysMissing(keys);
  return createHmac('sha256', key).update(`${what}\0${text}`).digest();
}
