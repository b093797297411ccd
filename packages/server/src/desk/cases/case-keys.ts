import { createHmac } from 'node:crypto';
import { takeLockOf } from '../../kernel/db/locks.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { KeyFolder } from '../../kernel/lib/key-folder.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { isKeyUsed, selectGroupNames, selectNamedKeys } from './key-queries.ts';

const MAC_KEY = 'macs';

/** The folder was lost, or a backup of the database alone was brought back. */
export class KeysMissing extends AppError {
  constructor() {
    super('unavailable', 'The keys of cases are missing: please bring back DATA_DIR/case-keys.');
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

function requireKeyName(name: string): KeyName {
  const read = readKeyName(name);
  if (!read) throw new Error(`${name} is no key of cases.`);
  return read;
}

function newestOf(keys: KeyFolder, group: string): KeyName | undefined {
  const ofGroup = keys.names().flatMap((name) => {
    const key = readKeyName(name);
    return key?.group === group ? [key] : [];
  });
  return ofGroup.toSorted((a, b) => b.version - a.version)[0];
}

/**
 * The key that a case of a kind is sealed with now; made if there is none. Until the transaction ends it is not replaced,
 * so that nothing is sealed with one that is about to go. Where the group's keys are lost, a new one begins: notices are taken
 * in all the same.
 */
export async function currentKey(
  tx: Db,
  keys: KeyFolder,
  kind: string,
  month: Date,
): Promise<{ name: string; key: Buffer }> {
  const group = `${month.toISOString().slice(0, 7)}.${kind}`;
  await takeLockOf(tx, 'caseKeys', group, { isShared: true });
  const name = newestOf(keys, group)?.name ?? (await nextName(tx, group));
  macKey(keys);
  return { name, key: keys.obtain(name) };
}

/** Of a group without a key: never the name of a lost one, which may be brought back. */
async function nextName(tx: Db, group: string): Promise<string> {
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
 * database.
 */
export function macOf(keys: KeyFolder, what: 'mailbox' | 'content' | 'network', text: string): Buffer {
  return createHmac('sha256', macKey(keys)).update(`${what}\0${text}`).digest();
}

/** Once it is lost, another begins, and what came before is not found again by its marks. */
function macKey(keys: KeyFolder): Buffer {
  return keys.obtain(MAC_KEY);
}

/** Tells the operator, in one entry of the log, of keys that cases are sealed with and that are not there. */
export async function reportMissingKeys({
  db,
  keys,
  log,
}: {
  db: Db;
  keys: KeyFolder;
  log: Log;
}): Promise<void> {
  const named = await selectNamedKeys(db);
  // Read after the database: a key is there before a case names it.
  const there = new Set(keys.names());
  const missing = [...named, ...(named.length > 0 ? [MAC_KEY] : [])].filter((name) => !there.has(name));
  if (missing.length > 0) log.error({ missing }, new KeysMissing().message);
}
