import { type DomainConfig, pageHref } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { formatMoment } from '../../kernel/lib/text/format-moment.ts';
import {
  type CaseParts,
  type CaseRow,
  type CaseSeal,
  formOf,
  putCaseMail,
  updateCase,
} from '../cases/index.ts';
import { elementLines, namedLines } from './notice-lines.ts';
import { countReceipts, isKnownSender } from './queries.ts';

const DAY_MS = 24 * 3600 * 1000;
export const RECEIPT = 'notice-receipt';
/** To a mailbox because of one network's notices. */
const MOST_A_NETWORK_A_DAY = 5;
/** To a mailbox in all; a digest has the others. */
const MOST_RECEIPTS_A_DAY = 5;
/** Of other mails. Only the first of a network goes on, up to twice as many: few networks use up nobody's receipt. */
const MOST_A_DAY = 20;
const MOST_FIRSTS_A_DAY = 2 * MOST_A_DAY;

/**
 * Whether a mailbox that has not confirmed a notice may have one more mail of a kind because of it: anybody can name any
 * mailbox. Those of a network from which it has confirmed one before are limited by the network alone. Lock the mailbox
 * for an exact limit.
 */
export async function hasRoomFor(
  tx: Db,
  caseRow: CaseRow,
  { kind, now }: { kind: string; now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  const { own, all } = await countReceipts(tx, caseRow, { kind, since, limit: MOST_FIRSTS_A_DAY });
  if (own >= MOST_A_NETWORK_A_DAY) return false;
  const most = own === 0 ? MOST_FIRSTS_A_DAY : MOST_A_DAY;
  return all < (kind === RECEIPT ? MOST_RECEIPTS_A_DAY : most) || (await isKnownSender(tx, caseRow));
}

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
