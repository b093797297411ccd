import { randomBytes } from 'node:crypto';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { KeyFolder } from '@vesper/core/lib/files/key-folder.ts';
import { seal, unseal } from '@vesper/core/lib/files/sealing.ts';
import { type CaseRow, selectKeyOf, updateCase } from '../case-queries.ts';
import { currentKey, KeysMissing } from './case-keys.ts';

const KEY_BYTES = 32;
const MARK = 'sealed:';
const ERASED = '(erased)';
const LACKING = '(this machine lacks the key)';
const LEFT_OUT = '(not kept: the case keys were missing)';

export interface CaseSeal {
  /** The key is missing: nothing can be opened, and new texts are left out. */
  isLost?: true;
  seal(field: string, text: string): Buffer;
  /** Undefined if it was sealed otherwise. */
  open(field: string, sealed: Buffer): string | undefined;
  sealText(field: string, text: string): string;
  /** Returns clear text as it is, and a placeholder for what cannot be opened. */
  openText(field: string, stored: string): string;
}

export type Opener = Pick<CaseSeal, 'openText'>;

export type KeyOfCase = Pick<CaseRow, 'id' | 'key_name' | 'sealed_key'>;

/** A new key, sealed with the current one of its kind and month. */
export async function newSeal(
  tx: Db,
  keys: KeyFolder,
  { id, kind }: { id: string; kind: string },
  now: Date,
): Promise<{ seal: CaseSeal; key_name: string; sealed_key: Buffer }> {
  const { name, key } = await currentKey(tx, keys, kind, now);
  const own = randomBytes(KEY_BYTES);
  return { seal: sealWith(own, id), key_name: name, sealed_key: seal(key, own, ownerOf(id)) };
}

/** Never replaces a lost key, which may be restored. Lock the case. Throws unavailable, conflict during erasure. */
export async function sealOf(tx: Db, keys: KeyFolder, caseRow: CaseRow, now: Date): Promise<CaseSeal> {
  const known = openSeal(keys, caseRow);
  if (known) return known;
  if (caseRow.sealed_key) throw new KeysMissing();
  // The old key is destroyed by this name; wait for that.
  if (caseRow.key_name !== null)
    throw new AppError(
      'conflict',
      'This case is being erased. Please try again in a few minutes, at most an hour.',
    );
  const { seal: made, ...columns } = await newSeal(tx, keys, caseRow, now);
  await updateCase(tx, caseRow.id, columns);
  return made;
}

/**
 * For decisions and restorations, which the law's clocks require even without the key: their texts are then left out.
 */
export async function sealForStep(tx: Db, keys: KeyFolder, caseRow: CaseRow, now: Date): Promise<CaseSeal> {
  try {
    return await sealOf(tx, keys, caseRow, now);
  } catch (error) {
    if (error instanceof KeysMissing) return LOST;
    throw error;
  }
}

export const NOT_KEPT =
  'The keys of this case are missing, so the text is not kept and the sender is not notified: see DATA_DIR/case-keys.';

export function unreadable({ sealed_key: sealed }: Pick<CaseRow, 'sealed_key'>): string {
  return sealed ? LACKING : ERASED;
}

const LOST: CaseSeal = {
  isLost: true,
  seal: () => Buffer.alloc(0),
  open: () => undefined,
  sealText: () => LEFT_OUT,
  openText: (_field, stored) => (stored.startsWith(MARK) ? LACKING : stored),
};

const GONE: Opener = { openText: (_field, stored) => (stored.startsWith(MARK) ? ERASED : stored) };

/** Undefined once the key is destroyed. */
export function openSeal(
  keys: KeyFolder,
  { id, key_name: name, sealed_key: sealed }: KeyOfCase,
): CaseSeal | undefined {
  const key = name === null ? undefined : keys.read(name);
  const own = key && sealed ? unseal(key, sealed, ownerOf(id)) : undefined;
  return own && sealWith(own, id);
}

/** Also while the key is being replaced. Throws unavailable if it is missing here. */
export async function openSealOf(db: Db, keys: KeyFolder, caseId: string): Promise<CaseSeal | undefined> {
  for (let former: string | null | undefined; ; ) {
    const caseRow = await selectKeyOf(db, caseId);
    const opened = caseRow && openSeal(keys, caseRow);
    if (opened || !caseRow?.sealed_key) return opened;
    if (caseRow.key_name === former) throw new KeysMissing();
    former = caseRow.key_name;
  }
}

/** Seals a case's key with another key of its group. */
export function rewrap(key: Buffer, newKey: Buffer, id: string, sealed: Buffer): Buffer | undefined {
  const own = unseal(key, sealed, ownerOf(id));
  return own && seal(newKey, own, ownerOf(id));
}

/** For cases that may be erased or lack their key. */
export function openerOf(keys: KeyFolder, caseRow: KeyOfCase): Opener {
  return openSeal(keys, caseRow) ?? (caseRow.sealed_key ? LOST : GONE);
}

function sealWith(own: Buffer, id: string): CaseSeal {
  const sealed = (field: string, text: string) => seal(own, Buffer.from(text), `${id}/${field}`);
  const open = (field: string, bytes: Buffer) => unseal(own, bytes, `${id}/${field}`)?.toString();
  return {
    seal: sealed,
    open,
    sealText: (field, text) => MARK + sealed(field, text).toString('base64url'),
    openText: (field, stored) =>
      stored.startsWith(MARK)
        ? (open(field, Buffer.from(stored.slice(MARK.length), 'base64url')) ?? ERASED)
        : stored,
  };
}

function ownerOf(id: string): string {
  return `${id}/key`;
}
