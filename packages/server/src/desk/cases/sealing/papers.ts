import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../kernel/db/pool.ts';
import type { CaseSeal } from './case-seal.ts';
import { insertPaper } from './paper-queries.ts';

const SALT_BYTES = 16;

export interface NewPaper {
  what: 'submission' | 'supplement' | 'question' | 'note' | 'reason' | 'court' | 'mail' | 'proposal';
  text: string;
  /** The administrator's name; null for the sender and the site. */
  by: string | null;
  at: Date;
}

/** Adds what was written to a locked case; the case's next step tells the audit log of it by its digest. */
export async function addPaper(
  tx: Db,
  caseId: string,
  seal: CaseSeal,
  { what, text, by, at }: NewPaper,
): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const digest = createHash('sha256').update(salt).update(text).digest();
  // Its digest shows that there was one.
  const sealed = seal.isLost ? null : seal.seal(what, salt.toString('hex') + text);
  await insertPaper(tx, { caseId, at, by, what, sealed, digest });
  return digest;
}

/** A paper's text and the salt of its digest; undefined once it is erased. */
export function openPaper(
  seal: CaseSeal | undefined,
  { what, sealed }: { what: string; sealed: Buffer | null },
): { salt: string; text: string } | undefined {
  const opened = sealed ? seal?.open(what, sealed) : undefined;
  return opened === undefined
    ? undefined
    : { salt: opened.slice(0, SALT_BYTES * 2), text: opened.slice(SALT_BYTES * 2) };
}
