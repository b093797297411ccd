import type { Db } from '../../../kernel/db/pool.ts';
import { AppError } from '../../../kernel/lib/app-error.ts';
import { formatMoment } from '../../../kernel/lib/text/format-moment.ts';
import {
  addPaper,
  type CaseParts,
  type CaseRow,
  domainOf,
  everythingSaid,
  findCase,
  formOf,
  hasRoomFor,
  mailSender,
  NOT_KEPT,
  namedLines,
  needsSecond,
  propose,
  quoted,
  rulesOf,
} from '../../cases/index.ts';
import { type Decided, decideCase, type Outcome } from '../decide.ts';
import { restoreCase } from '../restoring/restore.ts';
import { strikeMessage } from '../strikes.ts';

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
export function decideAny(parts: CaseParts, decision: Decision): Promise<string> {
  return decideCase(parts, decision, {
    check: async (_, caseRow) => refuseApproving(caseRow, decision.status),
    tell: (tx, decided) => tell(tx, parts, decision, decided),
  });
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
  decided: Decided,
): Promise<string> {
  const { outcome, ground, strikes, back, seal, now } = decided;
  if (note) await addPaper(tx, id, seal, { what: 'note', text: note, by, at: now });
  const told = seal.isLost ? !back && NOT_KEPT : await mailDecision(tx, parts, status, decided);
  const [strike] = strikes;
  return [
    status === 'denied'
      ? 'The case was denied.'
      : ground?.takesOff === false
        ? 'The request was answered, and nothing was taken off.'
        : APPROVED[outcome ?? 'no_video'],
    back,
    strike && strikeMessage(strike),
    told,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Tells the sender, without anything that was written in the case. Returns a sentence. */
async function mailDecision(
  tx: Db,
  parts: CaseParts,
  status: Decision['status'],
  decided: Decided,
): Promise<string> {
  const { caseRow, outcome, ground, now } = decided;
  // Anybody can name any mailbox: only its owner has confirmed the notice.
  const isKnown = caseRow.confirmed_at !== null;
  const { tellsUnconfirmed = false } = rulesOf(caseRow.kind);
  if (!isKnown && !tellsUnconfirmed)
    return 'Its sender is not told: there is no confirmed mailbox to mail to.';
  const approved = ground?.takesOff === false ? 'answered' : APPROVED_MAILS[outcome ?? 'no_video'];
  const mail = {
    ...({ name: status === 'denied' ? status : approved, kind: 'notice-decision' } as const),
    values: { received: formatMoment(caseRow.received_at), ground: ground?.words ?? '' },
    attached: tellsUnconfirmed ? await namedIn(tx, parts, decided) : '',
  };
  const isMailed =
    (isKnown || (await hasRoomFor(tx, caseRow, { kind: mail.kind, now }))) &&
    (await mailSender(tx, parts, { caseRow, mail, now }));
  return isMailed ? 'Its sender is told by mail.' : 'Its sender could not be mailed.';
}

const APPROVED_MAILS = { taken_off: 'approved', was_off: 'was_off', no_video: 'no_video' } as const;

/** What a notice names: in its own words for who has confirmed it, else by addresses of ours only. */
async function namedIn(tx: Db, parts: CaseParts, { caseRow, seal, videoIds }: Decided): Promise<string> {
  if (caseRow.confirmed_at === null) {
    const origin = parts.caseLinks.origin(await domainOf(parts, caseRow));
    return namedLines(
      videoIds.map((videoId) => ({ videoId })),
      origin,
    );
  }
  const { addresses = '' } = formOf(caseRow.kind).parts;
  const said = await everythingSaid(tx, caseRow.id, seal);
  return quoted(String(said[addresses ?? ''] ?? ''));
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
  const { isBack, outcome } = await restoreCase(parts, { ...restoration, event: 'restore' });
  return `${isBack ? 'The takedown was undone.' : 'The case is marked as wrongly approved.'} ${outcome}`;
}
