import type { DomainConfig } from '@vesper/contract';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { type NewMail, sentBy } from '../../site/mail/index.ts';
import { quoted } from '../reports/index.ts';
import type { RequestRow } from './request-queries.ts';

interface DecidedNotice {
  request: RequestRow;
  status: 'approved' | 'denied';
  /** The result of an approval. */
  effect: 'taken_off' | 'was_off' | 'no_video' | null;
  domain: DomainConfig;
}

/** To the complainant: the decision. The administrator's notes stay internal. */
export function decisionMail({ request, status, effect, domain }: DecidedNotice): NewMail {
  const { siteName, contactEmail } = domain;
  return {
    ...sentBy(domain),
    kind: 'notice-decision',
    to: request.complainant_email,
    subject: `Your DMCA takedown request ${request.id} was ${status}`,
    body: `${siteName} (${domain.domain}) has reviewed your notification of copyright infringement.

Request ID: ${request.id}
Received:   ${formatMoment(request.submitted_at)}
Decision:   ${status}

${status === 'denied' ? DENIED : APPROVED[effect ?? 'no_video']}

The material that you named:

${quoted(request.infringing_url)}

Please name the Request ID when you write to us: answer this mail, or write to ${contactEmail}.
`,
  };
}

const APPROVED = {
  taken_off: `We have removed the content that your notice names: its page, its files and every list in which it stood
are gone, and it is not taken in again.`,
  was_off: `The content that your notice names had been removed from our site already. It is not taken in again.`,
  no_video: `Your notice has what the law asks for, but we have found no content of ours at the address that you gave, so
there was nothing to remove. If the content is still on our site, please answer with the exact address of its page.`,
} as const;

const DENIED = `Your request does not meet the requirements of the DMCA (17 U.S.C. 512(c)(3)), and nothing was removed. A valid
notice identifies the copyrighted work, gives the exact address of the infringing material on our site, tells us how to
reach you, states in good faith that the use is not authorized and, under penalty of perjury, that you may act for the
owner, and is signed. You may send another one.`;
