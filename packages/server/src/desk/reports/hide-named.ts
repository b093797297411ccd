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
import { LEFT_RANK } from './rank.ts';
import { putUrgentMail } from './urgent-mail.ts';

/**
 * Takes what an open, locked case names off the site before it is decided, as far as notices may; what stays brings the
 * case before all others, and the operator is told at once. Hold the lock of merges.
 */
export async function hideNamed(
  tx: Db,
  parts: Pick<CaseParts, 'queue'>,
  { kase, domain, isNew, now }: { kase: CaseRow; domain: DomainConfig; isNew: boolean; now: Date },
): Promise<CaseRow> {
  const hiding = await planHiding(tx, kase, now);
  const { left } = hiding;
  const isFirst = left > 0 && kase.rank < LEFT_RANK;
  const ranked = isFirst ? await updateCase(tx, kase.id, { rank: kase.rank + LEFT_RANK }) : kase;
  if (isFirst || (isNew && rulesOf(kase.kind).hides === 'received'))
    await putUrgentMail(tx, parts, { kase: ranked, left, domain, now });
  return hideTargets(tx, ranked, hiding, now);
}
