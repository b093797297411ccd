import type { CaseMailName, MailText } from '@vesper/contract';
import { decisionText } from './decision-texts.ts';

/** Whether a placeholder has a value; `attached` is the sender's text. */
type Has = (place: string) => boolean;
type BuiltIn = (kind: string, has: Has) => MailText;
type Text = string | ((has: Has) => string);

/** `kind`: '' for all. Leaves out placeholders without a value. */
export function builtInText(name: CaseMailName, kind: string, has: Has): MailText {
  return BUILT_IN[name](kind, has);
}

const BACK = 'The content removed because of it has been restored, because ';
const COUNTERED = 'a counter-notice was sent and no court action was recorded';
const SETTLED = 'the court action has ended';
const WITHDRAWN = 'the notice was withdrawn';
const EXCEPT = ' Some of it stays down because of another notice.';

const TAKEN = `We have taken down the videos below {ground}. They will not be added again.

Number: {number}`;

const MAY_ANSWER = `

If you think that this is a mistake, or that the material was misidentified, you may send us a counter-notice
(17 U.S.C. 512(g)(3)) with this number. We forward it to the person who complained and restore the material after
10 to 14 business days, unless we are told of a court action first:

{counterForm}`;

const BUILT_IN: Record<CaseMailName, BuiltIn> = {
  receipt,
  receipts: () => ({
    subject: 'Please confirm your other notices',
    body: `{siteName} ({domain}) has received more notices from this email address than we send receipts for in a day. These are
not confirmed yet; the first has the number {number}:

{notices}

Please confirm those you sent: open each link and press the button there. Confirmed notices are reviewed first.

If you did not send them, somebody else used your address. You do not have to do anything; do not open the links. To
let us know, reply to this email or write to {contactEmail}.
`,
  }),
  copy: (_kind, has) => ({
    subject: 'A copy of your notice {number}',
    body: `You have confirmed your notice at {siteName} ({domain}). This is a copy of it for your files.

Number:   {number}
Received: {received}
Page:     {page}
${has('attached') ? '\n{attached}\n' : ''}`,
  }),
  question: aboutNotice(
    'Your notice {number}: information is missing',
    `Your notice {number} lacks information that the law requires. It is on hold until you send it. Please send us:

{missing}

Please add it on the notice's page:`,
  ),
  approved: decision('approved'),
  was_off: decision('was_off'),
  no_video: decision('no_video'),
  denied: decision('denied'),
  answered: decision('answered'),
  counter_notice: aboutNotice(
    'Counter-notice to your DMCA takedown request {number}',
    (
      has,
    ) => `Somebody has answered your notice {number} with a counter-notification (17 U.S.C. 512(g)(3)). We will restore the
material between {opens} and {closes}, unless we first receive notice from you that you have filed
an action seeking a court order to restrain the sender from engaging in infringing activity relating to it
(17 U.S.C. 512(g)(2)(C)). If you have, please reply to this email with the court and the file number.

The counter-notice {counterNumber}:${has('attached') ? '\n\n{attached}' : ''}`,
  ),
  counter_forwarded: aboutNotice(
    'Your counter-notice {counterNumber} was forwarded',
    `We have forwarded your counter-notice {counterNumber} to the person who sent the notice {number}. We will restore the
material between {opens} and {closes}, unless we are told of a court action first.`,
  ),
  counter_dismissed: aboutNotice(
    'Your counter-notice {counterNumber} was dismissed',
    `We have dismissed your counter-notice {counterNumber} to the notice {number}, so nothing is restored:

{ground}.

If you disagree, reply to this email and tell us what we missed. You may also go to court.`,
  ),
  counter_lapsed: aboutNotice(
    'Your counter-notice {counterNumber} was closed',
    `Your counter-notice {counterNumber} to the notice {number} was closed automatically: the missing information, which
the law requires, did not arrive within 60 days. It was not forwarded, and the content stays down. You can send a new one.`,
  ),
  counter_ended: aboutNotice(
    'Notice {number}: the counter-notice was dismissed',
    (has) => `We have dismissed the counter-notice {counterNumber}, which we had forwarded to you:

{ground}.

${
  has('opens')
    ? `Another counter-notice to your notice {number} is pending. We will restore the material between {opens} and
{closes}, unless we first receive notice from you of a court action.`
    : 'The content removed because of your notice {number} stays down.'
}`,
  ),
  restored: end('restored', `${BACK}${COUNTERED}.`),
  restored_partly: end('restored', `${BACK}${COUNTERED}.${EXCEPT}`),
  settled: end('restored', `${BACK}${SETTLED}.`),
  settled_partly: end('restored', `${BACK}${SETTLED}.${EXCEPT}`),
  withdrawn: end('restored', `${BACK}${WITHDRAWN}.`),
  withdrawn_partly: end('restored', `${BACK}${WITHDRAWN}.${EXCEPT}`),
  stays_off: end('ended', 'The content removed because of it stays down because of another notice.'),
  court_filed: aboutNotice(
    'Notice {number}: a court action',
    `The sender of the notice {number} has told us of a court action. The content stays down until the court has
decided, or you have both agreed.`,
  ),
  court_settled: aboutNotice(
    'Notice {number}: the court action has ended',
    'The court action about the notice {number} has ended. The content stays down.',
  ),
  source_taken_off: toSource(
    'your videos were taken down',
    (has) => `${TAKEN}${has('counterForm') ? MAY_ANSWER : ''}`,
  ),
  source_restored: toSource(
    'your videos were restored',
    `We have restored the videos below, which we had taken down because of a notice. Those whose files are gone will
return once they have been downloaded again.

Number: {number}`,
  ),
};

function receipt(kind: string, has: Has): MailText {
  const isCopyright = kind === 'copyright';
  return {
    subject: isCopyright ? 'Your DMCA takedown request {number}' : 'Your notice {number}: please confirm it',
    body: `{siteName} ({domain}) has received ${isCopyright ? 'your notification of copyright infringement' : 'a notice from this email address'}.

${isCopyright ? 'Request ID' : 'Number'}: {number}
Received:   {received}
${has('addresses') ? 'It concerns:\n\n{addresses}\n' : ''}
Please confirm that you sent it: open this page and press the button there. Confirmed notices are reviewed first.

{confirmPage}

To check its status or add information, use its own page:

{page}
${has('missing') ? '\nIt lacks information that the law requires. Please add it there:\n\n{missing}\n' : ''}
${isCopyright ? COPYRIGHT_STEPS : OTHER_STEPS}

Please quote the ${isCopyright ? 'Request ID' : 'number'} when you write to us: reply to this email, or write to {contactEmail}.

If you did not send this notice, somebody else used your address. You do not have to do anything; do not open the
links. You can let us know by replying to this email.
`,
  };
}

const COPYRIGHT_STEPS = `Your request will be reviewed within 24-48 hours. What happens next:

- Our team verifies that your notice has all required DMCA elements.
- If it is valid, the content is removed or disabled within 24-48 hours.
- The content source is notified if applicable.`;

const OTHER_STEPS = `What happens next:

- If information required by law is missing, the page above says what it is.
- We decide, and tell you why, and what you can do if you disagree.`;

function decision(result: Parameters<typeof decisionText>[1]): BuiltIn {
  return (kind, has) => decisionMail(kind, result, has);
}

function decisionMail(kind: string, result: Parameters<typeof decisionText>[1], has: Has): MailText {
  const isCopyright = kind === 'copyright';
  const status = result === 'denied' || result === 'answered' ? result : 'approved';
  const number = isCopyright ? 'Request ID:' : 'Number:';
  const column = isCopyright ? 12 : 10;
  const named = has('attached') ? 'The material you reported:\n\n{attached}\n\n' : '';
  return {
    subject: `Your ${isCopyright ? 'DMCA takedown request' : 'notice'} {number} was ${status}`,
    body: `{siteName} ({domain}) has ${isCopyright ? 'reviewed your notification of copyright infringement' : 'decided on your notice. A person has reviewed it'}.

${number.padEnd(column)}{number}
${'Received:'.padEnd(column)}{received}
${'Decision:'.padEnd(column)}${status}

${decisionText(kind, result)}

${named}Please quote the ${isCopyright ? 'Request ID' : 'number'} when you write to us: reply to this email, or write to {contactEmail}.
`,
  };
}

function aboutNotice(subject: string, text: Text): BuiltIn {
  return (_kind, has) => ({
    subject,
    body: `{siteName} ({domain}) is writing to you about a notice.

${wordsOf(text, has)}
${has('page') ? '\n{page}\n' : ''}
Please quote the number when you write to us: reply to this email, or write to {contactEmail}.
`,
  });
}

function end(how: 'restored' | 'ended', state: string): BuiltIn {
  const answer = (has: Has) => (has('counterNumber') ? '\n\nYour counter-notice: {counterNumber}' : '');
  return aboutNotice(
    `Notice {number}: ${how}`,
    (has) => `The notice {number} has ended. ${state}${answer(has)}`,
  );
}

function toSource(subject: string, text: Text): BuiltIn {
  return (_kind, has) => ({
    subject: `Notice {number}: ${subject}`,
    body: `This is {siteName} ({domain}). We are writing because we show videos of yours.

${wordsOf(text, has)}

{videos}

Please quote the number when you write to us: reply to this email, or write to {contactEmail}.
`,
  });
}

function wordsOf(text: Text, has: Has): string {
  return typeof text === 'string' ? text : text(has);
}
