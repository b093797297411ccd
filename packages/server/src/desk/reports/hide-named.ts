import type { DomainConfig } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import {
  type CaseParts,
  type CaseRow,
  hideTargets,
  planHiding,
  rulesOf,
  updateCase,
} from '../cases/index.ts';
import { countFirst } from './queries.ts';
import { LEFT_RANK } from './rank.ts';
import { putUrgentMail } from './urgent-mail.ts';

/**
 * Takes what an open, locked case names off the site before it is decided, as far as notices may; what stays brings the
 * case before all others, as far as there is room for such, and the operator is told at once. Hold the lock of merges.
 */
export async function hideNamed(
  tx: Db,
  parts: Pick<CaseParts, 'queue'>,
  { kase, domain, isNew, now }: { kase: CaseRow; domain: DomainConfig; isNew: boolean; now: Date },
): Promise<CaseRow> {
  const hiding = await planHiding(tx, kase, now);
  const { left } = hiding;
  const isFirst = left > 0 && kase.rank < LEFT_RANK && (await hasRoomFirst(tx, kase));
  const ranked = isFirst ? await updateCase(tx, kase.id, { rank: kase.rank + LEFT_RANK }) : kase;
  if (isFirst || (isNew && rulesOf(kase.kind).hides === 'received'))
    await putUrgentMail(tx, parts, { kase: ranked, hiding, domain, now });
  return hideTargets(tx, ranked, hiding, now);
}

/** How many open cases stand before all others: of one sender, and of all. Anybody can name more than notices may hide. */
const MOST_FIRST = { unconfirmed: { own: 2, all: 10 }, confirmed: { own: 2, all: 30 } };

/** Whether a case may come before all others; else it stays among those of its kind. */
async function hasRoomFirst(tx: Db, kase: CaseRow): Promise<boolean> {
  const most = MOST_FIRST[kase.confirmed_at ? 'confirmed' : 'unconfirmed'];
  const { own, all } = await countFirst(tx, kase, LEFT_RANK);
  return own < most.own && all < most.all;
}
