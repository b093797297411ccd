import { type CaseExport, caseFormOf, type ParsedInput, type Routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { groundNamed, unknownCase } from '../../cases/index.ts';
import { lumenNoticeOf } from './lumen.ts';
import { personalDataIn } from './personal-data.ts';
import { type CaseToExport, selectCases } from './queries.ts';
import { type DecidedCase, statementOf, statementProblems } from './statements.ts';

/** The limit of the DSA Transparency Database. */
const BATCH = 100;

export type Asked = ParsedInput<Routes['transparency']['export']>;

/** By receipt, a hundred at once. Withholds what looks like personal data or would be refused. Throws not_found. */
export async function exportCases(db: Db, { format, caseId, after }: Asked): Promise<CaseExport> {
  const rows = await selectCases(db, { caseId, after, limit: BATCH });
  if (caseId !== undefined && rows.length === 0) throw unknownCase();
  const entries: unknown[] = [];
  const heldBack: CaseExport['heldBack'] = [];
  for (const row of rows) {
    const caseRow = decided(row);
    const statement = format === 'dsa' ? statementOf(caseRow) : undefined;
    const entry = format === 'dsa' ? statement : lumenNoticeOf(caseRow);
    if (!entry) continue;
    const sentences = [...(statement ? statementProblems(statement) : []), ...personalDataIn(entry)];
    if (sentences.length > 0) heldBack.push({ caseId: caseRow.id, sentences });
    else entries.push(entry);
  }
  const next = caseId === undefined && rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null;
  return { entries, heldBack, next };
}

function decided(row: CaseToExport): DecidedCase {
  const label = caseFormOf(row.kind)?.label ?? row.kind;
  return { ...row, label, ground: row.ground === null ? null : groundNamed(row.kind, row.ground) };
}
