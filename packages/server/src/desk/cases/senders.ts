import type { Db } from '../../kernel/db/pool.ts';
import type { CaseRow } from './case-queries.ts';
import type { CaseParts } from './cases.ts';
import { formOf } from './kinds/index.ts';
import { openSeal } from './sealing/case-seal.ts';
import { selectSaid } from './sealing/paper-queries.ts';
import { openPaper } from './sealing/papers.ts';

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
