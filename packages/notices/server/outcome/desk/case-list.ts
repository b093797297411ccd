import type { CaseDetails, CaseDue, CaseItem } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { findCase, unknownCase, whyNotErased } from '../../cases/index.ts';
import { oddCopies } from '../restoring/copies.ts';
import {
  type ListFilter,
  selectCases,
  selectClocksOf,
  selectListedCase,
  selectOthers,
  selectPaperHeads,
  selectSender,
  selectSourcesOf,
  selectTargetsOf,
} from './queries.ts';
import { toDetails, toItem } from './view.ts';

const MOST_SHOWN = 500;
const MOST_OTHERS = 50;

const HOUR_MS = 3600 * 1000;
const DUE_WITHIN_MS: Record<CaseDue, number> = { overdue: 0, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };

export function dueBefore(due: CaseDue | undefined, now: Date): Date | undefined {
  return due && new Date(now.getTime() + DUE_WITHIN_MS[due]);
}

/** In the order of the desk. Throws not_found if `after` does not exist. */
export async function listCases(
  db: Db,
  filter: ListFilter,
): Promise<{ cases: CaseItem[]; next: string | null }> {
  if (filter.after !== undefined) await findCase(db, filter.after);
  const rows = await selectCases(db, { ...filter, limit: filter.limit + 1 });
  const cases = rows.slice(0, filter.limit).map(toItem);
  return { cases, next: rows.length > filter.limit ? (cases.at(-1)?.id ?? null) : null };
}

/** Throws not_found. */
export async function getCase(db: Db, id: string): Promise<CaseDetails> {
  const row = await selectListedCase(db, id);
  if (!row) throw unknownCase();
  return toDetails(row, {
    targets: await selectTargetsOf(db, id, MOST_SHOWN),
    clocks: await selectClocksOf(db, id),
    papers: await selectPaperHeads(db, id, MOST_SHOWN),
    others: await selectOthers(db, row, MOST_OTHERS),
    sender: row.mailbox_mac && (await selectSender(db, row)),
    sources: await selectSourcesOf(db, id),
    copies: await oddCopies(db, row),
    notErasable: await whyNotErased(db, row),
    about: row.about_case_id === null ? null : (await findCase(db, row.about_case_id)).state,
  });
}
