import type { ReportStatus } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type CaseRow, domainOf, lockMailbox, requireCase, sealOf, senderOf } from '../cases/index.ts';
import { caseOf, reportStatus } from './private-page.ts';
import { selectTargets } from './queries.ts';
import { putReceipt } from './receipts.ts';
import type { ReportParts } from './take-in.ts';

const HOUR_MS = 3600 * 1000;
/** After first receipts, before those of floods. */
const PRIORITY = 0;

/** Sends the confirmation link again. Throws conflict, too_many_requests. */
export async function sendLink(parts: ReportParts, token: string): Promise<ReportStatus> {
  const { id, mailbox_mac: mailbox } = await caseOf(parts.db, 'token_hash', token);
  if (!mailbox) throw new AppError('conflict', 'No email address was given with this notice.');
  if (!parts.config.smtp)
    throw new AppError('conflict', 'This site cannot send email now, so no confirmation is needed.');
  const send = async (tx: Db) => {
    await lockMailbox(tx, mailbox);
    await sendIn(tx, parts, await requireCase(tx, id));
  };
  await transaction(parts.db, send, { retry: ['deadlock'] });
  return reportStatus(parts, token);
}

async function sendIn(tx: Db, parts: ReportParts, caseRow: CaseRow): Promise<void> {
  const now = parts.clock.now();
  refuseLink(caseRow, now);
  const seal = await sealOf(tx, parts.keys, caseRow, now);
  const to = await senderOf(tx, parts, caseRow);
  const targets = (await selectTargets(tx, caseRow.id)).map(({ video_id: videoId }) => ({ videoId }));
  const isSent =
    to !== undefined &&
    (await putReceipt(tx, parts, {
      ...{ caseRow, seal, to, targets, mailKind: 'notice-link', priority: PRIORITY },
      domain: await domainOf(parts, caseRow),
      now,
    }));
  if (!isSent)
    throw new AppError(
      'too_many_requests',
      'We have already sent as many emails to this address as we do in a day. Please try again tomorrow.',
    );
}

function refuseLink(
  { is_open: isOpen, confirmed_at: confirmedAt, linked_at: linkedAt }: CaseRow,
  now: Date,
): void {
  if (confirmedAt) throw new AppError('conflict', 'This notice is already confirmed.');
  if (!isOpen) throw new AppError('conflict', 'This notice has been decided.');
  if (linkedAt && now.getTime() - linkedAt.getTime() < HOUR_MS)
    throw new AppError(
      'too_many_requests',
      'We emailed you the link within the last hour. Please check your spam folder, or try again later.',
    );
}
