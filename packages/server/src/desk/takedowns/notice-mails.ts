import type { DomainConfig } from '@vesper/contract';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import type { NewMail } from '../../site/mail/index.ts';
import type { Notice } from './notice.ts';

/** What the mails about a notice need to know. */
export interface Receipt {
  requestId: string;
  receivedAt: Date;
  notice: Notice;
  domain: DomainConfig;
}

export const RECEIPT_KIND = 'notice-receipt';

/** To the complainant: the notice was received, and what happens next (specification, section 2). */
export function receiptMail({ requestId, receivedAt, notice, domain }: Receipt): NewMail {
  const { siteName, contactEmail } = domain;
  return {
    kind: RECEIPT_KIND,
    domain: domain.domain,
    fromName: siteName,
    replyTo: contactEmail,
    to: notice.complainantEmail,
    subject: `Your DMCA takedown request ${requestId}`,
    body: `${siteName} (${domain.domain}) has received your notification of copyright infringement.

Request ID: ${requestId}
Received:   ${formatMoment(receivedAt)}

Your request will be reviewed within 24-48 hours. What happens next:

- Our team verifies that your notice has all required DMCA elements.
- If it is valid, the content is removed or disabled within 24-48 hours.
- The content source is notified if applicable.

Please name the Request ID when you write to us: answer this mail, or write to ${contactEmail}.

If you have not sent this notice, somebody else has used your address. Please tell us by answering this mail.

A copy of the notice:

${copyOf(notice)}
`,
  };
}

/** To the operator: a notice waits for review. */
export function alertMail(receipt: Receipt, isAcknowledged: boolean): NewMail {
  const { requestId, receivedAt, notice, domain } = receipt;
  const acknowledgement = isAcknowledged
    ? 'The complainant is sent an acknowledgement by mail.'
    : 'No acknowledgement is sent: this address has reached its daily limit. Please acknowledge the notice within 24 hours.';
  return {
    kind: 'notice-alert',
    domain: domain.domain,
    fromName: domain.siteName,
    replyTo: notice.complainantEmail,
    to: domain.contactEmail,
    subject: `DMCA takedown request ${requestId} waits for review`,
    body: `A notification of copyright infringement has come in at ${domain.siteName} (${domain.domain}).

Request ID: ${requestId}
Received:   ${formatMoment(receivedAt)}

${acknowledgement} The site promises a review within 24-48 hours.
Answering this mail writes to the complainant.

The notice:

${copyOf(notice)}
`,
  };
}

/** Every line begins with a mark, so that nothing in a notice can pass for our words. */
function copyOf(notice: Notice): string {
  const parts: [string, string][] = [
    ['Full Name', notice.complainantName],
    ['Email Address', notice.complainantEmail],
    ['Physical Address', notice.complainantAddress],
    ['Phone Number', notice.complainantPhone],
    ['Description of Copyrighted Work', notice.copyrightWork],
    ['URL of Infringing Material', notice.infringingUrl],
    ['Additional Information', notice.additionalInfo],
    ['Electronic Signature', notice.signature],
  ];
  const given = parts.filter(([, text]) => text !== '');
  const statements = 'The good faith statement and the accuracy statement were both made.';
  return quoted([...given.map(([label, text]) => `${label}:\n${text}`), statements].join('\n\n'));
}

/** Other people's words, each line marked as theirs. */
export function quoted(text: string): string {
  return text
    .split(/[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line.replace(/\p{Cc}/gu, ' ')}`.trimEnd())
    .join('\n');
}
