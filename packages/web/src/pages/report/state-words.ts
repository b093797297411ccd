import { copyright, counterNotice, type ReportState, type ReportStatus } from '@vesper/contract';

const STATE_WORDS: Readonly<Record<ReportState, { title: string; next: string }>> = {
  unconfirmed: {
    title: 'Received',
    next: 'We have sent you an email. Please open the link in it and confirm that the notice is yours: confirmed notices are reviewed first.',
  },
  open: { title: 'Waiting for a decision', next: 'We review your notice, decide, and tell you why.' },
  incomplete: {
    title: 'Something is missing',
    next: 'The law requires something that your notice does not have yet. Please add it below.',
  },
  approved: { title: 'Approved', next: 'The reported content that we found was removed from this site.' },
  denied: {
    title: 'Denied',
    next: 'We found no reason to remove it. Our email says why, and what you can do if you disagree.',
  },
  countered: {
    title: 'Answered by a counter-notice',
    next: 'The person who published it says that it was removed by mistake. We send you what they wrote.',
  },
  restoring: {
    title: 'Answered by a counter-notice',
    next: 'It will be restored 10 to 14 business days after the counter-notice unless you tell us of a court action.',
  },
  litigation: { title: 'Before a court', next: 'It stays off this site until the court has decided.' },
  restored: { title: 'Restored', next: 'The removed content is on this site again.' },
  withdrawn: { title: 'Withdrawn', next: 'You have withdrawn this notice. No further steps follow.' },
};

const UNLINKED =
  'We have your notice, but could not email you the link that confirms it. Confirmed notices are reviewed first.';

/** The sender gets no email. */
const UNMAILED = 'We review your notice and decide. This page shows the outcome: please save its address.';

/** An approved counter-notice removes nothing. */
const FORWARDED = {
  title: 'Forwarded',
  next: 'We have sent it to the person who complained. The removed content will be restored 10 to 14 business days after that, unless that person tells us of a court action.',
};

/** A confirmed counter-notice may have closed automatically, unlike other confirmed notices. */
const LAPSED = {
  title: 'Closed',
  next: 'It was withdrawn, or closed automatically because the missing details did not arrive within 60 days. Nothing is restored; you can send a new one.',
};

const ANSWERED = {
  title: 'Answered',
  next: 'We will do what you asked. Nothing was removed from this site because of it.',
};

export function wordsOf(status: ReportStatus): { title: string; next: string } {
  const { kind, state, isConfirmed, isHidden } = status;
  if (kind === counterNotice.kind && state === 'approved') return FORWARDED;
  if (kind === counterNotice.kind && state === 'withdrawn' && isConfirmed) return LAPSED;
  if (state === 'approved' && !isHidden) return ANSWERED;
  return { title: STATE_WORDS[state].title, next: nextOf(status) };
}

const ENDED =
  'It was withdrawn, or closed automatically because it was not confirmed within 60 days. You can send a new one.';

/** Reasons are sent only to confirmed addresses, or for copyright notices. */
const UNTOLD = 'We found no reason to remove it.';

/** It cannot be added through this page's link. */
const LACKING = 'The law requires something that the notice does not have yet.';

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

/** Notices about minors are always reviewed. Complainants may undo what their copyright notice removed. */
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
