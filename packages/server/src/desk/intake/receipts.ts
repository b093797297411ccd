import { type DomainConfig, pageHref } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { formatMoment } from '../../kernel/lib/text/format-moment.ts';
import {
  type CaseParts,
  type CaseRow,
  type CaseSeal,
  elementLines,
  formOf,
  hasRoomFor,
  namedLines,
  putCaseMail,
  type RECEIPT,
  updateCase,
} from '../cases/index.ts';

export interface NewReceipt {
  caseRow: CaseRow;
  seal: CaseSeal;
  to: string;
  targets: readonly { videoId: string | null }[];
  domain: DomainConfig;
  /** Sent with the notice, or asked for later: each has limits of its own. */
  mailKind: typeof RECEIPT | 'notice-link';
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
  { caseRow, seal, mailKind: kind, priority, now, ...receipt }: NewReceipt,
): Promise<boolean> {
  if (!(await hasRoomFor(tx, caseRow, { kind, now }))) return false;
  const origin = parts.caseLinks.origin(receipt.domain);
  const values = {
    received: formatMoment(caseRow.received_at),
    addresses: namedLines(receipt.targets, origin),
    missing: elementLines(formOf(caseRow.kind), caseRow.asked),
    confirmPage: origin + pageHref.reportConfirm(parts.caseLinks.confirm(caseRow.id)),
  };
  const mail = { name: 'receipt', kind, to: receipt.to, values } as const;
  const isPut = await putCaseMail(tx, parts, { caseRow, seal }, mail, { now, priority });
  if (isPut) await updateCase(tx, caseRow.id, { linked_at: now });
  return isPut;
}
