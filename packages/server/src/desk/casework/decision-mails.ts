import type { CaseKind, DomainConfig } from '@vesper/contract';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { type NewMail, sentBy } from '../../site/mail/index.ts';
import type { CaseRow, Decided } from '../cases/index.ts';

interface DecidedCase extends Pick<Decided, 'outcome'> {
  kase: CaseRow;
  status: 'approved' | 'denied';
  domain: DomainConfig;
  to: string;
}

/** To the sender of a notice: the decision, without anything that was written in the case. */
export function decisionMail({ kase, status, outcome, domain, to }: DecidedCase): NewMail {
  const { siteName, contactEmail } = domain;
  return {
    ...sentBy(domain),
    kind: 'notice-decision',
    to,
    subject: `Your notice ${kase.id} was ${status}`,
    body: `${siteName} (${domain.domain}) has decided about your notice. A person has read it.

Number:   ${kase.id}
Received: ${formatMoment(kase.received_at)}
Decision: ${status}

${status === 'denied' ? `${denialOf(kase.kind)}\n\n${IF_WRONG}` : approvalOf(kase.kind, outcome)}

Please name the number when you write to us: answer this mail, or write to ${contactEmail}.
`,
  };
}

type OtherKind = Exclude<CaseKind, 'copyright'>;

function denialOf(kind: string): string {
  return DENIED[kind as OtherKind];
}

function approvalOf(kind: string, outcome: Decided['outcome']): string {
  if (outcome === 'was_off') return WAS_OFF;
  return outcome === 'taken_off' ? APPROVED[kind as OtherKind] : NO_VIDEO;
}

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
