import { copyright, counterNotice, type ReportState, type ReportStatus } from '@vesper/contract';

const STATE_WORDS: Readonly<Record<ReportState, { title: string; next: string }>> = {
  unconfirmed: {
    title: 'Received',
    next: 'We have sent you a mail. Please open the link in it and confirm that the notice is yours: confirmed notices are seen first.',
  },
  open: { title: 'Waiting for a decision', next: 'We look at your notice, decide, and tell you why.' },
  incomplete: {
    title: 'Something is missing',
    next: 'The law asks for something that your notice does not have yet. Please add it below.',
  },
  approved: { title: 'Approved', next: 'What you named and we found was taken off this site.' },
  denied: {
    title: 'Denied',
    next: 'We found no reason to take it off. Our mail says why, and what you can do if you disagree.',
  },
  countered: {
    title: 'Answered by a counter-notice',
    next: 'The person who published it says that it was taken off by mistake. We send you what they wrote.',
  },
  restoring: {
    title: 'Answered by a counter-notice',
    next: 'It comes back 10 to 14 business days after the counter-notice unless you tell us of a court action.',
  },
  litigation: { title: 'Before a court', next: 'It stays off this site until the court has decided.' },
  restored: { title: 'Restored', next: 'What was taken off is on this site again.' },
  withdrawn: { title: 'Withdrawn', next: 'You have withdrawn this notice. Nothing else happens.' },
};

const UNLINKED =
  'We have your notice, but have not been able to mail you the link that confirms it. Confirmed notices are seen first.';

/** Its sender gets no mail. */
const UNMAILED =
  'We look at your notice and decide. This page says what becomes of it: please keep its address.';

/** An approved counter-notice takes nothing off. */
const FORWARDED = {
  title: 'Forwarded',
  next: 'We have sent it to the person who complained. What was taken off comes back 10 to 14 business days after that, unless that person tells us of a court action.',
};

/** A confirmed counter-notice may have ended by itself, unlike other confirmed notices. */
const LAPSED = {
  title: 'Ended',
  next: 'It was withdrawn, or ended by itself because what it lacked did not come within 60 days. It brings nothing back; you can send a new one.',
};

const ANSWERED = {
  title: 'Answered',
  next: 'We do what you have asked for. Nothing was taken off this site because of it.',
};

export function wordsOf(status: ReportStatus): { title: string; next: string } {
  const { kind, state, isConfirmed, isHidden } = status;
  if (kind === counterNotice.kind && state === 'approved') return FORWARDED;
  if (kind === counterNotice.kind && state === 'withdrawn' && isConfirmed) return LAPSED;
  if (state === 'approved' && !isHidden) return ANSWERED;
  return { title: STATE_WORDS[state].title, next: nextOf(status) };
}

const ENDED =
  'It was withdrawn, or ended by itself because it was not confirmed within 60 days. Nothing else happens; you can send a new one.';

/** Only a confirmed mailbox is told why, or that of a copyright notice. */
const UNTOLD = 'We found no reason to take it off.';

/** This page's link cannot add it. */
const LACKING = 'The law asks for something that the notice does not have yet.';

function nextOf({ kind, state, hasMailbox, isConfirmed, isOwn, linkedAt }: ReportStatus): string {
  if (state === 'withdrawn' && !isConfirmed) return ENDED;
  if (state === 'incomplete' && !isOwn) return LACKING;
  if (state === 'denied' && !(hasMailbox && (isConfirmed || kind === copyright.kind))) return UNTOLD;
  if (!hasMailbox && (state === 'unconfirmed' || state === 'open')) return UNMAILED;
  if (state !== 'unconfirmed') return STATE_WORDS[state].next;
  return linkedAt === null ? UNLINKED : STATE_WORDS.unconfirmed.next;
}

export function isUndecided({ state }: ReportStatus): boolean {
  return state === 'unconfirmed' || state === 'open' || state === 'incomplete';
}

export function canSendLink(status: ReportStatus): boolean {
  return isUndecided(status) && status.hasMailbox && !status.isConfirmed;
}

export function canAdd(status: ReportStatus): boolean {
  return isUndecided(status) && status.isOwn;
}

/** A notice about somebody under 18 is always looked at; what a copyright notice took off is the complainant's say. */
export function canWithdraw(status: ReportStatus): boolean {
  const { kind, isConfirmed, isOwn, isHidden } = status;
  if (kind === copyright.kind && isConfirmed && isOwn && isHidden) return true;
  return canAdd(status) && kind !== 'minor';
}

/** `23 November 2026, 18:50 UTC`. */
export function dayOf(instant: string): string {
  const at = new Date(instant);
  const day = at.toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return `${day}, ${at.toISOString().slice(11, 16)} UTC`;
}
