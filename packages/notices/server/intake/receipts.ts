import { type DomainConfig, pageHref } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import {
  type CaseParts,
  type CaseRow,
  type CaseSeal,
  domainOf,
  elementLines,
  formOf,
  hasRoomFor,
  lockMailbox,
  namedLines,
  putCaseMail,
  type RECEIPT,
  requireCase,
  sealOf,
  senderOf,
  updateCase,
} from '../cases/index.ts';
import { selectUnmailed, selectUnmailedOf } from './queries.ts';

export interface NewReceipt {
  caseRow: CaseRow;
  seal: CaseSeal;
  to: string;
  targets: readonly { videoId: string | null }[];
  domain: DomainConfig;
  mailKind: typeof RECEIPT | 'notice-link';
  priority: number;
  now: Date;
}

/** False if the mailbox is invalid or has reached its limit. Lock the mailbox before. */
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

const KIND = 'notice-digest';
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Later ones wait for the next day's digest. */
const KEPT_MS = 2 * DAY_MS + HOUR_MS;
const MOST_MAILBOXES = 500;
const MOST_NOTICES = 50;

/** Mails the links of notices without a receipt, once a day per mailbox. */
export async function mailReceiptDigests(parts: CaseParts, signal: AbortSignal): Promise<void> {
  const now = parts.clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const since = ago(KEPT_MS);
  const times = { since, until: ago(HOUR_MS), mailedSince: ago(DAY_MS) };
  const mailboxes = await selectUnmailed(parts.db, times, { kind: KIND, limit: MOST_MAILBOXES });
  for (const mailbox of mailboxes) {
    if (signal.aborted) return;
    const mail = (tx: Db) => mailDigest(tx, parts, { mailbox, since, now });
    await transaction(parts.db, mail, { retry: ['deadlock'] });
  }
}

async function mailDigest(
  tx: Db,
  parts: CaseParts,
  { mailbox, since, now }: { mailbox: Buffer; since: Date; now: Date },
): Promise<void> {
  await lockMailbox(tx, mailbox);
  const ids = await selectUnmailedOf(tx, mailbox, { since, limit: MOST_NOTICES });
  const cases = [];
  for (const id of ids) cases.push(await requireCase(tx, id));
  const [first] = cases;
  const to = first && (await senderOf(tx, parts, first));
  if (!first || to === undefined) return;
  const lines = [];
  for (const caseRow of cases) {
    const origin = parts.caseLinks.origin(await domainOf(parts, caseRow));
    const page = origin + pageHref.reportConfirm(parts.caseLinks.confirm(caseRow.id));
    lines.push(`${formatMoment(caseRow.received_at)}\n  ${page}`);
  }
  const seal = await sealOf(tx, parts.keys, first, now);
  const mail = { name: 'receipts', kind: KIND, to, values: { notices: lines.join('\n') } } as const;
  if (!(await putCaseMail(tx, parts, { caseRow: first, seal }, mail, { now, mostADay: 1 }))) return;
  for (const { id } of cases) await updateCase(tx, id, { linked_at: now });
}
