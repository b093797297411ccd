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
  approved: `We have removed the content named in your notice, with its page, its files and all listings. It will not be
added again.`,
  was_off: `The content named in your notice had already been removed from our site. It will not be added again.`,
  no_video: `Your notice meets the legal requirements, but we found no content of ours at the address you gave, so there
was nothing to remove. If the content is still on our site, please reply with the exact address of its page.`,
  denied: `Your request does not meet the requirements of the DMCA (17 U.S.C. 512(c)(3)), and nothing was removed. A valid
notice identifies the copyrighted work, gives the exact address of the infringing material on our site, tells us how to
reach you, states in good faith that the use is not authorized and, under penalty of perjury, that you may act for the
owner, and is signed. You may send another one.`,
};

type OtherKind = Exclude<CaseKind, 'copyright'>;

const WAS_OFF = `The content you reported had already been removed from our site. It will not be added again.`;

const NO_VIDEO = `Your notice is justified, but we found no content of ours at the addresses you gave, so there was nothing to
remove. If it is still on our site, please reply with the exact address of its page.`;

const REMOVED = `We have removed the content you reported, with its page, its files and all listings. It will not be added
again.`;

const APPROVED: Record<OtherKind, string> = {
  intimate_image: `${REMOVED} The person who published it is not told who you are.`,
  person_shown: `${REMOVED} The person who published it is not told who you are.`,
  minor: `${REMOVED} We keep what authorities may need, and show it to nobody else.`,
  illegal_content: `${REMOVED} Content of this kind is against the law or our terms.`,
  privacy: `${REMOVED} What it said about you can no longer be found on our site.`,
  authority_order: `We have carried out the order. ${REMOVED}`,
  counter_notice: 'Your counter-notice was accepted.',
};

const ANSWERED = `We are doing what you asked. Information that you requested follows in a separate email, and errors are
corrected. Nothing was taken down because of your request.

If something is missing, reply to this email.`;

const STAYS = 'We found no reason to remove the content you reported, and it stays on our site.';

const DENIED: Record<OtherKind, string> = {
  intimate_image: `We could not establish that the content you reported shows intimate images published without consent,
and it stays on our site.`,
  person_shown: `We could not establish that the content you reported shows you without your consent, and it stays on our site.`,
  minor: `We could not establish that the content you reported shows a person under 18, and it stays on our site.`,
  illegal_content: `We could not establish that the content you reported is illegal or against our terms, and it stays
on our site.`,
  privacy: `We could not establish that the content you reported violates your privacy rights, and it stays on our site.`,
  authority_order: `We could not carry out the order as it stands: it does not name content of ours, or does not say which
law it is based on.`,
  counter_notice: `Your counter-notice does not meet the legal requirements (17 U.S.C. 512(g)(3)), or names nothing that was
taken down. The removed content stays down.`,
};

const IF_WRONG = `If you disagree, reply to this email and tell us what we missed: somebody will review it again. You may also go
to court, or to an out-of-court dispute settlement body where the law provides one.`;
