import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '@vesper/core/db/pool.ts';
import { openSeal } from '@vesper/core/db/sealed/row-seal.ts';
import type { CaseRow } from '../case-queries.ts';
import type { CaseParts } from '../cases.ts';
import { formOf } from '../kinds/index.ts';
import type { CaseSeal } from './case-seal.ts';
import { insertPaper, selectSaid } from './queries.ts';

const SALT_BYTES = 16;

export interface NewPaper {
  what: 'submission' | 'supplement' | 'question' | 'note' | 'reason' | 'court' | 'mail' | 'proposal';
  text: string;
  /** Null for the sender and the site. */
  by: string | null;
  at: Date;
}

/** Adds a text to a locked case; its next step puts the digest into the audit log. */
export async function addPaper(
  tx: Db,
  caseId: string,
  seal: CaseSeal,
  { what, text, by, at }: NewPaper,
): Promise<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const digest = createHash('sha256').update(salt).update(text).digest();
  // The digest shows that there was one.
  const sealed = seal.isLost ? null : seal.seal(what, salt.toString('hex') + text);
  await insertPaper(tx, { caseId, at, by, what, sealed, digest });
  return digest;
}

/** Undefined once erased. */
export function openPaper(
  seal: CaseSeal | undefined,
  { what, sealed }: { what: string; sealed: Buffer | null },
): { salt: string; text: string } | undefined {
  const opened = sealed ? seal?.open(what, sealed) : undefined;
  return opened === undefined
    ? undefined
    : { salt: opened.slice(0, SALT_BYTES * 2), text: opened.slice(SALT_BYTES * 2) };
}

/** The form's values: trimmed texts, true for ticks, nothing empty. */
export type Filled = Readonly<Record<string, string | true>>;

/** Per case: each new one reads and opens all. */
export const MOST_SUPPLEMENTS = 50;

/** The latest value of each field; nothing once erased. */
export async function everythingSaid(
  tx: Db,
  caseId: string,
  seal: Parameters<typeof openPaper>[0],
): Promise<Filled> {
  const papers = await selectSaid(tx, caseId, MOST_SUPPLEMENTS + 1);
  return Object.assign({}, ...papers.map((paper) => JSON.parse(openPaper(seal, paper)?.text ?? '{}')));
}

/** Undefined if none was given, or it is erased. */
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
