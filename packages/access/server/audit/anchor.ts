import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '@vesper/core/db/pool.ts';
import { type Head, selectHash } from './queries.ts';

/** The end of the chain, kept outside the database: detects cut-off rows and a rebuilt chain. */
export interface Anchor {
  seq: number;
  hash: Buffer;
}

const ANCHOR = /^\{"seq":(\d{1,15}),"hash":"([0-9a-f]{64})"\}$/;

/** Undefined if there is none yet. Throws for a file that is not an anchor. */
export async function readAnchor(file: string): Promise<Anchor | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [, seq, hash] = ANCHOR.exec(text.trim()) ?? [];
  if (!seq || !hash) throw new Error(`The anchor of the audit log in ${file} is damaged.`);
  return { seq: Number(seq), hash: Buffer.from(hash, 'hex') };
}

/** Replaces the file atomically. */
export async function writeAnchor(file: string, { seq, hash }: Anchor): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(fresh, `${JSON.stringify({ seq, hash: hash.toString('hex') })}\n`, { mode: 0o600 });
  await rename(fresh, file);
}

/** Moves the anchor to the chain's end; false if the log disagrees, so that `audit verify` still finds the fault. */
export async function advanceAnchor(
  db: Db,
  file: string,
  head: Pick<Head, 'seq' | 'hash'>,
): Promise<boolean> {
  const anchor = await readAnchor(file);
  if (anchor && anchor.seq > 0) {
    const hash = await selectHash(db, anchor.seq);
    if (!hash?.equals(anchor.hash)) return false;
    if (anchor.seq >= head.seq) return true;
  }
  await writeAnchor(file, head);
  return true;
}
