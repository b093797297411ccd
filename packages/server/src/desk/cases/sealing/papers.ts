import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../kernel/db/pool.ts';
import type { CaseRow } from '../case-queries.ts';
import type { CaseParts } from '../cases.ts';
import { formOf } from '../kinds/index.ts';
import { type CaseSeal, openSeal } from './case-seal.ts';
import { insertPaper, selectSaid } from './queries.ts';

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

/** What was filled in, by field: trimmed texts, and true for what was ticked. Nothing is empty. */
export type Filled = Readonly<Record<string, string | true>>;

/** Of a case: all of them are read and opened for each further one. */
export const MOST_SUPPLEMENTS = 50;

/** What the sender has written so far, by field, the latest of each; nothing once it is erased. */
export async function everythingSaid(
  tx: Db,
  caseId: string,
  seal: Parameters<typeof openPaper>[0],
): Promise<Filled> {
  const papers = await selectSaid(tx, caseId, MOST_SUPPLEMENTS + 1);
  return Object.assign({}, ...papers.map((paper) => JSON.parse(openPaper(seal, paper)?.text ?? '{}')));
}

/** The mailbox of a case's sender; undefined if none was given, or it is erased. */
export async function senderOf(
  tx: Db,
  { keys }: Pick<CaseParts, 'keys'>,
  caseRow: CaseRow,
): Promise<string | undefined> {
  const seal = openSeal(keys, caseRow);
  const field = formOf(caseRow.kind).parts.email;
  const said = await everythingSaid(tx, caseRow.id, seal);
  const email = field ? said[field] : undefined;
  return typeof email === 'string' ? email : undefined;
}
