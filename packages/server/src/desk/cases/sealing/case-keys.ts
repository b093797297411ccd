import { createHmac } from 'node:crypto';
import { takeLockOf } from '../../../kernel/db/locks.ts';
import type { Db } from '../../../kernel/db/pool.ts';
import { AppError } from '../../../kernel/lib/app-error.ts';
import type { KeyFolder } from '../../../kernel/lib/files/key-folder.ts';
import { isKeyUsed, selectGroupNames } from './queries.ts';

/** The key of the marks, made at the site's first start. */
export const MAC_KEY = 'macs';

/** The folder was lost, or is not that of the site's other machines. */
export class KeysMissing extends AppError {
  constructor() {
    super('unavailable', 'This machine lacks keys of cases: please bring back DATA_DIR/case-keys.');
  }
}

/** What the name of a key says: `2026-11.copyright.1`. */
interface KeyName {
  name: string;
  /** `2026-11`: in which its cases came in. */
  month: string;
  kind: string;
  /** The name without the version. */
  group: string;
  version: number;
}

/** Undefined for what is no key of cases. */
export function readKeyName(name: string): KeyName | undefined {
  const [, group = '', month = '', kind = '', version] =
    /^((\d{4}-\d\d)\.([a-z_]+))\.(\d+)$/.exec(name) ?? [];
  return version === undefined ? undefined : { name, month, kind, group, version: Number(version) };
}

export function requireKeyName(name: string): KeyName {
  const read = readKeyName(name);
  if (!read) throw new Error(`${name} is no key of cases.`);
  return read;
}

export function newestOf(keys: KeyFolder, group: string): KeyName | undefined {
  const ofGroup = keys.names().flatMap((name) => {
    const key = readKeyName(name);
    return key?.group === group ? [key] : [];
  });
  return ofGroup.toSorted((a, b) => b.version - a.version)[0];
}

/**
 * The key that a case of a kind is sealed with now; made if there is none. Until the transaction ends it is not replaced,
 * so that nothing is sealed with one that is about to go. Throws unavailable where the group's keys are missing: another
 * machine may have them.
 */
export async function currentKey(
  tx: Db,
  keys: KeyFolder,
  kind: string,
  month: Date,
): Promise<{ name: string; key: Buffer }> {
  const group = `${month.toISOString().slice(0, 7)}.${kind}`;
  await takeLockOf(tx, 'caseKeys', group, { isShared: true });
  const name = newestOf(keys, group)?.name ?? (await firstName(tx, group));
  return { name, key: keys.obtain(name) };
}

async function firstName(tx: Db, group: string): Promise<string> {
  for (const name of await selectGroupNames(tx, group))
    if (await isKeyUsed(tx, name)) throw new KeysMissing();
  return nextName(tx, group);
}

/** Of a group without a key: never the name of a lost one, which may be brought back. */
export async function nextName(tx: Db, group: string): Promise<string> {
  const versions = (await selectGroupNames(tx, group)).map((name) => readKeyName(name)?.version ?? 0);
  return `${group}.${Math.max(0, ...versions) + 1}`;
}

/** The version after a key's; made if it is missing. Once this returns, nothing new is sealed with the old one. */
export async function replaceKey(db: Db, keys: KeyFolder, name: string): Promise<string> {
  const { group, version } = requireKeyName(name);
  return db.transaction().execute(async (tx) => {
    await takeLockOf(tx, 'caseKeys', group);
    const newest = newestOf(keys, group);
    if (newest && newest.version > version) return newest.name;
    const next = `${group}.${version + 1}`;
    keys.obtain(next);
    return next;
  });
}

/** Destroys a key unless a case is sealed with it: also one that is being made right now. */
export async function destroyUnused(db: Db, keys: KeyFolder, name: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await takeLockOf(tx, 'caseKeys', requireKeyName(name).group);
    if (!(await isKeyUsed(tx, name))) keys.destroy(name);
  });
}

/**
 * A mark by which the same mailbox, text or network is found again, and which tells nothing to somebody who has only the
 * database. Throws unavailable without its key.
 */
export function macOf(keys: KeyFolder, what: 'mailbox' | 'content' | 'network', text: string): Buffer {
  const key = keys.read(MAC_KEY);
  if (!key) throw new KeysMissing();
  return createHmac('sha256', key).update(`${what}\0${text}`).digest();
}
