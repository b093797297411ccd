import { type CaseKindForm, type DomainConfig, pageHref } from '@vesper/contract';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { type NewMail, sentBy } from '../../site/mail/index.ts';
import type { CaseRow } from '../cases/index.ts';
import type { Filled } from './read-notice.ts';
import type { Target } from './resolve-addresses.ts';

type Named = Pick<Target, 'videoId'>;

export interface Receipt {
  /** Of the mail. */
  kind: string;
  form: CaseKindForm;
  kase: CaseRow;
  domain: DomainConfig;
  to: string;
  /** Of the site. */
  origin: string;
  targets: readonly Named[];
  confirmUrl: string;
  statusUrl: string;
}

/**
 * To the sender: the notice has come in, and how to confirm it. Until that is done the mailbox may be anybody's, so it
 * holds nothing that the sender wrote.
 */
export function receiptMail({ kind, form, kase, domain, to, origin, targets, ...links }: Receipt): NewMail {
  const { siteName, contactEmail } = domain;
  const isCopyright = form.kind === 'copyright';
  return {
    ...sentBy(domain),
    kind,
    to,
    subject: isCopyright
      ? `Your DMCA takedown request ${kase.id}`
      : `Your notice ${kase.id}: please confirm it`,
    body: `${siteName} (${domain.domain}) has received ${isCopyright ? 'your notification of copyright infringement' : 'a notice from this mailbox'}.

${isCopyright ? 'Request ID' : 'Number'}: ${kase.id}
Received:   ${formatMoment(kase.received_at)}
${namedLines(targets, origin)}
Please confirm that you have sent it: open this page and press the button there. Confirmed notices are seen first.

${links.confirmUrl}

Where your notice stands, and what you can add to it, you see on its own page:

${links.statusUrl}

${isCopyright ? COPYRIGHT_STEPS : OTHER_STEPS}

Please name the ${isCopyright ? 'Request ID' : 'number'} when you write to us: answer this mail, or write to ${contactEmail}.

If you have not sent this notice, somebody else has used your address. You need not do anything; do not open the
links. You may tell us by answering this mail.
`,
  };
}

const COPYRIGHT_STEPS = `Your request will be reviewed within 24-48 hours. What happens next:

- Our team verifies that your notice has all required DMCA elements.
- If it is valid, the content is removed or disabled within 24-48 hours.
- The content source is notified if applicable.`;

const OTHER_STEPS = `What happens next:

- If something is missing that the law asks for, the page above says what it is.
- We decide, and tell you why, and what you can do if you disagree.`;

const MOST_NAMED = 20;

/** The addresses of ours that it names, as we write them. */
function namedLines(targets: readonly Named[], origin: string): string {
  const ids = [...new Set(targets.map(({ videoId }) => videoId).filter((id) => id !== null))];
  if (ids.length === 0) return '';
  const lines = ids.slice(0, MOST_NAMED).map((id) => `  ${origin}${pageHref.video(id)}`);
  const more = ids.length > MOST_NAMED ? [`  and ${ids.length - MOST_NAMED} more`] : [];
  return `It names:\n\n${[...lines, ...more].join('\n')}\n`;
}

/** To the sender, who has confirmed the mailbox: what was sent. */
export function copyMail({
  form,
  kase,
  domain,
  to,
  filled,
  statusUrl,
}: Pick<Receipt, 'form' | 'kase' | 'domain' | 'to' | 'statusUrl'> & { filled: Filled }): NewMail {
  return {
    ...sentBy(domain),
    kind: 'notice-copy',
    to,
    subject: `A copy of your notice ${kase.id}`,
    body: `You have confirmed your notice at ${domain.siteName} (${domain.domain}). This is a copy of it for your files.

Number:   ${kase.id}
Received: ${formatMoment(kase.received_at)}
Its page: ${statusUrl}

${copyOf(form, filled)}
`,
  };
}

/** Every line begins with a mark, so that nothing in a notice can pass for our words. */
export function copyOf(form: CaseKindForm, filled: Filled): string {
  const parts = Object.entries(form.fields).flatMap(([name, { label, type, choices }]) => {
    const value = filled[name];
    if (value === undefined) return [];
    if (type === 'tick') return [`Stated:\n${label}`];
    return [`${label}:\n${choices?.[String(value)] ?? value}`];
  });
  return quoted(parts.join('\n\n'));
}

/** Other people's words, each line marked as theirs. */
export function quoted(text: string): string {
  return text
    .split(/[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${line.replace(/\p{Cc}/gu, ' ')}`.trimEnd())
    .join('\n');
}
