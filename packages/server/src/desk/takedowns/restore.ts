import { AppError } from '../../kernel/lib/app-error.ts';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { type CaseParts, needsSecond, propose, restoreCase } from '../cases/index.ts';
import { type RequestRow, writeNotes } from './request-queries.ts';
import { requireRequest } from './requests.ts';

export interface Restoration {
  id: string;
  reason: string;
  /** The administrator's name. */
  by: string;
  /** What another administrator has proposed, and this carries out. */
  proposal?: string | undefined;
}

/**
 * Undoes a wrong approval, or proposes to where that needs a second administrator. Returns a sentence. Throws not_found,
 * conflict.
 */
export async function restoreOrPropose(takedowns: CaseParts, restoration: Restoration): Promise<string> {
  const { id, reason, by } = restoration;
  if (!needsSecond(takedowns, 'copyright', 'restore')) return restoreRequest(takedowns, restoration);
  refuseRestoring(await requireRequest(takedowns.db, id));
  return propose(takedowns, { id, act: 'restore', text: reason, by });
}

/** Undoes a wrong approval: see `restoreCase`. Returns a sentence. Throws not_found, conflict. */
export async function restoreRequest(
  takedowns: CaseParts,
  { id, reason, by, proposal }: Restoration,
): Promise<string> {
  await requireRequest(takedowns.db, id);
  const { heldBy, isBack, outcome } = await restoreCase(
    takedowns,
    { id, event: 'restore', reason, by, proposal },
    {
      check: async (tx) => refuseRestoring(await requireRequest(tx, id)),
      tell: (tx, { seal }) => writeNotes(tx, id, { restore_reason: seal.sealText('restore_reason', reason) }),
    },
  );
  if (isBack) return `The takedown was undone. ${outcome}`;
  return heldBy.length === 0
    ? `The request is marked as wrongly approved. ${outcome}`
    : `The request is marked as wrongly approved. Its video stays off the site: the request ${heldBy[0]} about it was approved too.`;
}

function refuseRestoring({ status, restored_at: at, restored_by: by }: RequestRow): void {
  if (status !== 'approved')
    throw new AppError('conflict', 'Only an approved request has a takedown to undo.');
  if (at)
    throw new AppError(
      'conflict',
      `This takedown has already been undone by ${by ?? 'the site'} at ${formatMoment(at)}.`,
    );
}
