import { type DomainConfig, pageHref } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { type CaseParts, type CaseRow, type CaseSeal, putCaseMail, updateCase } from '../cases/index.ts';
import { namedLines } from './notice-lines.ts';
import { countReceipts } from './queries.ts';

const DAY_MS = 24 * 3600 * 1000;
/** To a mailbox because of one network's notices, so that strangers do not use up what its owner gets; and in all. */
const MOST_A_NETWORK_A_DAY = 5;
const MOST_A_DAY = 20;

export interface NewReceipt {
  kase: CaseRow;
  seal: CaseSeal;
  to: string;
  targets: readonly { videoId: string | null }[];
  domain: DomainConfig;
  /** Sent with the notice, or asked for later: each has limits of its own. */
  mailKind: 'notice-receipt' | 'notice-link';
  priority: number;
  now: Date;
}

/**
 * Mails the number of a notice and its links to its sender. False if the mailbox has had its share, or is none. Lock the
 * mailbox before.
 */
export async function putReceipt(
  tx: Db,
  parts: CaseParts,
  { kase, seal, mailKind: kind, priority, now, ...receipt }: NewReceipt,
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  if ((await countReceipts(tx, kase, { kind, since, limit: MOST_A_NETWORK_A_DAY })) >= MOST_A_NETWORK_A_DAY)
    return false;
  const origin = parts.caseLinks.origin(receipt.domain);
  const values = {
    received: formatMoment(kase.received_at),
    addresses: namedLines(receipt.targets, origin),
    confirmPage: origin + pageHref.reportConfirm(parts.caseLinks.confirm(kase.id)),
  };
  const mail = { name: 'receipt', kind, to: receipt.to, values } as const;
  const isPut = await putCaseMail(tx, parts, { kase, seal }, mail, {
    ...{ now, mostADay: MOST_A_DAY, priority },
  });
  if (isPut) await updateCase(tx, kase.id, { linked_at: now });
  return isPut;
}
