import type { CaseKind } from '@vesper/contract';

type Result = 'approved' | 'was_off' | 'no_video' | 'denied' | 'answered';

/** What a decision tells the sender; '' for all kinds. */
export function decisionText(kind: string, result: Result): string {
  if (result === 'answered') return ANSWERED;
  if (kind === 'copyright') return COPYRIGHT[result];
  if (result === 'was_off') return WAS_OFF;
  if (result === 'no_video') return NO_VIDEO;
  if (result === 'approved') return APPROVED[kind as OtherKind] ?? REMOVED;
  return `${DENIED[kind as OtherKind] ?? STAYS}\n\n${IF_WRONG}`;
}

const COPYRIGHT: Record<Exclude<Result, 'answered'>, string> = {
  approved: `We have removed the content that your notice names: its page, its files and every list in which it stood
are gone, and it is not taken in again.`,
  was_off: `The content that your notice names had been removed from our site already. It is not taken in again.`,
  no_video: `Your notice has what the law asks for, but we have found no content of ours at the address that you gave, so
there was nothing to remove. If the content is still on our site, please answer with the exact address of its page.`,
  denied: `Your request does not meet the requirements of the DMCA (17 U.S.C. 512(c)(3)), and nothing was removed. A valid
notice identifies the copyrighted work, gives the exact address of the infringing material on our site, tells us how to
reach you, states in good faith that the use is not authorized and, under penalty of perjury, that you may act for the
owner, and is signed. You may send another one.`,
};

type OtherKind = Exclude<CaseKind, 'copyright'>;

const WAS_OFF = `What you named had been removed from our site already. It is not taken in again.`;

const NO_VIDEO = `Your notice is justified, but we have found nothing of ours at the addresses that you gave, so there was
nothing to remove. If it is still on our site, please answer with the exact address of its page.`;

const REMOVED = `We have removed what you named: its page, its files and every list in which it stood are gone, and it is
not taken in again.`;

const APPROVED: Record<OtherKind, string> = {
  intimate_image: `${REMOVED} The person who published it is not told who you are.`,
  person_shown: `${REMOVED} The person who published it is not told who you are.`,
  minor: `${REMOVED} We keep what authorities may need, and show it to no other person.`,
  illegal_content: `${REMOVED} Content of this kind is against the law or our terms.`,
  privacy: `${REMOVED} What was said of you there cannot be found on our site any more.`,
  authority_order: `We have carried out the order. ${REMOVED}`,
  counter_notice: 'Your counter-notice was accepted.',
};

const ANSWERED = `We do what you have asked for. Data that you wanted to know come in a mail of their own, and what was wrong is
corrected. Nothing was taken off our site because of your request.

If something is missing, answer this mail.`;

const STAYS = 'We could not see that what you named must be removed, and it stays on our site.';

const DENIED: Record<OtherKind, string> = {
  intimate_image: `We could not see that what you named shows intimate images that were published without consent, and it
stays on our site.`,
  person_shown: `We could not see that what you named shows you without your consent, and it stays on our site.`,
  minor: `We could not see that what you named shows a person under 18, and it stays on our site.`,
  illegal_content: `We could not see that what you named is illegal or against our terms, and it stays on our site.`,
  privacy: `We could not see that what you named harms your privacy in a way that the law forbids, and it stays on our site.`,
  authority_order: `We could not carry out the order as it stands: it does not name content of ours, or does not say on which
law it is founded.`,
  counter_notice: `Your counter-notice does not have what the law asks for (17 U.S.C. 512(g)(3)), or names nothing that was taken
off, and what was removed stays off our site.`,
};

const IF_WRONG = `If you think that this is wrong, answer this mail and tell us what we have not seen: somebody looks at it again.
You may also turn to a court, or to a body for settling such disputes where the law gives you one.`;
