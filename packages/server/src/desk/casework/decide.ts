import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import {
  addPaper,
  type CaseParts,
  type CaseRow,
  type Decided,
  decideCase,
  decisionMail,
  findCase,
  NOT_KEPT,
  needsSecond,
  type Outcome,
  propose,
  putCaseMail,
  restoreCase,
  senderOf,
  strikeMessage,
} from '../cases/index.ts';
import { decideRequest, restoreRequest } from '../takedowns/index.ts';

export interface Decision {
  id: string;
  status: 'approved' | 'denied';
  ground?: string | undefined;
  category?: string | undefined;
  note?: string | null | undefined;
  /** The administrator's name. */
  by: string;
  /** What another administrator has proposed, and this carries out. */
  proposal?: string | undefined;
}

/**
 * Decides about a case of any kind, or proposes to where that needs a second administrator. Returns a sentence. Throws
 * bad_request, not_found, conflict.
 */
export async function decideOrPropose(parts: CaseParts, decision: Decision): Promise<string> {
  const { id, status, ground, category, note, by } = decision;
  const { kind } = await findCase(parts.db, id);
  const act = status === 'approved' ? 'approve' : 'deny';
  return needsSecond(parts, kind, act)
    ? propose(parts, { id, act, ground, category, text: note, by })
    : decideAny(parts, decision);
}

/** Decides about a case of any kind. Returns a sentence. Throws bad_request, not_found, conflict. */
export async function decideAny(parts: CaseParts, decision: Decision): Promise<string> {
  const { id, status, ground, category, note, by, proposal } = decision;
  if ((await findCase(parts.db, id)).kind === 'copyright')
    return (await decideRequest(parts, { id, status, ground, category, adminNotes: note, by })).message;
  return decideCase(
    parts,
    { id, status, by, ground, category, proposal },
    {
      check: async (_, caseRow) => refuseApproving(caseRow, status),
      tell: (tx, decided) => tell(tx, parts, decision, decided),
    },
  );
}

/** A counter-notice takes nothing off: it brings back what another case took off. */
function refuseApproving({ kind }: CaseRow, status: Decision['status']): void {
  if (kind === 'counter_notice' && status === 'approved')
    throw new AppError(
      'conflict',
      'A counter-notice is not approved: restore the case that it answers, or deny the counter-notice.',
    );
}

async function tell(
  tx: Db,
  parts: CaseParts,
  { id, status, note, by }: Decision,
  { caseRow, outcome, ground, strikes, back, seal, now }: Decided,
): Promise<string> {
  // Only the owner of a mailbox has confirmed the notice.
  const to = caseRow.confirmed_at ? await senderOf(tx, parts, caseRow) : undefined;
  if (note) await addPaper(tx, id, seal, { what: 'note', text: note, by, at: now });
  const mail = to !== undefined && decisionMail({ caseRow, status, outcome, ground, to });
  const isMailed = mail && (await putCaseMail(tx, parts, { caseRow, seal }, mail, { now }));
  const [strike] = strikes;
  return [
    status === 'denied'
      ? 'The case was denied.'
      : ground?.takesOff === false
        ? 'The request was answered, and nothing was taken off.'
        : APPROVED[outcome ?? 'no_video'],
    back,
    strike && strikeMessage(strike),
    seal.isLost && !back && NOT_KEPT,
    isMailed
      ? 'Its sender is told by mail.'
      : !seal.isLost && 'Its sender is not told: there is no confirmed mailbox to mail to.',
  ]
    .filter(Boolean)
    .join(' ');
}

const APPROVED: Record<Outcome, string> = {
  taken_off: 'The case was approved, and its videos are off the site.',
  was_off: 'The case was approved; its videos were off the site already.',
  no_video: 'The case was approved; it names no video that is on this site, so nothing was removed.',
};

export interface CaseRestoration {
  id: string;
  reason: string;
  /** The administrator's name. */
  by: string;
  /** What another administrator has proposed, and this carries out. */
  proposal?: string | undefined;
}

/**
 * Undoes the takedown of a case of any kind, or proposes to where that needs a second administrator. Returns a sentence.
 * Throws not_found, conflict.
 */
export async function restoreOrPropose(parts: CaseParts, restoration: CaseRestoration): Promise<string> {
  const { id, reason, by } = restoration;
  const { kind } = await findCase(parts.db, id);
  return needsSecond(parts, kind, 'restore')
    ? propose(parts, { id, act: 'restore', text: reason, by })
    : restoreAny(parts, restoration);
}

/** Undoes the takedown of a case of any kind. Returns a sentence. Throws not_found, conflict. */
export async function restoreAny(parts: CaseParts, restoration: CaseRestoration): Promise<string> {
  if ((await findCase(parts.db, restoration.id)).kind === 'copyright')
    return restoreRequest(parts, restoration);
  const { isBack, outcome } = await restoreCase(parts, { ...restoration, event: 'restore' });
  return `${isBack ? 'The takedown was undone.' : 'The case is marked as wrongly approved.'} ${outcome}`;
}
