import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../../lib/files/sealing.ts';
import type { Db } from '../pool.ts';
import { type KeyOfRow, selectKeyOf } from './queries.ts';
import { currentKey, KeysMissing, type RowKeys } from './row-keys.ts';

const KEY_BYTES = 32;
const MARK = 'sealed:';
const ERASED = '(erased)';
export const LACKING = '(this machine lacks the key)';

export interface RowSeal {
  seal(field: string, text: string): Buffer;
  /** Undefined if it was sealed otherwise. */
  open(field: string, sealed: Buffer): string | undefined;
  sealText(field: string, text: string): string;
  /** Returns clear text as it is, and a placeholder for what cannot be opened. */
  openText(field: string, stored: string): string;
}

export type Opener = Pick<RowSeal, 'openText'>;

/** A new key, sealed with the current one of its kind and month. */
export async function newSeal(
  tx: Db,
  keys: RowKeys,
  { id, kind }: { id: string; kind: string },
  now: Date,
): Promise<{ seal: RowSeal; key_name: string; sealed_key: Buffer }> {
  const { name, key } = await currentKey(tx, keys, kind, now);
  const own = randomBytes(KEY_BYTES);
  return { seal: sealWith(own, id), key_name: name, sealed_key: seal(key, own, ownerOf(id)) };
}

/** Undefined once the key is destroyed. */
export function openSeal(
  keys: RowKeys,
  { id, key_name: name, sealed_key: sealed }: KeyOfRow,
): RowSeal | undefined {
  const key = name === null ? undefined : keys.read(name);
  const own = key && sealed ? unseal(key, sealed, ownerOf(id)) : undefined;
  return own && sealWith(own, id);
}

/** Also while the key is being replaced. Throws unavailable if it is missing here. */
export async function openSealOf(db: Db, keys: RowKeys, id: string): Promise<RowSeal | undefined> {
  for (let former: string | null | undefined; ; ) {
    const row = await selectKeyOf(db, keys.tables, id);
    const opened = row && openSeal(keys, row);
    if (opened || !row?.sealed_key) return opened;
    if (row.key_name === former) throw new KeysMissing(keys);
    former = row.key_name;
  }
}

/** Seals a row's key with another key of its group. */
export function rewrap(key: Buffer, newKey: Buffer, id: string, sealed: Buffer): Buffer | undefined {
  const own = unseal(key, sealed, ownerOf(id));
  return own && seal(newKey, own, ownerOf(id));
}

/** For rows that may be erased or lack their key. */
export function openerOf(keys: RowKeys, row: KeyOfRow): Opener {
  return openSeal(keys, row) ?? placeholder(unreadable(row));
}

export function unreadable({ sealed_key: sealed }: Pick<KeyOfRow, 'sealed_key'>): string {
  return sealed ? LACKING : ERASED;
}

export function placeholder(text: string): Opener {
  return { openText: (_field, stored) => (stored.startsWith(MARK) ? text : stored) };
}

function sealWith(own: Buffer, id: string): RowSeal {
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
