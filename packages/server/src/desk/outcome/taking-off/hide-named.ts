import type { Db } from '../../../kernel/db/pool.ts';
import { type CaseParts, type CaseRow, domainOf, LEFT_RANK, rulesOf, updateCase } from '../../cases/index.ts';
import { hideTargets, isToHide, planHiding } from './hide.ts';
import { countFirst } from './hide-queries.ts';
import { putUrgentMail } from './urgent-mail.ts';

/**
 * Takes what an open, locked case names off the site before it is decided, if its kind has it so, as far as notices may;
 * what stays brings the
 * case before all others, as far as there is room for such, and the operator is told at once. Hold the lock of merges.
 */
export async function hideNamed(
  tx: Db,
  parts: Pick<CaseParts, 'queue' | 'config' | 'configFor'>,
  { caseRow, isNew, now }: { caseRow: CaseRow; isNew: boolean; now: Date },
): Promise<CaseRow> {
  if (!isToHide(parts.config, caseRow)) return caseRow;
  const hiding = await planHiding(tx, caseRow, now);
  const { left } = hiding;
  const isFirst = left > 0 && caseRow.rank < LEFT_RANK && (await hasRoomFirst(tx, caseRow));
  const ranked = isFirst ? await updateCase(tx, caseRow.id, { rank: caseRow.rank + LEFT_RANK }) : caseRow;
  if (isFirst || (isNew && rulesOf(caseRow.kind).hides === 'received'))
    await putUrgentMail(tx, parts, {
      ...{ caseRow: ranked, hiding, now },
      domain: await domainOf(parts, caseRow),
    });
  return hideTargets(tx, ranked, hiding, now);
}

/** How many open cases stand before all others: of one sender, and of all. Anybody can name more than notices may hide. */
const MOST_FIRST = { unconfirmed: { own: 2, all: 10 }, confirmed: { own: 2, all: 30 } };

/** Whether a case may come before all others; else it stays among those of its kind. */
async function hasRoomFirst(tx: Db, caseRow: CaseRow): Promise<boolean> {
  const most = MOST_FIRST[caseRow.confirmed_at ? 'confirmed' : 'unconfirmed'];
  const { own, all } = await countFirst(tx, caseRow, LEFT_RANK);
  return own < most.own && all < most.all;
}
