import { type CaseKindForm, type DomainConfig, pageHref } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { type CaseParts, type CaseRow, type CaseSeal, putCaseMail, updateCase } from '../cases/index.ts';
import { countReceipts } from './queries.ts';
import { receiptMail } from './receipt-mails.ts';

const DAY_MS = 24 * 3600 * 1000;
/** To a mailbox because of one network's notices, so that strangers do not use up what its owner gets; and in all. */
const MOST_A_NETWORK_A_DAY = 5;
const MOST_A_DAY = 20;

export interface NewReceipt {
  kase: CaseRow;
  seal: CaseSeal;
  form: CaseKindForm;
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
  const mail = receiptMail({
    ...{ ...receipt, kind, kase, origin },
    confirmUrl: origin + pageHref.reportConfirm(parts.caseLinks.confirm(kase.id)),
    statusUrl: origin + pageHref.reportStatus(parts.caseLinks.status(kase.id)),
  });
  const isPut = await putCaseMail(tx, parts, { caseId: kase.id, seal }, mail, {
    ...{ now, mostADay: MOST_A_DAY, priority },
  });
  if (isPut) await updateCase(tx, kase.id, { linked_at: now });
  return isPut;
}
