import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ErasedRow } from '@vesper/core/db/sealed/queries.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { SealedError } from '@vesper/core/storage/sealed-storage.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { parseSerialised, serialise } from './manifest.ts';
import { DamagedError, UndecryptableError } from './parts.ts';

export interface ErasedList {
  /** When a backup last noted all; null if none has. */
  completeAt: Date | null;
  /** Also rows of other tables. */
  cases: ErasedRow[];
}

const FOLDER = 'erased';
/** No key has this name. */
const ALL = `${FOLDER}/all.json`;

interface BackupPlace {
  rules: { isScheduled: boolean };
  openStorage(given: undefined): Promise<Storage>;
}

/** As `noteErased`, if this site makes backups. */
export async function noteErasedIn(
  { rules, openStorage }: BackupPlace,
  keyName: string,
  rows: readonly ErasedRow[],
): Promise<void> {
  if (!rules.isScheduled) return;
  const storage = await openStorage(undefined);
  await noteErased(storage, keyName, rows).finally(() => storage.close());
}

/**
 * Notes erased rows beside the backups, so that no restore brings them back. Call before destroying the key; may be
 * repeated. Ids reveal nothing about a person.
 */
export async function noteErased(
  storage: Storage,
  keyName: string,
  cases: readonly ErasedRow[],
): Promise<void> {
  const file = `${FOLDER}/${keyName}.json`;
  const former = await readFile(storage, file);
  const all = new Map([...former.cases, ...cases].map((one) => [one.id, one]));
  await write(storage, file, { completeAt: null, cases: [...all.values()] });
}

/** With every backup: the job that destroys keys may use another place, or none. Rewrites a damaged list. */
export async function noteAllErased(
  storage: Storage,
  cases: readonly ErasedRow[],
  { now, log }: { now: Date; log: Log },
): Promise<void> {
  const former = await readFile(storage, ALL).catch((error) => {
    if (!(error instanceof DamagedError)) throw error;
    log.error({ reason: error.message }, 'The list of erased cases is rewritten from the database.');
    return { cases: [] };
  });
  const all = new Map([...former.cases, ...cases].map((one) => [one.id, one]));
  await write(storage, ALL, { completeAt: now, cases: [...all.values()] });
}

/** Throws DamagedError: a restore must not begin without the list. */
export async function readErased(storage: Storage): Promise<ErasedList> {
  const erased: ErasedList = { completeAt: null, cases: [] };
  for await (const { key } of storage.list(FOLDER)) {
    const { completeAt, cases } = await readFile(storage, key);
    erased.completeAt ??= completeAt;
    erased.cases.push(...cases);
  }
  return erased;
}

async function write(storage: Storage, file: string, list: ErasedList): Promise<void> {
  await storage.put(file, Readable.from([Buffer.from(serialise(list))]));
}

async function readFile(storage: Storage, file: string): Promise<ErasedList> {
  const body = await storage.read(file);
  if (!body) return { completeAt: null, cases: [] };
  const written = await text(body).catch((error) => {
    if (!(error instanceof SealedError)) throw error;
    throw new UndecryptableError(
      unreadable(file, 'it was written with another BACKUP_KEY (set that one), or its bytes have changed'),
    );
  });
  const list = parseSerialised<Written>(written);
  if (!list) throw new DamagedError(unreadable(file, 'its bytes have changed'));
  return {
    completeAt: list.completeAt === null ? null : new Date(list.completeAt),
    cases: list.cases.map(({ id, erasedAt }) => ({ id, erasedAt: new Date(erasedAt) })),
  };
}

function unreadable(file: string, why: string): string {
  const remedy =
    file === ALL
      ? 'The next backup of the site rewrites it'
      : `Make a backup of the site, which notes all erased cases in ${ALL}, and move the file away`;
  return `The list of erased cases ${file} cannot be read: ${why}. ${remedy}; without the site, move it away and erase its cases again by hand.`;
}

/** As JSON. */
interface Written {
  completeAt: string | null;
  cases: { id: string; erasedAt: string }[];
}
